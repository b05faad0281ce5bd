import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesFunction } from '../../src/capture/tee/lines-function.ts';
import { textFunction } from '../../src/wire/text-function.ts';
import { moduleBytes, type Func } from '../../src/wire/wasm.ts';

const src = join(import.meta.dirname, '../../src');

/** Assembled once and kept, so that no start of the program pays for it. */
const modules: readonly (readonly [file: string, name: string, functions: Func[]])[] = [
  ['wire/text-wasm.ts', 'TEXT_WASM', [textFunction()]],
  ['capture/tee/lines-wasm.ts', 'LINES_WASM', [textFunction(), linesFunction()]],
];

describe('the assembled functions', () => {
  it.each(modules)('%s is what their source says (UPDATE_GOLDEN=1 writes it)', (file, name, of) => {
    const path = join(src, file);
    const base64 = Buffer.from(moduleBytes(of, { host: 'host' })).toString('base64');
    const lines = base64.match(/.{1,92}/g) ?? [];
    const text = [
      `/** Made of ${of.map((each) => each.name).join(', ')}: test/golden/wasm.test.ts. */`,
      `export const ${name}: string = [`,
      ...lines.map((line) => `  '${line}',`),
      "].join('');\n",
    ].join('\n');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
