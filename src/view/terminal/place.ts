import type { JsonArray, JsonNode, JsonObject } from '../../model/json.ts';
import type { Fate, FateKind } from '../../model/reading.ts';
import { type FateTree, fateOf } from './fates.ts';
import { keyText, type Owner } from './inline.ts';
import type { Spelling } from './strings.ts';
import { widthOf } from './width.ts';

/** One printed line of a message's JSON, and the fate of what it shows. */
export interface Row {
  /** Printable, with its indentation. */
  readonly text: string;
  /** Empty: the line holds brackets only. Several: the line stands for values with several fates. */
  readonly kinds: readonly FateKind[];
  /** Printed once, on the first line that a fate governs. */
  readonly note: string | undefined;
  /** Goes on with the value of the line above, which has said its fate. */
  readonly continues?: boolean;
}

export interface LayoutOptions {
  /** Columns for the JSON. */
  readonly columns: number;
  /** Leave out the middle of what is long. */
  readonly elide: boolean;
  /** See `Spelling.damaged`. */
  readonly damaged: Buffer | undefined;
  /** Leave out what has other fates; absent: show everything. */
  readonly wants?: ((kind: FateKind) => boolean) | undefined;
  /** What is printed behind the word of fates that are the same in word and note. */
  readonly note: (fates: readonly Fate[]) => string | undefined;
}

/** Where a value is printed and what governs it. */
export interface Place {
  readonly indent: number;
  /** Printed before the value: its key, or brackets that it shares the line with. */
  readonly before: string;
  /** Printed behind it: a comma, closing brackets. */
  readonly after: string;
  readonly tree: FateTree | undefined;
  /** The fate of something above, which holds here too. */
  readonly over: Fate | undefined;
  /** Below a value with one fate: how many levels may still be opened. */
  readonly levels?: number;
  readonly owner?: Owner;
}

export type Compound = JsonObject | JsonArray;

/** For what the profile forgot: printed as unknown, never guessed. */
export const UNRULED: Fate = {
  pointer: '',
  kind: 'unknown',
  stage: 'envelope',
  rule: '',
  note: 'no rule covers this',
};

/** Of two members with one name every parser in use keeps the last; the model cannot get this one. */
const SHADOWED: Fate = {
  pointer: '',
  kind: 'replaced',
  stage: 'envelope',
  rule: '',
  note: 'by the later member of this name',
};

/** Is this the fate of something that the model reads or wrote? */
export function reachesModel(kind: FateKind): boolean {
  return !HIDDEN.has(kind);
}

/** Is it certain that the model gets nothing of this? */
export function neverSeen(kind: FateKind): boolean {
  return HIDDEN.has(kind) || kind === 'fails';
}

/** Is there anything at this place that the view asks for? */
export function isWanted({ wants }: LayoutOptions, { tree, over }: Place): boolean {
  if (!wants) return true;
  const fate = fateOf(tree, over) ?? (tree ? undefined : UNRULED);
  return fate ? wants(fate.kind) : [...(tree?.kinds ?? [])].some(wants);
}

/** A member or item with the place where it is printed; undefined past the end. */
export function childPlace(
  options: LayoutOptions,
  node: Compound,
  index: number,
  place: Place,
): { readonly node: JsonNode; readonly place: Place } | undefined {
  const after = index < sizeOf(node) - 1 ? ',' : '';
  // Written out, since this is done for every value of a session: copies of objects cost a third of all.
  const { indent, over, levels = Infinity } = place;
  if (node.kind === 'array') {
    const item = node.items[index];
    if (!item) return undefined;
    const tree = place.tree?.child(index);
    return { node: item, place: { indent, before: '', after, tree, over, levels, owner: {} } };
  }
  const member = node.members[index];
  if (!member) return undefined;
  const { key, value } = member;
  const before = keyText(key, Math.floor((options.columns - indent) * KEY_SHARE));
  const owner = { key, object: node };
  const isReplaced = isShadowed(node, index);
  const tree = isReplaced ? undefined : place.tree?.child(key);
  const fate = isReplaced ? SHADOWED : over;
  return { node: value, place: { indent, before, after, tree, over: fate, levels, owner } };
}

/** The line of a value. */
export function row(
  place: Place,
  text: string,
  kinds: readonly FateKind[],
  note: string | undefined,
): Row {
  return { text: indented(place, place.before + text + place.after), kinds, note };
}

/** The line that opens a value. */
export function opening(place: Place, open: string): Row {
  return { text: indented(place, place.before + open), kinds: [], note: undefined };
}

/** The line that closes it. */
export function closing(place: Place, close: string): Row {
  return { text: indented(place, close + place.after), kinds: [], note: undefined };
}

/** The fates that begin at this place; none when something above has told its own. */
export function fatesAt(fate: Fate, { tree }: Place): readonly Fate[] {
  if (tree?.own === fate) return [fate];
  return tree?.common === fate ? tree.shared : [];
}

/** What stands behind the word; a fate of something above was explained up there. */
export function noteFor(
  options: LayoutOptions,
  fate: Fate,
  begun: readonly Fate[],
): string | undefined {
  return begun.length > 0 ? options.note(begun) : fate.note;
}

/** Columns left for the value itself. */
export function roomFor(options: LayoutOptions, place: Place): number {
  return Math.max(1, options.columns - place.indent - widthOf(place.before) - widthOf(place.after));
}

/** Text that the model gets names its invisible characters. */
export function spelling(options: LayoutOptions, kind: FateKind): Spelling {
  return { damaged: options.damaged, names: reachesModel(kind), whole: !options.elide };
}

export function isCompound(node: JsonNode): node is Compound {
  return node.kind === 'object' || node.kind === 'array';
}

export function sizeOf(node: Compound): number {
  return node.kind === 'object' ? node.members.length : node.items.length;
}

export function bracketsOf(node: Compound): readonly [string, string] {
  return node.kind === 'object' ? ['{', '}'] : ['[', ']'];
}

/** Of the columns of a line, at most; the value needs some too. */
const KEY_SHARE = 0.7;

const HIDDEN: ReadonlySet<FateKind> = new Set(['host', 'dropped', 'envelope', 'replaced']);

function isShadowed(node: JsonObject, index: number): boolean {
  if (node.members.length <= FEW) return hasLater(node, index);
  const known = shadows.get(node) ?? shadowed(node);
  shadows.set(node, known);
  return known.has(index);
}

/** Looking through a few members is cheaper than remembering them. */
const FEW = 16;

function hasLater({ members }: JsonObject, index: number): boolean {
  const key = members[index]?.key;
  for (let later = index + 1; later < members.length; later++)
    if (members[later]?.key === key) return true;
  return false;
}

function shadowed(node: JsonObject): ReadonlySet<number> {
  const last = new Map(node.members.map(({ key }, index) => [key, index]));
  if (last.size === node.members.length) return NONE;
  return new Set(
    node.members.flatMap(({ key }, index) => (last.get(key) === index ? [] : [index])),
  );
}

const NONE: ReadonlySet<number> = new Set();

/** Asked once per member; computed once per object. */
const shadows = new WeakMap<JsonObject, ReadonlySet<number>>();

function indented(place: Place, text: string): string {
  return ' '.repeat(place.indent) + text;
}
