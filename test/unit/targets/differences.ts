/** A member that two JSON values do not share. `at` is a JSON pointer; array items are numbered. */
export interface Difference {
  readonly at: string;
  readonly kind: 'missing' | 'extra' | 'changed';
  readonly original?: unknown;
  readonly ours?: unknown;
}

/** Stands for text whose wording is ours: any text that is one trimmed, non-empty line. */
export const OUR_WORDING = Symbol('our wording');

/** Stands for text whose wording is the SDK's: any non-empty text. */
export const SDK_WORDING = Symbol('wording of the SDK');

/** Every difference between two values, member by member. The order of members is none. */
export function differences(original: unknown, ours: unknown, at = ''): Difference[] {
  if (isWording(original)) return matches(original, ours) ? [] : [changed(at, original, ours)];
  if (
    !isContainer(original) ||
    !isContainer(ours) ||
    Array.isArray(original) !== Array.isArray(ours)
  )
    return Object.is(original, ours) ? [] : [changed(at, original, ours)];
  const left = new Map(Object.entries(original));
  const right = new Map(Object.entries(ours));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const here = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!right.has(key)) return [{ at: here, kind: 'missing' as const, original: left.get(key) }];
    if (!left.has(key)) return [{ at: here, kind: 'extra' as const, ours: right.get(key) }];
    return differences(left.get(key), right.get(key), here);
  });
}

function changed(at: string, original: unknown, ours: unknown): Difference {
  return { at, kind: 'changed', original, ours };
}

function isWording(value: unknown): value is symbol {
  return value === OUR_WORDING || value === SDK_WORDING;
}

function matches(wording: symbol, text: unknown): boolean {
  if (typeof text !== 'string' || text === '') return false;
  return wording === SDK_WORDING || (text.trim() === text && !text.includes('\n'));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An expected difference: where (`*` stands for one step of a pointer), of what kind, and why. */
export interface Intended {
  readonly at: string;
  readonly kind: Difference['kind'];
  /** The value that ours must have there; any when absent. */
  readonly ours?: unknown;
  readonly why: string;
}

/** Compares what was found with what is intended: both leftovers must be empty. */
export function judge(found: readonly Difference[], intended: readonly Intended[]) {
  return {
    unexpected: found.filter((each) => !intended.some((one) => covers(one, each))),
    notFound: intended.filter((one) => !found.some((each) => covers(one, each))),
  };
}

function covers(intended: Intended, found: Difference): boolean {
  return (
    intended.kind === found.kind &&
    pattern(intended.at).test(found.at) &&
    (intended.ours === undefined || differences(intended.ours, found.ours).length === 0)
  );
}

function pattern(at: string): RegExp {
  const steps = at
    .split('/')
    .map((step) => (step === '*' ? '[^/]+' : step.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')));
  return new RegExp(`^${steps.join('/')}$`);
}
