import { isUtf8 } from 'node:buffer';
import type { Eol } from '../model/frame.ts';
import type {
  EndEntry,
  Entry,
  EventEntry,
  FrameEntry,
  Header,
  HttpClosed,
  HttpEntry,
  ImportSource,
  NoteEntry,
  RecorderProcess,
  RedactedEntry,
  ServerInfo,
} from '../model/recording.ts';
import { isJson } from '../wire/json.ts';
import { encodeClosed, encodeHttp, httpMembersOf, httpMembersText } from './encode-http.ts';
import { type HintText, hintsOf } from './hints.ts';
import { type OneLine, onOneLine } from './line-feeds.ts';
import { formatTime } from './time.ts';

/**
 * One line of a recording with its line feed, member order fixed (docs/reference/recording-format).
 * A frame that is one JSON value in UTF-8 becomes a `message`, its bytes unchanged and last; any other
 * a `stray`, as text when it is UTF-8, else in base64. Hints are found anew, never taken from the entry.
 */
export function encodeEntry(entry: Header | Entry): Buffer {
  if (entry.type === 'frame') return joined(encodeFrame(entry));
  if (entry.type === 'http') return Buffer.from(encodeHttp(entry));
  if (entry.type === 'event' && entry.event === 'http-closed')
    return Buffer.from(encodeClosed(entry));
  return jsonLine(membersOf(entry));
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [first, ...more] = pieces;
  return first && more.length === 0 ? first : Buffer.concat(pieces);
}

/** What the encoder has to know of a frame's bytes. */
export interface FrameFacts {
  /** They are one JSON text in UTF-8. */
  readonly isJson: boolean;
  readonly hints: HintText;
}

export function factsOf(bytes: Buffer): FrameFacts {
  return isJson(bytes) ? { isJson: true, hints: hintsOf(bytes) } : NO_JSON;
}

const NO_JSON: FrameFacts = { isJson: false, hints: {} };

/** A frame's line in pieces, so that a long one need not be copied to be written. */
export function encodeFrame(
  entry: FrameEntry,
  facts: FrameFacts = factsOf(entry.bytes),
): readonly Buffer[] {
  const message = messageAround(entry, facts);
  return message ? [Buffer.from(message.start), message.bytes, MESSAGE_END] : [encodeStray(entry)];
}

/** A message's line: its bytes, and the text around them; undefined when the frame is stored as stray. */
export function messageAround(
  entry: FrameEntry,
  facts: FrameFacts,
): { readonly start: string; readonly bytes: Buffer; readonly end: string } | undefined {
  if (entry.sse?.dispatched === false || !facts.isJson) return undefined;
  const { bytes, members } = onOneLine(entry.bytes);
  return { start: messageStart(entry, facts.hints, members), bytes, end: '}\n' };
}

/** A message's line up to its bytes. `lf`: of the line feeds that are spaces in them (line-feeds.ts). */
export function messageStart(
  entry: Omit<FrameEntry, 'type' | 'bytes'>,
  { method, id }: HintText,
  lf: OneLine['members'],
): string {
  const hints = (method ? `,"method":${method}` : '') + (id ? `,"id":${id}` : '');
  const place = `"seq":${entry.seq},"at":"${formatTime(entry.at)}","from":"${entry.from}"`;
  const extra = httpMembersText(entry) + membersText(eolOf(entry)) + membersText(lf);
  return `{"type":"message",${place}${extra}${hints},"message":`;
}

/** The stray's line in two halves; between them goes its text, escaped for JSON, or its base64. */
export function strayAround(
  entry: Omit<FrameEntry, 'type' | 'bytes'>,
  utf8: boolean,
): readonly [head: string, tail: string] {
  const why = utf8 ? 'not-json' : 'not-utf8';
  const { from } = entry;
  const members = {
    ...placed('stray', entry),
    from,
    ...httpMembersOf(entry),
    why,
    ...eolOf(entry),
  };
  const line = JSON.stringify({ ...members, ...(utf8 ? { text: '' } : { base64: '' }) });
  return [line.slice(0, -2), '"}\n'];
}

