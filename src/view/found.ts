import type { PlacedHit } from '../recording/redact.ts';

/** Values found by one rule in one place of one entry. */
export interface FoundPlace {
  /** The entry; undefined for the header. */
  readonly seq: number | undefined;
  /** JSON pointer in the message; empty in what is no message. */
  readonly pointer: string;
  readonly rule: string;
  readonly count: number;
  /** Enough to know the first value again, and not enough to use it. */
  readonly preview: string;
}

/** Groups hits by place, in the order found. */
export function foundPlaces(hits: readonly PlacedHit[]): FoundPlace[] {
  const places = new Map<string, FoundPlace>();
  for (const { seq, pointer, rule, value } of hits) {
    const key = JSON.stringify([seq, pointer, rule]);
    const place = places.get(key);
    places.set(key, {
      seq,
      pointer,
      rule,
      count: (place?.count ?? 0) + 1,
      preview: place?.preview ?? preview(value),
    });
  }
  return [...places.values()];
}

/** The first two characters of a long value, and how many there are. */
function preview(value: string): string {
  const characters = Array.from(value);
  const shown = characters.length >= 12 ? characters.slice(0, 2).join('') : '';
  return `${shown}… (${characters.length})`;
}
