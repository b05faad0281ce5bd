import type { JsonNode } from '../../model/json.ts';
import type { Fate } from '../../model/reading.ts';
import { fateOf } from './fates.ts';
import { wholeValue } from './inline.ts';
import {
  fatesAt,
  isCompound,
  type LayoutOptions,
  noteFor,
  type Place,
  type Row,
  roomFor,
  spelling,
  UNRULED,
} from './place.ts';
import { fits } from './width.ts';

/** Draws a value that is no small neighbour. */
export type DrawValue = (options: LayoutOptions, node: JsonNode, place: Place) => Row[];

/** Puts small neighbours with the same fate on one line; all others are drawn by `draw`. */
export class Grouping {
  readonly #rows: Row[] = [];
  readonly #options: LayoutOptions;
  readonly #indent: number;
  readonly #draw: DrawValue;
  #open: { text: string; fate: Fate; begun: readonly Fate[] } | undefined;

  constructor(options: LayoutOptions, indent: number, draw: DrawValue) {
    this.#options = options;
    this.#indent = indent;
    this.#draw = draw;
  }

  add(node: JsonNode, place: Place): void {
    const fate = fateOf(place.tree, place.over) ?? (isCompound(node) ? undefined : UNRULED);
    const small = fate && this.#small(node, place, fate);
    if (fate && small !== undefined) this.#join(small, fate, place);
    else this.addRows(this.#draw(this.#options, node, place));
  }

  addRows(rows: readonly Row[]): void {
    this.#flush();
    for (const row of rows) this.#rows.push(row);
  }

  end(): Row[] {
    this.#flush();
    return this.#rows;
  }

  #small(node: JsonNode, place: Place, fate: Fate): string | undefined {
    const how = spelling(this.#options, fate.kind);
    const text = wholeValue(node, roomFor(this.#options, place), how, place.owner);
    return text === undefined ? undefined : place.before + text + place.after;
  }

  #join(text: string, fate: Fate, place: Place): void {
    const open = this.#open;
    const together = open && `${open.text} ${text}`;
    const same = open?.fate.kind === fate.kind && open.fate.note === fate.note;
    if (together && same && fits(together, this.#options.columns - this.#indent)) {
      this.#open = { text: together, fate, begun: [...open.begun, ...fatesAt(fate, place)] };
      return;
    }
    this.#flush();
    this.#open = { text, fate, begun: fatesAt(fate, place) };
  }

  #flush(): void {
    const open = this.#open;
    if (!open) return;
    const text = ' '.repeat(this.#indent) + open.text;
    const note = noteFor(this.#options, open.fate, open.begun);
    this.#rows.push({ text, kinds: [open.fate.kind], note });
    this.#open = undefined;
  }
}
