// Looks for inputs that break what reads bytes of others, guided by the branches that they reach:
//   npm run fuzz -- [TARGET…] [--seconds N] [--seed N] [--first] [--keep] [--broken FOLDER] [--figures FILE]
// Without a target all of them, one after another, each for N seconds (10). --first ends with the first input
// that breaks something. --keep writes the shortest inputs that reach most to test/fuzz/corpus; --broken
// writes those that broke something to a folder. A target may also be a file that exports one.
//   npm run fuzz -- TARGET --input BASE64
// tries one input, as a test that failed prints it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { countBranches } from './instrument.mjs';

const folder = join(import.meta.dirname, '..');
const source = join(folder, '../../src');
const scratch = mkdtempSync(join(tmpdir(), 'sadap-fuzz-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const common = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
};
// Packages in CommonJS call `require`, which a module has not.
const requires = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(${JSON.stringify(import.meta.url)});`;

const program = join(scratch, 'main.mjs');
await build({ ...common, entryPoints: [join(import.meta.dirname, 'main.ts')], outfile: program });
const { main } = await import(pathToFileURL(program).href);
process.exitCode = await main(process.argv.slice(2), { folder, bundle });

async function bundle(target) {
  const counted = { places: 0, words: new Set() };
  const path = join(scratch, `${basename(target, '.ts')}.mjs`);
  const file = target.endsWith('.ts') ? resolve(target) : join(folder, 'targets', `${target}.ts`);
  const contents = `import { target } from ${JSON.stringify(file)};
    import { fuzz } from './guided/worker.ts';
    await fuzz(target);`;
  await build({
    ...common,
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    outfile: path,
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    banner: { js: `${requires}\nglobalThis.__fuzzHits = new Uint8Array(1 << 18);` },
    plugins: [countBranches([source, file], counted)],
  });
  return { path, places: counted.places, words: [...counted.words] };
}
