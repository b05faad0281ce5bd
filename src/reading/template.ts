import type { Piece } from './pieces.ts';
import type { RuleName } from './rules.ts';

/** What a template may name; an absent slot leaves its optional section out. */
export type Slots = ReadonlyMap<string, readonly Piece[]>;

/**
 * Fills a template. `{name}` is a slot, `{title|name}` the first of several that is there, `[?…?]`
 * a section that is left out when a slot in it is missing. A slot that is missing elsewhere stays
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
      const name = (match[1] ?? '').split('|').find((each) => slots.has(each));
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
    pieces.push(...(found ?? [{ text: `‹${match[1]}›`, rule }]));
    end = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(end), rule });
  return pieces.filter((each) => each.text !== '');
}

function firstOf(names: string, slots: Slots): readonly Piece[] | undefined {
  for (const name of names.split('|')) {
    const found = slots.get(name);
    if (found) return found;
  }
  return undefined;
}
