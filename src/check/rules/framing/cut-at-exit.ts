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
      const last = streamsOf(session)[side].at(-1);
      return last && isUnterminated(session, last) ? [unterminated(session, side, last)] : [];
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

/** Imported logs and HTTP have no line ends, and a stream that speaks LSP has a finding of its own. */
function isUnterminated(session: Session, { frame, content }: StreamLine): boolean {
  if (content.kind === 'stray' || !isUnended(session, frame.seq)) return false;
  const isOver = session.recording.end !== undefined;
  return isOver && !speaksLsp(session, frame.from);
}

function unterminated(session: Session, side: Side, { frame }: StreamLine): Found {
  const waited = session.exchanges.find(
    ({ outcome }) => outcome.kind === 'late' && outcome.answer.seq === frame.seq,
  );
  return {
    side,
    severity: waited ? 'problem' : 'warning',
    title: `the last message on ${streamOf(side)} (${count(frame.bytes.length, 'byte')}) has no line feed; ${effect(waited)}`,
    places: [{ seq: frame.seq, index: undefined, offset: frame.bytes.length }],
    fix: 'End every message with a line feed.',
  };
}

/** Somebody did wait for the line feed, and gave up. */
function effect(waited: Exchange | undefined): string {
  if (waited?.outcome.kind !== 'late') return 'a peer that waits for one never sees it';
  const { request, outcome } = waited;
  return `the line was never ended, so ${requestName(request)} had no answer when it was cancelled after ${duration(outcome.cancel.at - request.at)}`;
}
