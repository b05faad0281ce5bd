import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaled, soaking } from '../support/soak.ts';
import { brokenInputs, keptInputs } from './corpus.ts';
import { mutated } from './guided/mutate.ts';
import { Random } from './guided/random.ts';
import type { FuzzTarget } from './target.ts';

const folder = import.meta.dirname;
/** An input that makes a careless reader go back and forth takes minutes of the processor. */
const MOST_SECONDS = 10;
const KIB_64 = 64 * 1024;
const NASTY = [
  '{',
  '[',
  '"',
  '\\',
  '\\"',
  ' ',
  'a-',
  '{"a":',
  '[{"a":',
  '\n',
  '\r\n',
  ': ',
  '- ',
  '&a ',
  '*a ',
  '«',
  '://a@',
  '<',
  '>[]\n',
  '\t#',
];

/**
 * The short form tries the same inputs every time, of which a slow machine tries fewer: code that did not
 * change cannot turn it red. The long form begins elsewhere each time, and says where.
 */
const SEED = scaled(20_261_201, Date.now() % 1_000_000_000);
const MOST_RUNS = scaled(1000, 1_000_000);

/** How long a target is tried with the kept inputs, and with inputs by chance, in milliseconds. */
const KEPT_MS = scaled(1000, Number.POSITIVE_INFINITY);
const CHANCE_MS = scaled(600, 5000);

/** Tests of some targets: with their seeds, the inputs that are kept, those that broke one, and some by chance. */
export function fuzzTests(names: readonly string[]): void {
  if (soaking) console.log(`inputs by chance: seed ${SEED}`);
  describe.each(names)('%s', (name) => {
    it('keeps its promise for the kept inputs', async () => {
      const target = await load(name);
      for (const bytes of [...seedsOf(target), ...brokenInputs(folder, name)])
        await tried(name, target, bytes);
      // The shortest come first, and reach most of what all reach.
      const end = performance.now() + KEPT_MS;
      for (const bytes of keptInputs(folder, name)) {
        if (performance.now() > end) break;
        await tried(name, target, bytes);
      }
    });

    it.runIf(soaking)('takes its time in proportion to the input', async () => {
      const target = await load(name);
      for (const bytes of longInputs(seedsOf(target))) {
        const begun = process.cpuUsage();
        await tried(name, target, bytes);
        const { user } = process.cpuUsage(begun);
        const text = JSON.stringify(bytes.toString('latin1', 0, 100));
        expect(user / 1e6, `seconds for 64 KiB of ${text}`).toBeLessThan(MOST_SECONDS);
      }
    });

    it('keeps its promise for inputs by chance', async () => {
      const target = await load(name);
      const inputs = [...seedsOf(target), ...keptInputs(folder, name)];
      const words = (target.words ?? ['"', '\\', '{', '}', '\n']).map((word) => Buffer.from(word));
      const longest = target.longest ?? 8 * 1024;
      const changed = fc.tuple(fc.nat(), fc.integer()).map(([which, seed]) => {
        const random = new Random(seed);
        const input = inputs[which % inputs.length] ?? Buffer.alloc(0);
        return mutated(input, { random, others: inputs, words, longest });
      });
      const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
      await fc.assert(
        fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: changed }, noise), (bytes) =>
          tried(name, target, bytes),
        ),
        {
          seed: SEED,
          numRuns: MOST_RUNS,
          interruptAfterTimeLimit: CHANCE_MS,
          endOnFailure: true,
        },
      );
    });
  });
}

async function load(name: string): Promise<FuzzTarget> {
  // Each file of that folder exports a target.
  const module = (await import(`./targets/${name}.ts`)) as { readonly target: FuzzTarget };
  return module.target;
}

function seedsOf({ seeds }: FuzzTarget): Buffer[] {
  return seeds.map((seed) => Buffer.from(seed));
}

/** 64 KiB of the same, behind nothing and behind the start of an input that means something. */
function longInputs(inputs: readonly Buffer[]): Buffer[] {
  const starts = [Buffer.alloc(0), ...inputs.slice(0, 1).map((input) => input.subarray(0, 40))];
  return starts.flatMap((start) =>
    NASTY.map((unit) => Buffer.concat([start, Buffer.alloc(KIB_64 - start.length, unit)])),
  );
}

/** An error tells in one line what repeats it: `npm run fuzz -- TARGET --input BASE64`. */
async function tried(name: string, target: FuzzTarget, bytes: Buffer): Promise<void> {
  try {
    await target.run(bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const what = `seed ${SEED}: npm run fuzz -- ${name} --input ${bytes.toString('base64')}`;
    throw new Error(`${why}\n${what}`, { cause: error });
  }
}
