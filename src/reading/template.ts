import { append } from '../model/lists.ts';
import type { Piece } from './pieces.ts';
import type { RuleName } from './rules.ts';

/** What a template may name; an absent slot leaves its optional section out. */
export type Slots = ReadonlyMap<string, readonly Piece[]>;

/**
 * Fills a template. `{name}` is a slot, `{title|name}` the first of several that is there,
 * `{name_in_json}` a slot as it is spelled between the quotes of a JSON string, `[?…?]` a section that is left out when a slot in it is missing. A slot that is missing elsewhere stays
 * visible as `‹name›`, because the recording cannot know it.
 */
export function fill(template: string, rule: RuleName, slots: Slots): Piece[] {
  return sections(template).flatMap(({ text, optional }) => {
    const missing = [...text.matchAll(SLOT)].some((match) => !firstOf(match[1] ?? '', slots));
    return optional && missing ? [] : filled(text, rule, slots);
  });
}

/** The slots of a template that it takes from what is there. */
export function usedSlots(template: string, slots: Slots): Set<string> {
  const used = new Set<string>();
  for (const { text } of sections(template))
    for (const match of text.matchAll(SLOT)) {
      const names = (match[1] ?? '').split('|').map((each) => slotOf(each).name);
      const name = names.find((each) => slots.has(each));
      if (name !== undefined) used.add(name);
    }
  return used;
}

/** Letters only, so that JSON in a template is no slot. */
const SLOT = /\{([A-Za-z_]+(?:\|[A-Za-z_]+)*)\}/g;

interface Section {
  readonly text: string;
  readonly optional: boolean;
}

function sections(template: string): Section[] {
  return template
    .split(/(\[\?.*?\?\])/su)
    .filter((each) => each !== '')
    .map((each) => {
      const optional = each.startsWith('[?') && each.endsWith('?]');
      return { text: optional ? each.slice(2, -2) : each, optional };
    });
}

function filled(text: string, rule: RuleName, slots: Slots): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(SLOT)) {
    pieces.push({ text: text.slice(end, match.index), rule });
    const found = firstOf(match[1] ?? '', slots);
    append(pieces, found ?? [{ text: `‹${match[1]}›`, rule }]);
    end = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(end), rule });
  return pieces.filter((each) => each.text !== '');
}

function firstOf(names: string, slots: Slots): readonly Piece[] | undefined {
  for (const each of names.split('|')) {
    const { name, inJson } = slotOf(each);
    const found = slots.get(name);
    if (!found) continue;
    if (!inJson) return found;
    return found.map((piece) => ({ ...piece, text: JSON.stringify(piece.text).slice(1, -1) }));
  }
  return undefined;
}

const IN_JSON = '_in_json';

function slotOf(each: string): { readonly name: string; readonly inJson: boolean } {
  const inJson = each.endsWith(IN_JSON);
  return { name: inJson ? each.slice(0, -IN_JSON.length) : each, inJson };
}
