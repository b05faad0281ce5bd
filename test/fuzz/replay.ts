import fc from 'fast-check';
import { describe, it } from 'vitest';
import { brokenInputs, keptInputs } from './corpus.ts';
import { mutated } from './guided/mutate.ts';
import { Random } from './guided/random.ts';
import type { FuzzTarget } from './target.ts';

const folder = import.meta.dirname;
/** How long a target is tried with inputs by chance, in milliseconds. */
const CHANCE_MS = 700;

/** Tests of some targets: with their seeds, the inputs that are kept, those that broke one, and some by chance. */
export function fuzzTests(names: readonly string[]): void {
  describe.each(names)('%s', (name) => {
    it('keeps its promise for the kept inputs', async () => {
      const target = await load(name);
      for (const bytes of startOf(name, target)) await tried(target, bytes);
    });

    it('keeps its promise for inputs by chance', async () => {
      const target = await load(name);
      const inputs = startOf(name, target);
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
          tried(target, bytes),
        ),
        { numRuns: 1_000_000, interruptAfterTimeLimit: CHANCE_MS, endOnFailure: true },
      );
    });
  });
}

async function load(name: string): Promise<FuzzTarget> {
  // Each file of that folder exports a target.
  const module = (await import(`./targets/${name}.ts`)) as { readonly target: FuzzTarget };
  return module.target;
}

function startOf(name: string, { seeds }: FuzzTarget): Buffer[] {
  return [
    ...seeds.map((seed) => Buffer.from(seed)),
    ...keptInputs(folder, name),
    ...brokenInputs(folder, name),
  ];
}

async function tried(target: FuzzTarget, bytes: Buffer): Promise<void> {
  try {
    await target.run(bytes);
  } catch (error) {
    const text = JSON.stringify(bytes.toString('latin1'));
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nfor ${text}`, {
      cause: error,
    });
  }
}
