import { type JsonNode, member, pointerTo, stringMember } from '../../model/json.ts';
import { answerOf, type Exchange, isKind, type Session } from '../../model/session.ts';
import { OPENINGS } from '../align.ts';
import { type Found, textNode } from '../change.ts';
import type { Context } from '../context.ts';
import { diffValues, type ValueChange } from '../values.ts';
import type { RuleId } from './table.ts';

/** What the two sides said about themselves: era, revision, names, capabilities, instructions. */
export function openingChanges(context: Context): Found[] {
  const refs = { ...refOf('a', context.a), ...refOf('b', context.b) };
  return [
    ...eraChange(context),
    ...revisionChange(context),
    ...serverChanges(context),
    ...capabilityChanges(context.a.server?.capabilities, context.b.server?.capabilities),
    ...instructionsChange(context),
    ...clientChanges(context),
  ].map((each) => ({ ...refs, ...each }));
}

function eraChange({ a, b, acrossEras }: Context): Found[] {
  if (!acrossEras) return [];
  const words = ({ era, revision }: Session) =>
    textNode(revision === undefined ? era : `${era} ${revision}`);
  return [{ rule: 'era.changed', subject: 'session', before: words(a), after: words(b) }];
}

function revisionChange({ a, b, acrossEras }: Context): Found[] {
  if (acrossEras || a.revision === b.revision || !a.revision || !b.revision) return [];
  const isSameAsked = askedRevision(a) === askedRevision(b);
  const way = b.revision < a.revision ? 'revision.lower' : 'revision.higher';
  const values = { before: textNode(a.revision), after: textNode(b.revision) };
  const rule = isSameAsked ? way : 'revision.asked';
  return [{ rule, subject: 'session', pointer: '/result/protocolVersion', ...values }];
}

function serverChanges({ a, b }: Context): Found[] {
  if (!a.server || !b.server) return [];
  return [
    ...textChange('server.name', 'server', '/result/serverInfo/name', a.server.name, b.server.name),
    ...textChange(
      'server.version',
      'server',
      '/result/serverInfo/version',
      a.server.version,
      b.server.version,
    ),
  ];
}

/** Told only when both sessions hold the server's own word on it. */
function instructionsChange({ a, b }: Context): Found[] {
  if (!a.server?.capabilities || !b.server?.capabilities) return [];
  const pointer = '/result/instructions';
  return textChange('server.instructions', 'server', pointer, a.instructions, b.instructions);
}

function textChange(
  rule: RuleId,
  subject: string,
  pointer: string,
  old: string | undefined,
  now: string | undefined,
): Found[] {
  if (old === now) return [];
  const before = old === undefined ? {} : { before: textNode(old) };
  const after = now === undefined ? {} : { after: textNode(now) };
  return [{ rule, subject, pointer, ...before, ...after }];
}

/** Capabilities of the server, the experimental ones each. */
function capabilityChanges(old: JsonNode | undefined, now: JsonNode | undefined): Found[] {
  if (!old || !now) return [];
  const experimental = (node: JsonNode) => member(node, 'experimental');
  return [
    ...named(old, now, '/result/capabilities', ''),
    ...named(
      experimental(old),
      experimental(now),
      '/result/capabilities/experimental',
      'experimental ',
    ),
  ];
}

function named(
  old: JsonNode | undefined,
  now: JsonNode | undefined,
  base: string,
  prefix: string,
): Found[] {
  const [before, after] = [membersOf(old), membersOf(now)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key): Found[] => {
    if (key === 'experimental' && prefix === '') return [];
    const [was, is] = [before.get(key), after.get(key)];
    const place = { subject: `capability ${prefix}${key}`, pointer: pointerTo(base, key) };
    if (!was) return is ? [{ rule: 'capability.added', ...place, after: is }] : [];
    if (!is) return [{ rule: 'capability.gone', ...place, before: was }];
    return diffValues(was, is, { base: place.pointer }).map((each) =>
      partChange(each, place.subject),
    );
  });
}

function partChange(change: ValueChange, subject: string): Found {
  const { kind: _kind, was: _was, moved: _moved, rules: _rules, ...values } = change;
  return { rule: partRule(change), subject, ...values };
}

/** Absent and false are both off; an object, empty or not, is on. */
function partRule({ before, after }: ValueChange): RuleId {
  const [was, is] = [isOn(before), isOn(after)];
  if (was === undefined || is === undefined) return 'capability.changed';
  if (was === is) return was ? 'capability.changed' : 'capability.default';
  return was ? 'capability.weaker' : 'capability.stronger';
}

function isOn(node: JsonNode | undefined): boolean | undefined {
  if (!node) return false;
  if (node.kind === 'literal') return node.value === true;
  return node.kind === 'object' ? true : undefined;
}

function clientChanges({ a, b }: Context): Found[] {
  if (!a.client || !b.client) return [];
  const { client: old } = a;
  const { client: now } = b;
  const capabilities = diffValues(old.capabilities, now.capabilities, {
    base: '/params/capabilities',
  });
  return [
    ...textChange('client.changed', 'client', '/params/clientInfo/name', old.name, now.name),
    ...textChange(
      'client.changed',
      'client',
      '/params/clientInfo/version',
      old.version,
      now.version,
    ),
    ...capabilities.map((each): Found => {
      const { kind: _kind, was: _was, moved: _moved, rules: _rules, ...values } = each;
      return { rule: 'client.changed', subject: 'client', ...values };
    }),
  ];
}

function membersOf(node: JsonNode | undefined): ReadonlyMap<string, JsonNode> {
  const members = node?.kind === 'object' ? node.members : [];
  return new Map(members.map((each) => [each.key, each.value]));
}

function openingOf(session: Session): Exchange | undefined {
  const opened = session.exchanges.filter(
    ({ request }) => request.from === 'client' && OPENINGS.has(request.message.method),
  );
  return opened.findLast((each) => answerOf(each)?.message.kind === 'result') ?? opened.at(-1);
}

function askedRevision(session: Session): string | undefined {
  const opening = openingOf(session)?.request;
  return opening && isKind(opening, 'request')
    ? stringMember(opening.message.params, 'protocolVersion')
    : undefined;
}

function refOf(side: 'a' | 'b', session: Session) {
  const opening = openingOf(session);
  const message = opening && (answerOf(opening) ?? opening.request);
  return message ? { [side]: { seq: message.seq, index: message.index } } : {};
}
