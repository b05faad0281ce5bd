import type { TimelineItem } from '../model/recording.ts';

/** A line that is kept, or may be. */
export interface Spot {
  readonly seq: number;
  /** Where in the file it stands, and how long it is with its line feed, when it was not understood yet. */
  readonly offset: number;
  readonly length: number;
  /** Of a frame: its number among the lines of its side, from 1. */
  readonly number: number;
  /** What stands there, where that is understood already. */
  readonly item?: TimelineItem;
}

/** The lines of a recording that are kept. */
export class Kept {
  readonly #spots: Spot[] = [];

  add(spot: Spot): void {
    this.#spots.push(spot);
  }

  /** In the order of the file. */
  inOrder(): readonly Spot[] {
    return this.#spots.sort((one, other) => one.seq - other.seq);
  }
}
