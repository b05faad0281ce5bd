import type { Side } from '../../../model/frame.ts';
import type { Session } from '../../../model/session.ts';
import { endingOf, exitText } from '../../evidence/ending.ts';
import { isExact, SIDES, type StreamLine, streamsOf } from '../../evidence/lines.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import { type StrayLine, straysOfKind } from '../../evidence/strays.ts';
import { count, requestName, streamOf } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** A process that ends before its output is flushed leaves half a message behind. */
export const cutAtExit = defineRule({
  id: 'framing/cut-at-exit',
  severity: 'problem',
  summary: 'the last line of a stream is a cut message, or has no line feed',
  spec: { section: 'basic/transports#stdio', revision: '2025-06-18' },
  find: (session) =>
    SIDES.flatMap((side) => {
      const [cut] = straysOfKind(session, side, 'cut');
      if (cut) return [cutMessage(session, side, cut)];
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

/** Imported logs and HTTP have no line ends, and a stream that speaks LSP has a finding of its own. */
function isUnterminated(session: Session, { frame, content }: StreamLine): boolean {
  if (frame.eol !== '' || frame.call !== undefined) return false;
  if (content.kind === 'stray' || !isExact(session)) return false;
  const isOver = session.recording.end !== undefined;
  return isOver && straysOfKind(session, frame.from, 'lsp').length === 0;
}

function unterminated(side: Side, { frame }: StreamLine): Found {
  return {
    side,
    severity: 'warning',
    title: `the last message on ${streamOf(side)} (${count(frame.bytes.length, 'byte')}) has no line feed; a peer that waits for one never sees it`,
    places: [{ seq: frame.seq, index: undefined, offset: frame.bytes.length }],
    fix: 'End every message with a line feed.',
  };
}
