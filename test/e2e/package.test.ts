import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bin } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const root = dirname(dirname(bin));
const cli = join(root, 'dist', 'cli');
const files = readdirSync(cli).filter((name) => name.endsWith('.cjs'));
const page = readFileSync(
  join(import.meta.dirname, '../../docs/reference/dependencies.md'),
  'utf8',
);

describe('what is shipped', () => {
  verifies('package.alone', 'package.small', 'package.licences');

  it('asks for modules of Node and its own files, and for nothing else', () => {
    const asked = [join(root, 'dist', 'index.js'), ...files.map((name) => join(cli, name))]
      .flatMap((path) => requiredBy(path).map((name) => ({ name, from: path })))
      .filter(({ name }) => !name.startsWith('node:') && !builtinModules.includes(name))
      .filter(({ name, from }) => !existsSync(join(dirname(from), name)));
    expect(asked).toEqual([]);
  });

  it('stays below 2 MB without the vocabulary of the tokenizer', () => {
    const rest = files.map((name) => gzipped(join(cli, name))).reduce((all, each) => all + each, 0);
    expect(rest + gzipped(join(root, 'dist', 'index.js'))).toBeLessThan(2_000_000);
    expect(rest + gzipped(join(cli, 'o200k.bin'))).toBeLessThan(3_000_000);
  });

  it('names every package in it, with its licence', () => {
    const notices = readFileSync(join(root, 'dist', 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    const named = [...notices.matchAll(/^- (\S+) \S+ \((\S+)\)$/gm)].map(([, name]) => name);
    const declared = [...page.matchAll(/^\| (\S+) \|[^|]*\|[^|]*\| yes \|/gm)].map(
      ([, name]) => name,
    );
    expect(declared.length).toBeGreaterThan(5);
    expect(named).toEqual(expect.arrayContaining(declared));
    const unused = [...page.matchAll(/^\| (\S+) \|[^|]*\|[^|]*\| no \|/gm)].map(([, name]) => name);
    expect(named.filter((name) => unused.includes(name))).toEqual([]);
    expect(
      notices.match(/Permission is hereby granted|Apache License|Redistribution and use/g)?.length,
    ).toBeGreaterThanOrEqual(named.length / 2);
  });
});

function gzipped(path: string): number {
  return statSync(path).size === 0 ? 0 : gzipSync(readFileSync(path)).length;
}

/** Names in `require("…")` and `import … from "…"` that are not inside of a text. */
function requiredBy(path: string): string[] {
  const code = readFileSync(path, 'utf8');
  const found = code.matchAll(/^[^"'`\n]*\b(?:require\(|import\(|from )"([^"\n]+)"/gm);
  return [...found].map(([, name = '']) => name);
}
