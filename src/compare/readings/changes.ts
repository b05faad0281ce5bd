import type { JsonNode } from '../../model/json.ts';
import type { MessageRef } from '../../model/message.ts';
import { type Found, textNode } from '../change.ts';
import type { FoldedExample } from '../context.ts';
import { type Comparing, diffValues, type ValueChange, valuesEqual } from '../values.ts';
import type { ModelItem } from './side.ts';

/** What two lists of items are about, and how they are compared. */
export interface About {
  readonly subject: string;
  readonly question?: JsonNode;
  readonly comparing: Comparing;
  readonly fold: (rules: readonly string[], example: FoldedExample) => void;
}

/** A change of what is read, and the two texts: each session has the text in a place of its own. */
export interface Told {
  readonly found: Found;
  readonly old: Source | undefined;
  readonly now: Source | undefined;
}

/** Where a text comes from, in its own session. */
export type Source = Pick<ModelItem, 'located' | 'pointer'>;

/**
 * What the model reads otherwise of one thing: items are matched by where they come from, what is left
 * of one way in order; JSON in texts is compared as JSON.
 */
export function itemChanges(
  old: readonly ModelItem[],
  now: readonly ModelItem[],
  about: About,
): Told[] {
  const { pairs, gone, added } = matched(old, now);
  return [
    ...pairs.flatMap(([before, after]) =>
      pairChanges(before, after, about).map((found) => ({ found, old: before, now: after })),
    ),
    ...gone.map((item) => ({
      found: alone('reading.gone', item, about),
      old: item,
      now: undefined,
    })),
    ...added.map((item) => ({
      found: alone('reading.new', item, about),
      old: undefined,
      now: item,
    })),
  ];
}

function matched(old: readonly ModelItem[], now: readonly ModelItem[]) {
  const left = [...now];
  const take = (test: (item: ModelItem) => boolean) => {
    const at = left.findIndex(test);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const pairs: [ModelItem, ModelItem][] = [];
  const unmatched: ModelItem[] = [];
  for (const item of old) {
    const same = take((each) => each.key === item.key);
    if (same) pairs.push([item, same]);
    else unmatched.push(item);
  }
  const gone: ModelItem[] = [];
  for (const item of unmatched) {
    // What a rule of the host added is not the new form of a member.
    const isMember = item.pointer !== undefined;
    const like = take(
      ({ way, pointer }) => way === item.way && (pointer !== undefined) === isMember,
    );
    if (like) pairs.push([item, like]);
    else gone.push(item);
  }
  return { pairs, gone, added: left };
}

function alone(rule: 'reading.gone' | 'reading.new', item: ModelItem, about: About): Found {
  const value = textNode(item.text);
  return {
    rule: item.way === 'wrote' ? 'reading.wrote' : rule,
    ...aboutOf(about),
    note: placeWords(item),
    ...(item.pointer === undefined ? {} : { pointer: item.pointer }),
    ...(rule === 'reading.gone'
      ? { before: value, a: refOf(item) }
      : { after: value, b: refOf(item) }),
  };
}

function pairChanges(old: ModelItem, now: ModelItem, about: About): Found[] {
  const isSameWire = old.wire && now.wire && valuesEqual(old.wire, now.wire);
  // The words for a picture say less than its bytes.
  if (old.text === now.text && (isSameWire || !old.isMedia)) return [];
  const base = now.pointer ?? '';
  const values = diffValues(textNode(old.text), textNode(now.text), { ...about.comparing, base });
  const telling = values.filter((each) => !isFolded(each, now, about));
  const note = [placeWords(now), ...(isSameWire ? ['the wire is the same'] : [])].join(', ');
  const common = { ...aboutOf(about), note, a: refOf(old), b: refOf(now) };
  const place = now.pointer === undefined ? {} : { pointer: now.pointer };
  const whole = { before: textNode(old.text), after: textNode(now.text) };
  if (values.length === 0) return [{ rule: 'reading.other', ...common, ...place, ...whole }];
  if (telling.every(({ kind }) => kind === 'spelling'))
    return telling.length === 0
      ? []
      : [{ rule: 'reading.respelled', ...common, ...place, ...whole }];
  const rule = now.way === 'wrote' ? 'reading.wrote' : 'reading.other';
  return telling.map(({ inner, before, after }) => ({
    rule,
    ...common,
    ...place,
    ...(inner === undefined ? {} : { inner }),
    ...(before && { before }),
    ...(after && { after }),
  }));
}

function isFolded(change: ValueChange, { located }: ModelItem, about: About): boolean {
  const { kind, rules, before, after, pointer, inner } = change;
  if (kind !== 'folded' || !rules || !before || !after) return false;
  const b = { seq: located.seq, index: located.index };
  about.fold(rules, { pointer, ...(inner === undefined ? {} : { inner }), before, after, b });
  return true;
}

/** Of a tool in a list the number says nothing: `tools[].description`. */
function placeWords({ place }: ModelItem): string {
  return place.replace(/^([A-Za-z]*[tT]ools|functionDeclarations)\[\d+\]/, '$1[]');
}

function aboutOf({ subject, question }: About) {
  return { subject, ...(question && { question }) };
}

function refOf({ located: { seq, index } }: ModelItem): MessageRef {
  return { seq, index };
}
