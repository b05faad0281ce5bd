import type { JsonNode } from '../../model/json.ts';
import type { Fate, FateKind } from '../../model/reading.ts';
import { type FateTree, fateOf } from './fates.ts';
import { gapText } from './gap.ts';
import { Grouping } from './grouping.ts';
import { oneLine, wholeValue } from './inline.ts';
import {
  bracketsOf,
  type Compound,
  childPlace,
  closing,
  fatesAt,
  isCompound,
  isWanted,
  type LayoutOptions,
  noteFor,
  opening,
  type Place,
  type Row,
  reachesModel,
  roomFor,
  row,
  sizeOf,
  spelling,
  UNRULED,
} from './place.ts';
import { type JsonString, wrappedString } from './strings.ts';
import { fits, widthOf } from './width.ts';

/**
 * A message as lines, in the order sent, numbers as spelled, duplicate keys both. Every line that
 * shows a value carries its fate; a fate that no rule gave is `unknown`, never guessed.
 */
export function layout(node: JsonNode, tree: FateTree, options: LayoutOptions): Row[] {
  const place = { indent: 0, before: '', after: '', tree, over: undefined };
  return isWanted(options, place) ? valueRows(options, node, place) : [];
}

const STRING_LINES = 4;
const MOST_ITEMS = 12;
const MOST_MEMBERS = 60;
const MOST_OPENED = 16;
const DEEPEST = 60;

function valueRows(options: LayoutOptions, node: JsonNode, place: Place): Row[] {
  const fate = fateOf(place.tree, place.over);
  if (fate || !isCompound(node) || sizeOf(node) === 0)
    return uniformRows(options, node, place, fate ?? UNRULED);
  if (isTooDeep(options, place)) return [foldedRow(options, node, place)];
  return compoundRows(options, node, place);
}

function isTooDeep(options: LayoutOptions, place: Place): boolean {
  return place.indent >= DEEPEST || place.indent > options.columns - 12;
}

/** One fate for the whole value. */
function uniformRows(options: LayoutOptions, node: JsonNode, place: Place, fate: Fate): Row[] {
  const note = noteFor(options, fate, fatesAt(fate, place));
  const room = roomFor(options, place);
  const how = spelling(options, fate.kind);
  const whole = wholeValue(node, room, how, place.owner);
  if (whole !== undefined) return [row(place, whole, [fate.kind], note)];
  const opens = !options.elide || reachesModel(fate.kind);
  const levels = place.levels ?? Infinity;
  if (opens && node.kind === 'string' && levels >= 0)
    return stringRows(options, node, place, fate.kind, note);
  if (opens && isCompound(node) && levels > 0 && !isTooDeep(options, place))
    return isOnlyShared(place)
      ? compoundRows(options, node, place)
      : openedRows(options, node, place, { ...fate, note });
  return [row(place, oneLine(node, room, how, place.owner), [fate.kind], note)];
}

/**
 * Nobody gave the value itself a fate; the values below happen to have the same. Told at its own line it
 * would look as if, say, the whole result were read and not the text of its one block.
 */
function isOnlyShared({ tree, over }: Place): boolean {
  return !tree?.own && !over;
}

/**
 * A value with one fate that the model gets, opened as deep as a few lines allow. The note stands on
 * the line that opens it; inside, the word is enough.
 */
function openedRows(options: LayoutOptions, node: Compound, place: Place, fate: Fate): Row[] {
  const over = { ...fate, note: undefined };
  const deepest = place.levels ?? Infinity;
  const wanted = options.elide ? levelsFor(fate.kind) : [Infinity];
  let rows: Row[] = [];
  for (const levels of wanted) {
    const inner = { ...place, tree: undefined, over, levels: Math.min(levels, deepest) - 1 };
    rows = compoundRows(options, node, inner);
    if (rows.length <= MOST_OPENED) break;
  }
  const [first, ...rest] = rows;
  return first ? [{ ...first, kinds: [fate.kind], note: fate.note }, ...rest] : [];
}

/** A schema is for the model, but long and seldom the question: its first level is enough. */
function levelsFor(kind: FateKind): readonly number[] {
  return kind === 'renamed' ? [1] : [4, 3, 2, 1];
}

