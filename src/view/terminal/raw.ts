import type { Finding } from '../../model/finding.ts';
import type { Frame, Side } from '../../model/frame.ts';
import type { Session } from '../../model/session.ts';
import { rolesOf } from '../../protocol/roles.ts';
import { escapeBytes } from './escape.ts';
import { type Filter, selectionOf } from './filter.ts';

export interface RawInput {
  readonly session: Session;
  /** What the filter `errors` goes by, besides failed calls. */
  readonly findings: readonly Finding[];
}

/** Which frames to give out; a batch when one of its members is wanted. */
export interface RawOptions extends Filter {
  readonly side?: Side | undefined;
}

/** The frames with their line ends, exactly as they crossed the wire. For pipes and files. */
export function* rawFrames(input: RawInput, options: RawOptions): Generator<Buffer> {
  for (const { bytes, eol } of wanted(input, options)) {
    yield bytes;
    if (eol !== '') yield Buffer.from(eol);
  }
}

/** The same frames as printable lines, each whole: for a terminal, which raw bytes could repaint. */
export function* renderRaw(input: RawInput, options: RawOptions): Generator<string> {
  for (const { bytes } of wanted(input, options)) yield escapeBytes(bytes);
}

function* wanted({ session, findings }: RawInput, options: RawOptions): Generator<Frame> {
  const selection = selectionOf({ session, findings, roles: rolesOf(session) }, options);
  const messages = new Set(session.messages.filter(selection.message).map(({ seq }) => seq));
  for (const item of session.recording.items) {
    if (item.type !== 'frame') continue;
    const { frame } = item;
    if (options.side && frame.from !== options.side) continue;
    if (messages.has(frame.seq) || selection.item(item)) yield frame;
  }
}