function encodeStray(entry: FrameEntry): Buffer {
  const { from } = entry;
  return jsonLine({
    ...placed('stray', entry),
    from,
    ...httpMembersOf(entry),
    ...strayContent(entry),
  });
}

/** Members in front of the hints, each with its comma; mostly none. */
function membersText(members: object): string {
  if (Object.keys(members).length === 0) return '';
  return `,${JSON.stringify(members).slice(1, -1)}`;
}

/** A frame over HTTP has no line end, and that is not worth a word. */
function eolOf({ call, eol }: Pick<FrameEntry, 'call' | 'eol'>): { eol?: Eol } {
  return call !== undefined && eol === '' ? {} : eolMember(eol);
}

/** Closes the line of a message. */
export const MESSAGE_END: Buffer = Buffer.from('}\n');

function placed(type: string, entry: { seq: number; at: number }) {
  return { type, seq: entry.seq, at: formatTime(entry.at) };
}

function strayContent(entry: FrameEntry) {
  const why = isUtf8(entry.bytes) ? 'not-json' : 'not-utf8';
  return { why, ...eolOf(entry), ...content(entry.bytes) };
}

/** Only where it is not the usual one. */
function eolMember(eol: Eol): { eol?: Eol } {
  return eol === '\n' ? {} : { eol };
}

function content(bytes: Buffer): { text: string } | { base64: string } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}

function jsonLine(members: object): Buffer {
  return Buffer.from(`${JSON.stringify(members)}\n`);
}

function membersOf(entry: Header | Exclude<Entry, FrameEntry | HttpEntry | HttpClosed>): object {
  switch (entry.type) {
    case 'header':
      return headerMembers(entry);
    case 'stderr':
      return { ...placed('stderr', entry), ...eolMember(entry.eol), ...content(entry.bytes) };
    case 'event':
      return { ...placed('event', entry), ...eventMembers(entry) };
    case 'note':
      return { ...placed('note', entry), ...noteMembers(entry) };
    case 'redacted':
      return { ...placed('redacted', entry), ...redactedMembers(entry) };
    case 'end':
      return { ...placed('end', entry), ...endMembers(entry) };
    case 'other':
      return placed(entry.name, entry);
  }
}

/** Each level names its members, so that the order in the file never depends on the caller. */
function headerMembers(header: Header) {
  const { type, format, version, session, startedAt, recorder, mode, exact } = header;
  return {
    type,
    format,
    version,
    session,
    startedAt: formatTime(startedAt),
    recorder,
    mode,
    exact,
    process: header.process && processMembers(header.process),
    run: header.run,
    source: header.source && sourceMembers(header.source),
    server: serverMembers(header.server),
  };
}

function processMembers({ pid, ticks, machine }: RecorderProcess) {
  return { pid, ticks, machine };
}

function sourceMembers({ format, files, encoding, times }: ImportSource) {
  return { format, files, encoding, times };
}

function serverMembers({ label, command, cwd, envNames, url }: ServerInfo) {
  return { label, command, cwd, envNames, url };
}

function eventMembers(entry: Exclude<EventEntry, HttpClosed>) {
  const { event } = entry;
  switch (entry.event) {
    case 'started':
    case 'stdin-closed':
    case 'stdout-closed':
      return { event };
    case 'spawn-failed':
      return { event, code: entry.code, text: entry.text };
    case 'write-failed':
      return { event, code: entry.code };
    case 'undelivered':
      return { event, to: entry.to, bytes: entry.bytes };
    case 'signal':
      return { event, signal: entry.signal };
    case 'timeout':
      return { event, step: entry.step, ms: entry.ms };
    case 'exit':
      return { event, code: entry.code, signal: entry.signal };
    case 'not-captured':
      return { event, call: entry.call };
    case 'upstream-failed':
      return { event, call: entry.call, code: entry.code, text: entry.text };
  }
}

function noteMembers({ target, text }: NoteEntry) {
  return { target, text };
}

function redactedMembers({ target, rule, count }: RedactedEntry) {
  return { target, rule, count };
}

function endMembers({ closedBy, exit, reason }: EndEntry) {
  return { closedBy, exit: exit && { code: exit.code, signal: exit.signal }, reason };
}