function stringRows(
  options: LayoutOptions,
  node: JsonString,
  place: Place,
  kind: FateKind,
  note: string | undefined,
): Row[] {
  // The second line stands under the first letter, or further left where that leaves no room.
  const under = place.indent + widthOf(place.before) + 1;
  const indent = under > options.columns / 3 ? place.indent + 2 : under;
  const first = roomFor(options, place);
  const rest = options.columns - indent - widthOf(place.after);
  const most = options.elide ? STRING_LINES : Infinity;
  const lines = wrappedString(node, first, rest, most, spelling(options, kind));
  return lines.map((text, index) => {
    const after = index === lines.length - 1 ? place.after : '';
    if (index === 0) return row({ ...place, after }, text, [kind], note);
    const under = row({ ...place, indent, before: '', after }, text, [kind], undefined);
    return { ...under, continues: true };
  });
}

function compoundRows(options: LayoutOptions, node: Compound, place: Place): Row[] {
  const only = node.kind === 'array' && node.items.length === 1 ? node.items[0] : undefined;
  return only ? onlyItemRows(options, only, place) : mixedRows(options, node, place);
}

/** `"content": [ { … } ]`: one item shares the lines of its brackets. */
function onlyItemRows(options: LayoutOptions, item: JsonNode, place: Place): Row[] {
  const tree = place.tree?.child(0);
  const before = `${place.before}[ `;
  if (place.indent + widthOf(before) <= options.columns / 2)
    return valueRows(options, item, {
      ...place,
      before,
      after: ` ]${place.after}`,
      tree,
      owner: {},
    });
  const inner = { ...place, indent: place.indent + 2, before: '', after: '', tree, owner: {} };
  return [opening(place, '['), ...valueRows(options, item, inner), closing(place, ']')];
}

/** Brackets on lines of their own, members in groups that share a fate; except that an item starts behind its `{`. */
function mixedRows(options: LayoutOptions, node: Compound, place: Place): Row[] {
  const [open, close] = bracketsOf(node);
  const inside = childRows(options, node, { ...place, indent: place.indent + 2 });
  const [first, ...rest] = inside;
  const isItem = node.kind === 'object' && place.indent > 0 && !place.owner?.key;
  if (first && isItem) {
    const text = `${opening(place, open).text} ${first.text.trimStart()}`;
    if (fits(text, options.columns)) return [{ ...first, text }, ...rest, closing(place, close)];
  }
  return [opening(place, open), ...inside, closing(place, close)];
}

function childRows(options: LayoutOptions, node: Compound, place: Place): Row[] {
  const rows = new Grouping(options, place.indent, valueRows);
  let hidden: number[] = [];
  for (let index = 0; index < sizeOf(node); index++) {
    const child = childPlace(options, node, index, place);
    if (!child || !isWanted(options, child.place)) continue;
    if (isHidden(options, node, index, child.place.tree)) {
      hidden.push(index);
      continue;
    }
    if (hidden.length > 0) rows.addRows([gapRow(options, node, place, hidden)]);
    hidden = [];
    rows.add(child.node, child.place);
  }
  if (hidden.length > 0) rows.addRows([gapRow(options, node, place, hidden)]);
  return rows.end();
}

/** Long lists show their start, and whatever makes the call or the list fail. */
function isHidden(options: LayoutOptions, node: Compound, index: number, tree?: FateTree): boolean {
  if (!options.elide || tree?.kinds.has('fails')) return false;
  const most = node.kind === 'array' ? MOST_ITEMS : MOST_MEMBERS;
  return index >= most && sizeOf(node) > most + 1;
}

/** `… 37 more: read_file, write_file, …` with the fates of all of them. */
function gapRow(
  options: LayoutOptions,
  node: Compound,
  place: Place,
  hidden: readonly number[],
): Row {
  const kinds = new Set<FateKind>();
  for (const index of hidden) {
    const child = childPlace(options, node, index, place);
    const own = child && fateOf(child.place.tree, child.place.over);
    for (const kind of own ? [own.kind] : (child?.place.tree?.kinds ?? [])) kinds.add(kind);
  }
  const text = gapText(node, hidden, options.columns - place.indent);
  const gap = { ...place, before: '', after: '' };
  return row(gap, text, wantedOf(options, kinds), undefined);
}

/** Too deep to open: one line with all fates. */
function foldedRow(options: LayoutOptions, node: Compound, place: Place): Row {
  const kinds = wantedOf(options, place.tree?.kinds ?? new Set());
  const text = oneLine(node, roomFor(options, place), spelling(options, kinds[0] ?? 'unknown'));
  return row(place, text, kinds, undefined);
}

function wantedOf({ wants }: LayoutOptions, kinds: ReadonlySet<FateKind>): FateKind[] {
  const wanted = wants ? [...kinds].filter(wants) : [...kinds];
  return wanted.length > 0 ? wanted : [UNRULED.kind];
}
