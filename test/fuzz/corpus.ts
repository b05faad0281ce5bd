import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of all targets: each is a file in the folder `targets` of test/fuzz. */
export function targetNames(folder: string): string[] {
  return readdirSync(join(folder, 'targets'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}

/** The inputs that are kept for a target, because together they reach the most of the code. */
export function keptInputs(folder: string, target: string): Buffer[] {
  return inputsIn(join(folder, 'corpus', `${target}.ndjson`));
}

/** The inputs that broke a target once. */
export function brokenInputs(folder: string, target: string): Buffer[] {
  return inputsIn(join(folder, 'broken', `${target}.ndjson`));
}

/** One a line, as a JSON string with a character for each byte. */
function inputsIn(path: string): Buffer[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  // `lineOf` wrote them: each is a string.
  return lines.map((line) => Buffer.from(JSON.parse(line) as string, 'latin1'));
}

/** Bytes of the file of one target, so that those of all are no more than a megabyte. */
const LARGEST = 38_000;

/** Writes the inputs, the shortest first, each once, as far as there is room. */
export function keepInputs(folder: string, target: string, inputs: readonly Uint8Array[]): void {
  const lines = [...new Set(inputs.map(lineOf))];
  lines.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  let size = 0;
  const fitting = lines.filter((line) => {
    size += line.length + 1;
    return size <= LARGEST;
  });
  mkdirSync(join(folder, 'corpus'), { recursive: true });
  writeFileSync(
    join(folder, 'corpus', `${target}.ndjson`),
    fitting.map((line) => `${line}\n`).join(''),
  );
}

/** ASCII alone, so that no editor and no tool for text changes a byte. */
function lineOf(bytes: Uint8Array): string {
  return JSON.stringify(Buffer.from(bytes).toString('latin1')).replaceAll(
    /[\x7f-\xff]/g,
    (char) => `\\u00${char.charCodeAt(0).toString(16)}`,
  );
}
