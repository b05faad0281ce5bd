/** Content blocks that arrive in another form than the API's own, as a profile says it. */
import { type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Rule } from '../../model/profile.ts';
import { base64Size, besideJson, object, type Reader, whole } from '../cover.ts';
import { type Draft, giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { added, type Piece, textFrom } from '../pieces.ts';
import { USER_MESSAGE } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { fill, usedSlots } from '../template.ts';
import { blockSlots } from './block-slots.ts';
import { jsonPieces, omitting } from './encoding.ts';
import type { CallFacts } from './sdk-checks.ts';
import { blockKind } from './spelling.ts';

/** A block in the form that its rule has settings for. `facts`: the call, when it is of a result. */
export function shaped(
  name: RuleName,
  rule: Rule,
  place: string,
  facts: CallFacts | undefined,
): Reader {
  return (node, pointer, draft) => {
    const chosen = isTaken(node, rule) ? rule : (rule.otherwise ?? rule);
    const form: Form = { name, rule: chosen, place, facts };
    trail(form, node, pointer, draft);
    if (chosen.form === 'json' || chosen.form === 'list-as-json')
      return asJson(form, node, pointer, draft);
    if (chosen.form === 'media' || chosen.form === 'user-message')
      return asMedia(form, node, pointer, draft);
    asText(form, node, pointer, draft);
  };
}

interface Form {
  readonly name: RuleName;
  readonly rule: Rule;
  readonly place: string;
  readonly facts: CallFacts | undefined;
}

/** Does the host take media of this block's type? */
export function isTaken(node: JsonNode, { mimeTypes }: Rule): boolean {
  if (!mimeTypes) return true;
  const type =
    stringMember(node, 'mimeType') ?? stringMember(member(node, 'resource'), 'mimeType') ?? '';
  return mimeTypes.some((each) =>
    each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : each === type,
  );
}

function asJson({ name, rule, place }: Form, node: JsonNode, pointer: string, draft: Draft): void {
  const omits = omitting(rule.omit);
  const note = joined(place, rule.note);
  const rest: Reader = (_node, at) => giveKind(draft, at, name, 'inlined', note);
  const left = new Set(rule.omit ?? []);
  const members = Object.fromEntries([...left].map((key) => [key, dropped(name)]));
  if (left.size === 0) giveKind(draft, pointer, name, 'inlined', note);
  else object(members, rest)(node, pointer, draft);
  const { spelling } = ruleOf(draft.profile, 'result.encode');
  const json = jsonPieces(node, pointer, 'compact', { omits, spelling, kind: blockKind(node) });
  push(draft, place, around(name, rule, json));
}

/** What comes behind the texts of the result because of this block. */
function trail(form: Form, node: JsonNode, pointer: string, draft: Draft): void {
  const { name, rule, place } = form;
  if (rule.trail === undefined) return;
  const where = rule.form === 'user-message' ? USER_MESSAGE : place;
  const text = textFrom(where, 'read', fill(rule.trail, name, blockSlots(node, pointer, form)));
  if (!text) return;
  const said = saidIn(draft.trails);
  if (where === USER_MESSAGE && said.texts.has(text.text)) return;
  said.texts.add(text.text);
  draft.trails.push(text);
  said.length = draft.trails.length;
}

interface Said {
  readonly texts: Set<string>;
  /** Of the list then. */
  length: number;
}

/** What lists of trails say, so that they are not looked through once for each of many blocks. */
const saidBefore = new WeakMap<Draft['trails'], Said>();

function saidIn(trails: Draft['trails']): Said {
  const before = saidBefore.get(trails);
  // Others may have put something there.
  if (before?.length === trails.length) return before;
  const said = { texts: new Set(trails.map((each) => each.text)), length: trails.length };
  saidBefore.set(trails, said);
  return said;
}

/** Members that the template names are rewritten into it; the text of a text block is its slot. */
function asText(form: Form, node: JsonNode, pointer: string, draft: Draft): void {
  const { name, rule, place } = form;
  const slots = blockSlots(node, pointer, form);
  // A form of text without a template is the text itself, with something around it.
  if (rule.text === undefined && !wayOf(rule.fate)) {
    whole(name)(node, pointer, draft);
    return;
  }
  const template = rule.text ?? '{text}';
  const used = new Set(
    [...usedSlots(template + (rule.trail ?? ''), slots)].flatMap((slot) =>
      (slots.get(slot) ?? []).flatMap(fromOf),
    ),
  );
  const respelled = rule.respells ? respelledText(stringMember(node, 'text')) : undefined;
  if (respelled !== undefined) slots.set('text', [{ text: respelled, from: `${pointer}/text` }]);
  const isWhole = /^\{[A-Za-z_|]+\}$/.test(template);
  const changed = isWhole ? 'renamed' : 'rewritten';
  const kind =
    rule.text === undefined && respelled === undefined
      ? rule.fate
      : respelled === undefined
        ? changed
        : 'rewritten';
  cover({ form, draft, used, kind }, node, pointer);
  push(draft, place, around(name, rule, fill(template, name, slots)));
}

/** A text that is a JSON object or list without its white space; numbers stay as they are spelled. */
function respelledText(text: string | undefined): string | undefined {
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const compact = text.replaceAll(/("(?:\\.|[^"\\])*")|\s+/g, '$1');
  return compact === text ? undefined : compact;
}

function asMedia(form: Form, node: JsonNode, pointer: string, draft: Draft): void {
  const { name, rule, place } = form;
  if (!wayOf(rule.fate)) {
    whole(name)(node, pointer, draft);
    return;
  }
  const resource = member(node, 'resource');
  const owner = resource ?? node;
  const base = resource ? `${pointer}/resource` : pointer;
  const key = resource ? 'blob' : 'data';
  const data = stringMember(owner, key);
  const slots = blockSlots(node, pointer, form);
  const used = new Set([`${base}/${key}`, `${base}/mimeType`]);
  for (const slot of usedSlots((rule.text ?? '') + (rule.trail ?? ''), slots))
    for (const from of (slots.get(slot) ?? []).flatMap(fromOf)) used.add(from);
  cover({ form, draft, used, kind: 'rewritten' }, node, pointer);
  if (rule.text !== undefined) push(draft, place, around(name, rule, fill(rule.text, name, slots)));
  if (data === undefined) return;
  const where = rule.form === 'user-message' ? USER_MESSAGE : place;
  const user = (template: string | undefined) =>
    push(draft, USER_MESSAGE, template === undefined ? [] : fill(template, name, slots));
  user(rule.userBefore);
  draft.media.push({
    place: where,
    way: 'read',
    mimeType: stringMember(owner, 'mimeType'),
    size: base64Size(data),
    from: `${base}/${key}`,
  });
  user(rule.userAfter);
}

interface Covering {
  readonly form: Form;
  readonly draft: Draft;
  /** Pointers of the members that arrive. */
  readonly used: ReadonlySet<string>;
  readonly kind: Rule['fate'];
}

/** Members that are used arrive; `type`, when anything of the block does; all others are dropped. */
function cover({ form, draft, used, kind }: Covering, node: JsonNode, pointer: string): void {
  const { name, rule, place } = form;
  if (used.size === 0) {
    const lost = wayOf(rule.fate) ? 'dropped' : rule.fate;
    giveKind(draft, pointer, name, lost, joined(rule.text, rule.note));
    return;
  }
  const read: Reader = (_node, at) => giveKind(draft, at, name, kind, joined(place, rule.note));
  const each =
    (below: Reader): Reader =>
    (value, at, to) =>
      (used.has(at) ? read : below)(value, at, to);
  const members = {
    type: read,
    annotations: besideJson('blocks.annotations'),
    _meta: besideJson('blocks.meta'),
    resource: object({}, each(dropped(name)), dropped(name)),
  };
  object(members, each(dropped(name)))(node, pointer, draft);
}

function dropped(name: RuleName): Reader {
  return (_node, at, draft) => giveKind(draft, at, name, 'dropped');
}

function fromOf(piece: Piece): string[] {
  return 'from' in piece ? [piece.from] : [];
}

function around(name: RuleName, rule: Rule, pieces: readonly Piece[]): Piece[] {
  return [...added(name, rule.before), ...pieces, ...added(name, rule.after)];
}

function push(draft: Draft, place: string, pieces: readonly Piece[]): void {
  const text = textFrom(place, 'read', pieces);
  if (text) draft.texts.push(text);
}
