// Bundles the program: a small CommonJS file that parses the command line, and one file for each
// command, because the time to parse a file is paid at every start (bench/startup.mjs). All packages
// are bundled with it: who installs sadap installs one package, and nothing else runs at their place.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { commonJsOf } from './scripts/chunks.mjs';
import { noticesOf } from './scripts/notices.mjs';

// The main file of this package hides its `require` calls from the bundler; its modules do not.
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };
const common = { bundle: true, platform: 'node', target: 'node20', alias, logLevel: 'warning' };

/** Modules behind `import()` that have names of their own in `dist/cli`. */
const commands = readdirSync('src/cli/commands').map((name) => `src/cli/commands/${name}`);
const parts = [
  ...commands,
  'src/cli/analysis.ts',
  'src/cli/logs.ts',
  'src/cli/present.ts',
  'src/cli/check-print.ts',
  'src/cli/check-notice.ts',
  'src/cli/program.ts',
  'src/cli/report.ts',
  'src/cli/capture-redactor.ts',
  'src/cli/secrets-notice.ts',
  'src/recording/masking.ts',
  'src/recording/scan/scan-worker.ts',
  'src/capture/tee/start-error.ts',
  'src/capture/tee/windows-command.ts',
];
/** In front of live traffic: one file without a second to load, and without a border in its code. */
const alone = [
  'src/cli/main.ts',
  'src/cli/program.ts',
  'src/cli/commands/tee.ts',
  'src/cli/commands/proxy.ts',
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

/** The vocabulary of the tokenizer as one file: as the tables of its package it takes 60 MB and a quarter of a second. */
const packedRanks = await build({
  ...common,
  metafile: true,
  write: false,
  format: 'esm',
  entryPoints: ['src/reading/vocabulary/o200k.ts'],
});
const VOCABULARY = 'o200k.bin';
const vocabularyFile = {
  name: 'vocabulary-file',
  setup({ onLoad }) {
    onLoad({ filter: /reading[\\/]vocabulary[\\/]o200k\.ts$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs';
        import { join } from 'node:path';
        export const packedRanks = () => readFileSync(join(__dirname, '${VOCABULARY}'));`,
      loader: 'js',
    }));
  },
};

async function writeVocabulary() {
  const [{ text }] = packedRanks.outputFiles;
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  writeFileSync(`dist/cli/${VOCABULARY}`, await module.packedRanks());
}

// `import()` becomes `require()`: the ES module loader would first scan each file for its exports,
// which took 110 ms for the largest. All packages have CommonJS builds or become it here.
const asRequire = { 'dynamic-import': false };
const outExtension = { '.js': '.cjs' };

/**
 * The parser of command lines can start other programs, which nobody asks of it; to load what that needs
 * takes a tenth of the time of a start.
 */
const lazyChildProcess = {
  name: 'lazy-child-process',
  setup({ onLoad }) {
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const eager = "const childProcess = require('node:child_process');";
      if (!text.includes(eager)) throw new Error('commander no longer loads node:child_process so');
      const lazy = text
        .replace(eager, '')
        .replaceAll('childProcess.', "require('node:child_process').");
      return { contents: lazy, loader: 'js' };
    });
  },
};

/** Of package.json nothing but the version is needed. */
const versionAlone = {
  name: 'version-alone',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
      return name === 'sadap'
        ? { contents: JSON.stringify({ version }), loader: 'json' }
        : undefined;
    });
  },
};

const solo = await build({
  ...common,
  define: { 'import.meta.dirname': '__dirname' },
  metafile: true,
  entryPoints: alone,
  entryNames: '[name]',
  outdir: 'dist/cli',
  outExtension,
  format: 'cjs',
  // Names stay, for the stack of a bug report; what goes is read in vain at every start.
  minifyWhitespace: true,
  minifySyntax: true,
  supported: asRequire,
  plugins: [partFiles, profileTexts, vocabularyFile, lazyChildProcess, versionAlone],
});

// What several commands share is once in a file of its own; only ES modules can be cut like that, so
// the files become CommonJS afterwards, each for itself.
const shared = await build({
  ...common,
  metafile: true,
  write: false,
  entryPoints: parts.filter((part) => !alone.includes(part)),
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  outdir: 'dist/cli',
  outExtension,
  format: 'esm',
  splitting: true,
  plugins: [profileTexts, vocabularyFile],
});
const toCommonJs = { platform: 'node', target: 'node20', supported: asRequire };
const files = await commonJsOf(shared.outputFiles, toCommonJs);
mkdirSync('dist/cli', { recursive: true });
for (const [name, text] of files) writeFileSync(`dist/cli/${name}`, text);
await writeVocabulary();

// The texts of help, which are always the same: the program that makes them is no part of the package.
rmSync('dist/cli/help', { recursive: true, force: true });
const makeHelp = 'dist/cli/help/make.cjs';
await build({
  ...common,
  entryPoints: ['src/cli/help-texts.ts'],
  outfile: makeHelp,
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname' },
  supported: asRequire,
});
const { helpTexts } = createRequire(import.meta.url)(`./${makeHelp}`);
for (const [name, text] of await helpTexts()) writeFileSync(`dist/cli/help/${name}`, text);
rmSync(makeHelp);

const library = await build({
  ...common,
  metafile: true,
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  format: 'esm',
});

// The page of `sadap open`: one script and one style sheet, beside the file that loads them.
const page = await build({
  bundle: true,
  metafile: true,
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

const metafiles = [solo, shared, library, page, packedRanks].map(({ metafile }) => metafile);
writeFileSync('dist/THIRD_PARTY_NOTICES.txt', noticesOf(metafiles));

// What an earlier build left; after the new files are in place, so that a run meanwhile finds its own.
const alones = Object.keys(solo.metafile.outputs).map((path) => basename(path));
const fresh = new Set([...alones, ...files.keys(), VOCABULARY]);
for (const name of readdirSync('dist/cli'))
  if (!fresh.has(name) && name !== 'help') rmSync(`dist/cli/${name}`);
