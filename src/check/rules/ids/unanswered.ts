import { otherSide, type Side } from '../../../model/frame.ts';
import { member, stringMember } from '../../../model/json.ts';
import type { Located } from '../../../model/message.ts';
import { asker, type Exchange, type Session } from '../../../model/session.ts';
import { endingOf, whatEndedIt } from '../../evidence/ending.ts';
import { heldUpBy } from '../../evidence/held-up.ts';
import { misfitsOfKind } from '../../evidence/misfits.ts';
import { unexplainedOf } from '../../evidence/open-requests.ts';
import { complaintAfter } from '../../evidence/stderr.ts';
import { duration, quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/**
 * Only what nothing else explains: an answer that came with a wrong id, behind a byte order mark or cut
 * has its own finding, and so has a server that died before it could answer at all.
 */
export const unanswered = defineRule({
  id: 'ids/unanswered',
  severity: 'problem',
  summary: 'requests that never got an answer',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A server answers each request with a result or an error that carries the id of the request.',
  },
  hosts:
    'Clients wait for their own time-out (the TypeScript SDK 60 s), cancel, and show -32001 or nothing at all.',
  fix: 'Answer every request, if need be with an error.',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"slow","arguments":{}}
wait 60 s
→ notifications/cancelled {"requestId":1,"reason":"timed out"}
stdin closed
closed by client
`,
    good: `
handshake
→ 1 tools/call {"name":"slow","arguments":{}}
wait 2 s
← 1 result {"content":[]}
`,
  },
  find: (session) => {
    const misled = new Set(misfitsOfKind(session, 'orphan').map((each) => each.exchange));
    return unexplainedOf(session).map((exchange) =>
      describe(session, exchange, misled.has(exchange)),
    );
  },
});

/** Clients close when they are done, and servers may ask at that moment: too short a wait to blame anybody. */
const HASTY = 1_000_000;

const HASTY_CLIENT = {
  side: 'client',
  severity: 'warning',
  fix: 'Let the client wait for open requests, and answer those of the server, before it closes.',
} as const;

/** `misled`: an answer with an unknown id came, so the side that was asked did react. */
function describe(session: Session, exchange: Exchange, misled: boolean): Found {
  const { request, outcome } = exchange;
  const asked = otherSide(asker(exchange));
  const ended = whatEndedIt(session, request);
  const { stoppedBy } = endingOf(session);
  if (stoppedBy !== undefined && outcome.kind === 'unanswered' && ended.by !== 'server')
    return stopped(session, exchange, stoppedBy);
  const cancel = outcome.kind === 'cancelled' ? outcome.cancel : undefined;
  const waited = duration((cancel ?? ended).at - request.at);
  const stderr = asked === 'server' ? complaintAfter(session, request) : '';
  const cancelled = cancel ? `, ${cancellation(cancel)}` : '';
  const freed = cancel && asked === 'client' ? heldUpBy(session, request, cancel) : '';
  const isHasty = !cancel && !misled && ended.by === 'client' && ended.at - request.at < HASTY;
  return {
    ...(isHasty ? HASTY_CLIENT : missing(asked)),
    title: `${requestName(request)}: no answer for ${waited}${cancelled}, then ${ended.text}${stderr}${freed}`,
    places: [request, ...(cancel ? [cancel] : [])].map(({ seq, index }) => ({ seq, index })),
  };
}

/** Whoever presses Ctrl-C ends the wait; how long the answer would have taken nobody knows. */
function stopped(session: Session, { request }: Exchange, signal: string): Found {
  const { endedAt, stdinClosed } = endingOf(session);
  const waited = duration((stdinClosed?.at ?? endedAt) - request.at);
  return {
    severity: 'note',
    side: 'nobody',
    title: `stopped by ${signal} while ${requestName(request)} was open, for ${waited} by then`,
    places: [{ seq: request.seq, index: request.index }],
    fix: 'Nothing, unless the answer should have been there; then let the session run on.',
  };
}

function cancellation(cancel: Located): string {
  const reason = stringMember(member(cancel.message.node, 'params'), 'reason');
  return `cancelled by the ${cancel.from}${reason === undefined ? '' : ` (${quote(reason)})`}`;
}

function missing(asked: Side): Pick<Found, 'side' | 'fix'> {
  const fix = `Answer every request, with an error where there is no result; look at what the ${asked} did after it.`;
  return { side: asked, fix };
}
