import { KINDS, type Kind, traces } from './kinds.ts';

/** Where values are planted. */
export type Place =
  | 'environment'
  | 'argument'
  | 'request header'
  | 'response header'
  | 'url'
  | 'path'
  | 'event id'
  | 'params'
  | 'result'
  | 'event'
  | 'error'
  | 'stray'
  | 'stderr';

/** One value in one place; every place has values of its own, so that a leak says where it came from. */
export interface Planted {
  readonly kind: Kind;
  readonly place: Place;
  readonly value: string;
}

export function plantedIn(place: Place, kinds: readonly Kind[] = KINDS): Planted[] {
  return kinds.map((kind) => ({ kind, place, value: kind.value(place) }));
}

export function textOf({ kind, value }: Planted): string {
  return kind.inText?.(value) ?? `it is ${value} now`;
}

export function membersOf(planted: Planted): Readonly<Record<string, unknown>> {
  return planted.kind.member?.(planted.value) ?? { note: textOf(planted) };
}

export function argsOf({ kind, value }: Planted): readonly string[] {
  return kind.args?.(value) ?? [kind.inText?.(value) ?? value];
}

export function headerOf({ kind, value }: Planted): readonly [string, string] {
  return kind.header?.(value) ?? ['X-Note', kind.inText?.(value) ?? value];
}

export function queryOf({ kind, value }: Planted): string {
  return kind.query?.(value) ?? `q=${encodeURIComponent(kind.inText?.(value) ?? value)}`;
}

/** The values that a text or bytes give away, each as `kind of place`. */
export function leaksIn(bytes: Buffer | string, planted: readonly Planted[]): string[] {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('utf8');
  return planted
    .filter(({ kind, value }) => traces(kind, value).some((each) => text.includes(each)))
    .map(({ kind, place }) => `${kind.name} of ${place}`);
}
