// From the ES modules that the bundler cuts where code is shared, the CommonJS files that are shipped.
import { basename } from 'node:path';
import { transform } from 'esbuild';

/** Bytes. Opening a file costs as much as parsing about this much code. */
const SMALL = 6_000;
const POOL = 'shared.cjs';

/**
 * Gives the files to write, text by name. Chunks below `SMALL` become functions in one file, which runs
 * each when it is first asked for: a command needs up to fifty of them.
 */
export async function commonJsOf(outputs, options) {
  const modules = await Promise.all(
    outputs.map(async ({ path, text }) => {
      const { code } = await transform(whole(bound(text)), { ...options, format: 'cjs' });
      return { name: basename(path), code };
    }),
  );
  const isPooled = ({ name, code }) => name.includes('-') && isChunk(name) && code.length < SMALL;
  const pooled = new Set(modules.filter(isPooled).map(({ name }) => name));
  const files = modules
    .filter(({ name }) => !pooled.has(name))
    .map(({ name, code }) => [name, fromPool(code, pooled, `require("./${POOL}").load`)]);
  return new Map([...files, [POOL, poolOf(modules, pooled)]]);
}

/**
 * Imports of chunks as constants, which cost nothing at a call; as properties of a module they would be
 * looked up each time. Chunks cannot import each other in a circle: a shared one never needs the one
 * that is less shared. A binding that changes after its module ran would be missed: `__esm` has such.
 */
function bound(text) {
  if (text.includes('__esm(')) throw new Error('a module is evaluated late: its exports change');
  return text.replace(
    /^import \{([^}]*)\} from "(\.\/[^"]+)";$/gm,
    (_, names, path) => `const {${names.replace(/ as /g, ': ')}} = require("${path}");`,
  );
}

/** A package that is CommonJS itself stays so; as an ES module it would have a default export alone. */
function whole(text) {
  return text.replace(/^export default (require_\w+\(\));$/m, 'module.exports = $1;');
}

/** The bundler ends the names of chunks in a hash. */
const isChunk = (name) => /-[A-Z0-9]{8}\.cjs$/.test(name);

/** Replaces `require` by `load` where it asks for a pooled chunk. */
function fromPool(code, pooled, load) {
  return code.replace(/\brequire\("\.\/([^"]+)"\)/g, (whole, name) =>
    pooled.has(name) ? `${load}("${name}")` : whole,
  );
}

function poolOf(modules, pooled) {
  const functions = modules
    .filter(({ name }) => pooled.has(name))
    .map(
      ({ name, code }) => `"${name}": (module, exports) => {\n${fromPool(code, pooled, 'load')}}`,
    );
  return `"use strict";
const modules = {\n${functions.join(',\n')}\n};
const loaded = {};
function load(name) {
  if (loaded[name]) return loaded[name].exports;
  const module = { exports: {} };
  loaded[name] = module;
  modules[name](module, module.exports);
  return module.exports;
}
exports.load = load;
`;
}
