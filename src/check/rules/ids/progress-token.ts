import type { Place } from '../../../model/finding.ts';
import { otherSide, type Side } from '../../../model/frame.ts';
import { rpcId } from '../../../model/ids.ts';
import { at, type JsonNode, member, stringMember } from '../../../model/json.ts';
import type { Located, RpcId } from '../../../model/message.ts';
import { answerOf, asker, type Exchange, isKind, type Session } from '../../../model/session.ts';
import { count, idText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Progress names the token of a request that is open; a receiver has no use for any other. */
export const progressToken = defineRule({
  id: 'ids/progress-token',
  severity: 'warning',
  summary: 'progress with a token that nobody gave, or for a request that was answered',
  spec: {
    section: 'basic/utilities/progress',
    revision: '2025-06-18',
    says: 'Progress names a token that a request which is still running has given.',
  },
  hosts:
    'Clients drop progress that they cannot place; the time-out that it should extend runs out.',
  fix: 'Send progress only for requests with _meta.progressToken, with that very token, until they are answered.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"slow","arguments":{}}
← notifications/progress {"progressToken":7,"progress":1}
← 1 result {"content":[]}
`,
    good: `
handshake
→ 1 tools/call {"name":"slow","arguments":{},"_meta":{"progressToken":7}}
← notifications/progress {"progressToken":7,"progress":1}
← 1 result {"content":[]}
`,
  },
  find: (session) => {
    const given = givenIn(session);
    const strange = new Map<string, Strange>();
    for (const each of session.messages) collect(each, given, strange);
    return [...strange.values()].map(describe);
  },
});

interface Strange {
  readonly from: Side;
  readonly id: RpcId | undefined;
  /** The request that had been answered; undefined when nobody gave the token. */
  readonly answered: Exchange | undefined;
  readonly places: Place[];
}

/** The newest request of each side with each token. Imports may start after it was given. */
function givenIn(session: Session): ReadonlyMap<string, readonly Exchange[]> | undefined {
  if (session.recording.header.mode === 'import') return undefined;
  const given = new Map<string, Exchange[]>();
  for (const exchange of session.exchanges) {
    const id = rpcId(tokenGiven(exchange));
    if (id === undefined || id.kind === 'null') continue;
    const key = `${asker(exchange)} ${id.key}`;
    const before = given.get(key);
    if (before) before.push(exchange);
    else given.set(key, [exchange]);
  }
  return given;
}

function tokenGiven({ request }: Exchange): JsonNode | undefined {
  return at(request.message.params, '_meta', 'progressToken');
}

function collect(
  each: Located,
  given: ReturnType<typeof givenIn>,
  strange: Map<string, Strange>,
): void {
  const isProgress =
    isKind(each, 'notification') && each.message.method === 'notifications/progress';
  if (!isProgress || !given) return;
  const id = rpcId(member(each.message.params, 'progressToken'));
  const key = id && id.kind !== 'null' ? `${otherSide(each.from)} ${id.key}` : `${each.from} none`;
  // The newest that came before; each list is in wire order, and tokens are rarely used again.
  const exchange = given.get(key)?.findLast(({ request }) => request.seq < each.seq);
  if (exchange && !isOver(exchange, each)) return;
  const name = `${key} ${exchange?.request.seq ?? ''}`;
  const place = { seq: each.seq, index: each.index, pointer: '/params/progressToken' };
  const known = strange.get(name);
  if (known) known.places.push(place);
  else strange.set(name, { from: each.from, id, answered: exchange, places: [place] });
}

/** A task goes on after its request was answered, and keeps the token. */
function isOver(exchange: Exchange, note: Located): boolean {
  const answer = answerOf(exchange);
  if (!answer || answer.seq > note.seq) return false;
  if (member(exchange.request.message.params, 'task')) return false;
  const result = answer.message.kind === 'result' ? answer.message.result : undefined;
  return !member(result, 'task') && stringMember(result, 'resultType') !== 'task';
}

function describe({ from, id, answered, places }: Strange): Found {
  const what = `${count(places.length, 'progress notification')} of the ${from}`;
  if (answered)
    return {
      side: from,
      severity: 'note',
      title: `${what} came after the answer to ${requestName(answered.request)}`,
      places,
      fix: 'Stop sending progress when the request is answered; receivers drop it.',
    };
  return {
    side: from,
    title: `${what} with the token ${idText(id)}, which no request gave`,
    places,
    fix: 'Send progress only for requests with _meta.progressToken, with that very token.',
  };
}
