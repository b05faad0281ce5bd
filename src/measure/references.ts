/**
 * Long texts of the canary as references to what was sent: `‹/result/content/0/text 0-4000›` stands for
 * these characters (UTF-16 units) of that member, so that a cut text can be read, and be restored exactly.
 */
import type { Leaf } from './leaves.ts';

/** Puts references in the place of long runs that `leaves` of the wire have. */
export function withReferences(text: string, leaves: readonly Leaf[]): string {
  return longTexts(leaves).reduce((left, source) => replaceRuns(left, source), text);
}

/** The text that `withReferences` was given. */
export function withoutReferences(text: string, leaves: readonly Leaf[]): string {
  const byPointer = new Map(longTexts(leaves).map((each) => [each.name, each.text]));
  return text.replaceAll(/‹([^ ›]+( escaped)*) (\d+)-(\d+)›/g, (all, name, _, from, to) =>
    (byPointer.get(String(name)) ?? all).slice(Number(from), Number(to)),
  );
}

/** Shorter runs are left as they are. */
const SHORTEST = 200;
/** Characters by which a run is recognised; the long texts never repeat so many. */
const SEED = 40;

interface LongText {
  readonly name: string;
  readonly text: string;
}

/** Each long text as it is, and as it is spelled in JSON, and in JSON in JSON. */
function longTexts(leaves: readonly Leaf[]): LongText[] {
  return leaves.flatMap(([pointer, value]) => {
    if (typeof value !== 'string' || value.length < SHORTEST) return [];
    const once = JSON.stringify(value).slice(1, -1);
    const twice = JSON.stringify(once).slice(1, -1);
    const spelled = [
      { name: pointer, text: value },
      { name: `${pointer} escaped`, text: once },
      { name: `${pointer} escaped escaped`, text: twice },
    ];
    return spelled.filter(({ text }, index) => text !== spelled[index - 1]?.text);
  });
}

function replaceRuns(text: string, { name, text: source }: LongText): string {
  if (text.length < SHORTEST) return text;
  const seeds = seedsOf(source);
  let out = '';
  let done = 0;
  for (let at = 0; at + SEED <= text.length; at += 1) {
    const from = seeds.get(text.slice(at, at + SEED));
    if (from === undefined) continue;
    const length = runLength(text, at, source, from);
    if (length < SHORTEST) continue;
    out += `${text.slice(done, at)}‹${name} ${from}-${from + length}›`;
    done = at + length;
    at = done - 1;
  }
  return out + text.slice(done);
}

function runLength(text: string, at: number, source: string, from: number): number {
  let length = SEED;
  while (
    at + length < text.length &&
    from + length < source.length &&
    text[at + length] === source[from + length]
  )
    length += 1;
  return length;
}

const known = new Map<string, ReadonlyMap<string, number>>();

/** Where each run of `SEED` characters is, the first of several. */
function seedsOf(source: string): ReadonlyMap<string, number> {
  const found = known.get(source);
  if (found) return found;
  const seeds = new Map<string, number>();
  for (let at = 0; at + SEED <= source.length; at += 1) {
    const seed = source.slice(at, at + SEED);
    if (!seeds.has(seed)) seeds.set(seed, at);
  }
  known.set(source, seeds);
  return seeds;
}
