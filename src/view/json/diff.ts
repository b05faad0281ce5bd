import { type Change, jsonText } from '../../compare/change.ts';
import { TIERS } from '../../compare/rules/table.ts';
import type { FoldCount, SessionDiff } from '../../compare/sessions.ts';
import type { JsonNode } from '../../model/json.ts';
import { refKey, type Session } from '../../model/session.ts';

/**
 * The shapes of `sadap diff --json`, one object a line: first `diff`, then a `change` for each
 * difference, the worst first, then `folded` for each rule that folded something. Members may be
 * added, never renamed or removed without a major version. Values stand as they were sent, every
 * digit of a number; a message is named by `seq`, in a batch by `seq.index`.
 */
export function* renderDiffJson(diff: SessionDiff): Generator<string> {
  const { a, b, changes, exchanges, folded, reading } = diff;
  const tiers = TIERS.map((tier) => [tier, changes.filter((each) => each.tier === tier).length]);
  yield JSON.stringify({
    type: 'diff',
    a: sessionOf(a),
    b: sessionOf(b),
    tiers: Object.fromEntries(tiers),
    exchanges,
    ...(reading && { reading }),
  });
  for (const each of changes) yield changeLine(each);
  for (const each of folded) yield foldLine(each);
}

/** What a session is, for the first line. */
export function sessionOf({ recording, server, era, revision, exchanges }: Session) {
  return {
    path: recording.path,
    session: recording.header.session,
    server: server?.name ?? recording.header.server.label,
    version: server?.version ?? null,
    era,
    revision: revision ?? null,
    exchanges: exchanges.length,
  };
}

/** One difference. */
export function changeLine(change: Change): string {
  const { tier, rule, subject, pointer, inner, note, a, b, question, before, after } = change;
  const refs = { ...(a && { a: refKey(a) }), ...(b && { b: refKey(b) }) };
  const head = { type: 'change', tier, rule, subject, note, pointer, inner, ...refs };
  return withValues(head, { question, before, after });
}

/** What one rule folded. */
export function foldLine({ rule, count, example }: FoldCount): string {
  const { pointer, inner, before, after, b } = example;
  return withValues(
    { type: 'folded', rule, count, pointer, inner, b: refKey(b) },
    { before, after },
  );
}

/** Values are spliced in as text: `JSON.stringify` would have to read numbers into doubles first. */
/** An object with values as they were sent. */
export function withValues(
  head: object,
  values: { readonly [name: string]: JsonNode | undefined },
): string {
  const members = Object.entries(values).flatMap(([name, node]) =>
    node ? [`,${JSON.stringify(name)}:${jsonText(node)}`] : [],
  );
  return `${JSON.stringify(head).slice(0, -1)}${members.join('')}}`;
}
