import type { Side } from '../../../model/frame.ts';
import type { Exchange, Session } from '../../../model/session.ts';
import { endingOf, exitText } from '../../evidence/ending.ts';
import { isUnended, SIDES, type StreamLine, streamsOf } from '../../evidence/lines.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { type StrayLine, speaksLsp, straysOfKind } from '../../evidence/strays.ts';
import { count, duration, requestName, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** A process that ends before its output is flushed leaves half a message behind. */
export const cutAtExit = defineRule({
  id: 'framing/cut-at-exit',
  severity: 'problem',
  summary: 'the last line of a stream is a cut message, or has no line feed',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'Each message is one whole line that ends in a line feed.',
  },
  hosts:
    'Clients drop the rest of a line that never ends, and tell of a closed connection (-32000).',
  fix: 'Let the output drain before the process ends (Node: set process.exitCode and return, never call process.exit() after a write).',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"export","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","te⟨no line feed⟩
exited 0
closed by server
`,
    good: `
handshake
→ 1 tools/call {"name":"export","arguments":{}}
← 1 result {"content":[{"type":"text","text":"…"}]}
`,
  },
  find: (session) =>
    SIDES.flatMap((side) => {
      const [cut] = straysOfKind(session, side, 'cut');
      if (cut) return [cutMessage(session, side, cut)];
      const [whole] = straysOfKind(session, side, 'unended');
      if (whole) return isToldOf(session, whole.line) ? [unended(session, side, whole)] : [];
      const last = streamsOf(session)[side].at(-1);
      return last && isUnterminated(session, last) ? [unterminated(side, last)] : [];
    }),
});

function cutMessage(session: Session, side: Side, cut: StrayLine): Found {
  const bytes = cut.line.frame.bytes.length;
  const requests = explainedBy(session, [cut]).map((each) => requestName(each.request));
  const lost =
    requests.length === 0
      ? ''
      : `; connection closed before the answer to ${requests.join(', ')} was complete`;
  const { exit } = endingOf(session);
  const how = side === 'server' && exit ? `; ${exitText(exit)}` : '';
  return {
    side,
    title: `the last message on ${streamOf(side)} is cut after ${count(bytes, 'byte')}, without a line feed${lost}${how}`,
    places: [{ seq: cut.seq, index: undefined, offset: bytes }],
    fix: 'Let the output drain before the process ends (Node: set process.exitCode and return, never call process.exit() after a write).',
  };
}

/** A whole message that no client takes: is somebody waiting for it, or was? */
function unended(session: Session, side: Side, whole: StrayLine): Found {
  const [waited] = explainedBy(session, [whole]);
  return {
    ...withoutLineFeed(side, whole.line, waited ? lost(waited) : UNSEEN),
    severity: waited ? 'problem' : 'warning',
  };
}

/** Servers may take what a client wrote last all the same. */
function unterminated(side: Side, last: StreamLine): Found {
  return { ...withoutLineFeed(side, last, UNSEEN), severity: 'warning' };
}

const UNSEEN = 'a peer that waits for one never sees it';

/** Somebody did wait for the line feed, and gave up, or was left. */
function lost({ request, outcome }: Exchange): string {
  const name = requestName(request);
  if (outcome.kind !== 'cancelled')
    return `the line was never ended, so ${name} stays without an answer`;
  const waited = duration(outcome.cancel.at - request.at);
  return `the line was never ended, so ${name} had no answer when it was cancelled after ${waited}`;
}

function withoutLineFeed(side: Side, { frame }: StreamLine, effect: string): Found {
  return {
    side,
    title: `the last message on ${streamOf(side)} (${count(frame.bytes.length, 'byte')}) has no line feed; ${effect}`,
    places: [{ seq: frame.seq, index: undefined, offset: frame.bytes.length }],
    fix: 'End every message with a line feed.',
  };
}

/** Imported logs and HTTP have no line ends, and a stream that speaks LSP has a finding of its own. */
function isUnterminated(session: Session, line: StreamLine): boolean {
  return line.content.kind !== 'stray' && isToldOf(session, line);
}

function isToldOf(session: Session, { frame }: StreamLine): boolean {
  const isOver = session.recording.end !== undefined;
  return isOver && isUnended(session, frame.seq) && !speaksLsp(session, frame.from);
}
