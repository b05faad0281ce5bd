import { type JsonNode, member } from '../../model/json.ts';
import type { Answer, Located } from '../../model/message.ts';
import { answerOf, type Exchange } from '../../model/session.ts';
import { OPENINGS } from '../align.ts';
import type { Found } from '../change.ts';
import type { Context } from '../context.ts';
import { LIST_KINDS } from '../listings.ts';
import { samePayload } from '../payload.ts';
import { questionOf, subjectOf } from '../subject.ts';
import { diffValues, type ValueChange } from '../values.ts';
import type { RuleId } from './table.ts';

/** What the answers to equal questions say: results, errors, none. */
export function answerChanges(context: Context): Found[] {
  return context.exchanges.flatMap(({ how, a, b }) =>
    how === 'same' && a && b ? pairChanges(context, a, b) : [],
  );
}

/** Members of results that only revision 2026-07-28 has, whatever the server says. */
const ENVELOPE = ['/result/resultType', '/result/ttlMs', '/result/cacheScope'];

/** Compared by the rules of openings. */
const INTRODUCTION = [
  '/result/protocolVersion',
  '/result/supportedVersions',
  '/result/capabilities',
  '/result/serverInfo',
  '/result/instructions',
];

function pairChanges(context: Context, a: Exchange, b: Exchange): Found[] {
  if ([a, b].some(({ outcome: { kind } }) => kind === 'ambiguous' || kind === 'none-due'))
    return [];
  const [old, now] = [answerOf(a), answerOf(b)];
  if (old && now && samePayload(old, now)) return [];
  const found = old && now ? bothAnswered(context, b, old, now) : oneAnswered(a, b, old, now);
  const refs = { a: refOf(old ?? a.request), b: refOf(now ?? b.request) };
  const question = questionOf(b.request);
  const about = { subject: subjectOf(b.request), ...(question && { question }), ...refs };
  return found.map((each) => forSide(b, { ...about, ...each }));
}

/** A difference of an answer, before it is known whose it is. */
type Part = Omit<Found, 'subject'>;

function oneAnswered(
  a: Exchange,
  b: Exchange,
  old: Located<Answer> | undefined,
  now: Located<Answer> | undefined,
): Part[] {
  // Neither was answered, or the recording ends before the answer could come.
  if (Boolean(old) === Boolean(now)) return [];
  if ((old ? b : a).outcome.kind === 'pending') return [];
  return old
    ? [{ rule: 'answer.missing', before: payload(old) }]
    : [{ rule: 'answer.arrived', ...(now && { after: payload(now) }) }];
}

function bothAnswered(
  context: Context,
  { request }: Exchange,
  old: Located<Answer>,
  now: Located<Answer>,
): Part[] {
  const values = { before: payload(old), after: payload(now) };
  const kinds = [old.message.kind, now.message.kind];
  if (kinds[0] !== kinds[1]) return [{ rule: turnRule(kinds[1] === 'failure', values), ...values }];
  const { method } = request.message;
  return kinds[0] === 'failure'
    ? errorChanges(context, now, values)
    : resultChanges(context, now, values, method);
}

/** A result that says isError is a failure too. */
function turnRule(failsNow: boolean, { before, after }: Values): RuleId {
  if (isError(failsNow ? before : after)) return 'answer.error-form';
  return failsNow ? 'answer.error' : 'answer.recovered';
}

interface Values {
  readonly before: JsonNode;
  readonly after: JsonNode;
}

function errorChanges(context: Context, now: Located, { before, after }: Values): Part[] {
  return counted(
    context,
    now,
    diffValues(before, after, { ...context.comparing, base: '/error' }),
    (each) => {
      if (each.kind === 'spelling') return 'answer.spelling';
      return each.pointer === '/error/code' ? 'answer.error-code' : 'answer.error-text';
    },
  );
}

function resultChanges(
  context: Context,
  now: Located,
  { before, after }: Values,
  method: string,
): Part[] {
  const { comparing, acrossEras } = context;
  const lists = LIST_KINDS.filter((each) => each.method === method);
  const ignore = [
    ...(comparing.ignore ?? []),
    ...(acrossEras ? ENVELOPE : []),
    ...(OPENINGS.has(method) ? INTRODUCTION : []),
    ...lists.map((each) => `/result/${each.member}`),
  ];
  const changes = diffValues(before, after, { ...comparing, ignore, base: '/result' });
  return counted(context, now, changes, (each) =>
    each.pointer === '/result/isError' ? isErrorRule(before, after) : RULE_OF[each.kind],
  );
}

const RULE_OF: { readonly [Kind in ValueChange['kind']]: RuleId } = {
  added: 'answer.member-added',
  removed: 'answer.member-gone',
  changed: 'answer.value',
  type: 'answer.type',
  order: 'answer.order',
  spelling: 'answer.spelling',
  folded: 'answer.spelling',
};

/** Absent means false (MCP 2025-11-25, schema, `CallToolResult`). */
function isErrorRule(before: JsonNode, after: JsonNode): RuleId {
  return isError(before) === isError(after) ? 'answer.spelling' : 'answer.is-error';
}

function isError(result: JsonNode): boolean {
  const found = member(result, 'isError');
  return found?.kind === 'literal' && found.value === true;
}

/** Folded differences are counted, not told. */
function counted(
  { fold }: Context,
  now: Located,
  changes: readonly ValueChange[],
  ruleOf: (change: ValueChange) => RuleId,
): Part[] {
  return changes.flatMap((change): Part[] => {
    const { kind, was: _was, moved: _moved, rules = [], ...values } = change;
    if (kind !== 'folded') return [{ rule: ruleOf(change), ...values }];
    const { before, after } = values;
    if (before && after) fold(rules, { ...values, before, after, b: refOf(now) });
    return [];
  });
}

/** Answers of the client are its own affair: a change is worth reading, whatever it is. */
function forSide({ request }: Exchange, found: Found): Found {
  if (request.from === 'client' || found.rule === 'answer.order') return found;
  return found.rule === 'answer.spelling' ? found : { ...found, rule: 'client-answer.changed' };
}

function payload({ message }: Located<Answer>): JsonNode {
  return message.kind === 'result' ? message.result : message.error;
}

function refOf({ seq, index }: Located) {
  return { seq, index };
}
