import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepInputs, keptInputs, targetNames } from '../corpus.ts';
import { type Bundle, type FuzzResult, fuzzed } from './supervise.ts';

/** What the program gets from the script that built it. */
export interface Surroundings {
  /** test/fuzz. */
  readonly folder: string;
  /** Builds a target with counters. */
  readonly bundle: (target: string) => Promise<Bundle>;
}

const OPTIONS = {
  seconds: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1e9) },
  first: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  broken: { type: 'string' },
  figures: { type: 'string' },
  input: { type: 'string' },
} as const;

/** The program: fuzzes the targets that the arguments name, or all; 1 when something broke. */
export async function main(args: string[], { folder, bundle }: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const known = targetNames(folder);
  const unknown = positionals.find((name) => !known.includes(name) && !name.endsWith('.ts'));
  if (unknown !== undefined) {
    console.error(`there is no target ${unknown}; there are ${known.join(', ')}`);
    return 2;
  }
  const { input } = values;
  console.log(input === undefined ? `seed ${values.seed}` : 'one input');
  let broken = 0;
  for (const name of positionals.length > 0 ? positionals : known) {
    const built = await bundle(name);
    const kept = input === undefined ? keptInputs(folder, name) : [Buffer.from(input, 'base64')];
    const ms = input === undefined ? Number(values.seconds) * 1000 : 0;
    const told = (state: string) => progress(`${name}: ${state}`);
    const result = await fuzzed(built, {
      ms,
      seed: Number(values.seed),
      kept,
      told,
      first: values.first,
    });
    progress('');
    console.log(`${name}: ${summary(result, built)}`);
    report(name, result, values.broken);
    broken += result.broken.length;
    if (values.keep && input === undefined)
      await keep(folder, name, built, [...kept, ...result.kept]);
    if (values.figures !== undefined) appendFileSync(values.figures, figureOf(name, result, built));
  }
  return broken > 0 ? 1 : 0;
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`);
}

function summary({ runs, reached, kept, broken }: FuzzResult, { places }: Bundle): string {
  return `${runs} runs, ${reached} of ${places} branches, ${kept.length} new inputs, ${broken.length} broken`;
}

function figureOf(
  target: string,
  { promise, runs, reached, broken }: FuzzResult,
  { places }: Bundle,
): string {
  return `${JSON.stringify({ target, promise, runs, reached, places, broken: broken.length })}\n`;
}

/** Each input that broke something: in a file of the folder, else printed as it would stand in the corpus. */
function report(name: string, { broken }: FuzzResult, folder: string | undefined): void {
  for (const [index, { bytes, error }] of broken.entries()) {
    console.log(
      `\n${name} broken by ${bytes.length} bytes: ${error.split('\n').slice(0, 6).join('\n')}`,
    );
    if (folder === undefined) {
      console.log(JSON.stringify(Buffer.from(bytes).toString('latin1')));
      continue;
    }
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}-${index + 1}`);
    writeFileSync(path, bytes);
    console.log(path);
  }
}

/** Of all inputs the shortest ones that together reach what all reach. */
async function keep(
  folder: string,
  name: string,
  built: Bundle,
  inputs: readonly Uint8Array[],
): Promise<void> {
  const sorted = [...inputs].sort((a, b) => a.length - b.length);
  const chosen = await fuzzed(built, {
    ms: 0,
    seed: 1,
    kept: sorted,
    told: () => {},
    first: false,
  });
  keepInputs(folder, name, chosen.kept);
}
