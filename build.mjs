// Bundles the program: a small CommonJS file that parses the command line, and one file for each
// command, because the time to parse a file is paid at every start (bench/startup.mjs).
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

// Too large or too rarely needed to bundle: loaded from node_modules by the commands that use them.
const external = ['@modelcontextprotocol/*', 'gpt-tokenizer', 'gpt-tokenizer/*', 'zod', 'zod/*'];
// The main file of this package hides its `require` calls from the bundler; its modules do not.
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  external,
  alias,
  logLevel: 'warning',
};

/** Modules behind `import()` that become files of their own. All others stay where they are used. */
const commands = readdirSync('src/cli/commands').map((name) => `src/cli/commands/${name}`);
const parts = [
  ...commands,
  'src/cli/analysis.ts',
  'src/cli/logs.ts',
  'src/cli/present.ts',
  'src/cli/check-print.ts',
  'src/cli/check-notice.ts',
];

const partFiles = {
  name: 'part-files',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) => {
      const name = basename(path);
      if (kind !== 'dynamic-import' || !parts.some((part) => basename(part) === name)) return;
      return { path: `./${name.replace(/ts$/, 'cjs')}`, external: true };
    });
  },
};

/**
 * Profiles of hosts as texts that are parsed when they are asked for: as code, all of them would be
 * parsed at every start, ten times as slow.
 */
const profileTexts = {
  name: 'profile-texts',
  setup({ onLoad }) {
    const text = (path) => JSON.stringify(JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
    onLoad({ filter: /reading[\\/]profiles[\\/]index\.ts$/ }, ({ path }) => {
      const folder = dirname(path);
      const ids = readdirSync(folder)
        .filter((name) => name.endsWith('.json') && name !== 'base.json')
        .map((name) => basename(name, '.json'));
      const entries = ids.map((id) => `${JSON.stringify(id)}: ${text(join(folder, `${id}.json`))}`);
      const contents = `const texts = {${entries.join(',\n')}};
        export const ids = Object.keys(texts);
        export const documentOf = (id) =>
          Object.hasOwn(texts, id) ? JSON.parse(texts[id]) : undefined;`;
      return { contents, loader: 'js' };
    });
    onLoad({ filter: /reading[\\/].*\.json$/ }, ({ path }) => ({
      contents: `export default JSON.parse(${text(path)})`,
      loader: 'js',
    }));
  },
};

const { metafile } = await build({
  metafile: true,
  ...common,
  entryPoints: ['src/cli/main.ts', ...parts],
  entryNames: '[name]',
  outdir: 'dist/cli',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  // `import()` becomes `require()`: the ES module loader would first scan each file for its exports,
  // which took 110 ms for the largest. All packages left outside have CommonJS builds.
  supported: { 'dynamic-import': false },
  plugins: [partFiles, profileTexts],
});
await build({ ...common, entryPoints: ['src/index.ts'], outfile: 'dist/index.js', format: 'esm' });

// The page of `sadap open`: one script and one style sheet, beside the file that loads them.
await build({
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryPoints: { app: 'src/view/web/app/main.tsx', style: 'src/view/web/app/style.css' },
  outdir: 'dist/web',
});
copyFileSync('src/view/web/app/index.html', 'dist/web/index.html');

// What an earlier build left; after the new files are in place, so that a run meanwhile finds its own.
const fresh = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const name of readdirSync('dist/cli')) if (!fresh.has(name)) rmSync(`dist/cli/${name}`);
