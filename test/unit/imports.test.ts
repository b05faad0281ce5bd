import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..', 'src');

/** The table of docs/architecture.md: what each folder may import besides itself and errors.ts. */
const mayImport: { readonly [folder: string]: readonly string[] } = {
  model: [],
  wire: ['model'],
  protocol: ['model'],
  secrets: ['model', 'wire'],
  recording: ['model', 'wire', 'secrets'],
  reading: ['model', 'protocol', 'secrets'],
  check: ['model', 'protocol', 'reading', 'secrets'],
  compare: ['model', 'protocol', 'secrets'],
  counting: ['model'],
  replay: ['model', 'wire', 'recording', 'protocol', 'compare', 'capture', 'secrets'],
  document: ['model', 'wire', 'protocol', 'compare'],
  capture: ['model', 'wire', 'recording', 'protocol'],
  view: ['model', 'protocol', 'recording', 'reading', 'check', 'compare', 'secrets', 'document'],
  targets: ['model'],
  interop: ['model', 'wire', 'recording', 'protocol', 'reading', 'secrets'],
  measure: ['model', 'recording', 'protocol', 'reading', 'targets'],
  sift: ['model', 'wire', 'recording', 'protocol', 'check', 'compare'],
  cli: [
    'package.json',
    'model',
    'wire',
    'recording',
    'protocol',
    'secrets',
    'reading',
    'check',
    'compare',
    'document',
    'counting',
    'capture',
    'replay',
    'view',
    'measure',
    'targets',
    'interop',
    'sift',
  ],
  'index.ts': ['model', 'wire', 'recording', 'protocol', 'reading'],
  'errors.ts': [],
};

/** Third-party packages, and modules that start processes, have one home each. */
const homes: { readonly [module: string]: readonly string[] } = {
  commander: ['cli'],
  chalk: ['view'],
  execa: ['capture'],
  'node:child_process': ['capture'],
  yaml: ['capture'],
  zod: ['targets'],
  '@modelcontextprotocol/sdk': ['targets'],
  '@modelcontextprotocol/server': ['targets'],
  'gpt-tokenizer': ['reading'],
  'jsonc-parser': ['interop'],
  preact: ['view'],
  'preact/hooks': ['view'],
  ajv: ['check'],
  'ajv-formats': ['check'],
};

/**
 * Folders whose functions are pure: no file, socket or process, and no clock but the one by which
 * `node:vm` ends the check of a foreign schema.
 */
const pure = ['model', 'wire', 'secrets', 'protocol', 'check', 'compare', 'document'];

describe('imports between folders', () => {
  verifies('architecture.imports');
  const imports = sources().flatMap(importsOf);

  it('finds the sources and what they import', () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  it.each(Object.keys(mayImport))('%s imports what the table allows', (folder) => {
    const wrong = imports
      .filter((each) => each.folder === folder && each.target !== undefined)
      .filter(({ target }) => target !== folder && target !== 'errors.ts')
      .filter(({ target }) => !mayImport[folder]?.includes(target ?? ''));
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
  });

  it('every folder is in the table', () => {
    expect(readdirSync(root).filter((name) => !(name in mayImport))).toEqual([]);
  });

  it('third-party packages are imported in their home alone', () => {
    const wrong = imports.filter(({ folder, specifier, target }) => {
      if (target !== undefined) return false;
      const home = homeOf(specifier);
      return home ? !home.includes(folder) : !specifier.startsWith('node:');
    });
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
  });

  it('only two places connect to others: the data service of asrama, and APIs that count tokens', () => {
    const calls = sources().filter((file) =>
      / fetch\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(calls.map((file) => file.split(sep).join('/')).sort()).toEqual([
      'counting/count.ts',
      'targets/asrama/service-client.ts',
      // In the browser, of the server that the page is from; the page's policy allows no other.
      'view/web/app/source.ts',
    ]);
  });

  it('pure folders import no module that does input or output', () => {
    const wrong = imports.filter(
      ({ folder, specifier }) =>
        pure.includes(folder) &&
        specifier.startsWith('node:') &&
        !['node:buffer', 'node:vm'].includes(specifier),
    );
    expect(wrong.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
  });
});

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly specifier: string;
  /** Folder in src that it points to; undefined for packages. */
  readonly target: string | undefined;
}

function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  // Statements at the start of a line, and calls of import(); never text in string literals.
  const found = text.matchAll(
    /^(?:import|export)\b[^';]*?from '([^'\n]+)'|^import '([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm,
  );
  return [...found]
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
    .map((specifier) => ({
      file,
      folder: topOf(file),
      specifier,
      target: specifier.startsWith('.') ? targetOf(file, specifier) : undefined,
    }));
}

function targetOf(file: string, specifier: string): string {
  const path = relative(root, join(root, dirname(file), specifier));
  return path.startsWith('..') ? 'package.json' : topOf(path);
}

function topOf(path: string): string {
  return path.split(sep)[0] ?? '';
}

function homeOf(specifier: string): readonly string[] | undefined {
  const name = Object.keys(homes).find(
    (each) => specifier === each || specifier.startsWith(`${each}/`),
  );
  return name === undefined ? undefined : homes[name];
}
