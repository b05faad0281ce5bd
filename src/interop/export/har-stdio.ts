import { isUtf8 } from 'node:buffer';
import type { FrameContent } from '../../model/message.ts';
import type { FrameEntry } from '../../model/recording.ts';
import { formatTime } from '../../recording/time.ts';
import { parseFrame } from '../../wire/parse.ts';
import type { Exchanged, Said } from './exchanges.ts';

/** A line of stdio with what it holds. */
export interface StdioLine {
  readonly entry: FrameEntry;
  readonly content: FrameContent;
}

/** What a line of stdio is to those that wait for answers. */
export function stdioLine(entry: FrameEntry): Said<StdioLine> {
  const { content } = parseFrame(entry);
  const message = content.kind === 'stray' || content.kind === 'batch' ? undefined : content;
  return { from: entry.from, message, size: entry.bytes.length, what: { entry, content } };
}

/**
 * An entry of a HAR (version 1.2) for lines that never crossed HTTP, and that says so wherever a reader may
 * look: in its address, its method, its version, its comment. `_transport`, `_from`, `_seq`, `_answerSeq`,
 * `_eol` and `_encoding` are ours, as the format allows; with them the lines can be had back exactly.
 */
export function stdioEntry({ asked, answer }: Exchanged<StdioLine>, label: string): object {
  const { entry, content } = asked.what;
  const time = answer ? Math.max(0, answer.what.entry.at - entry.at) / 1000 : 0;
  return {
    startedDateTime: formatTime(entry.at),
    time,
    request: requestOf(asked.what, label),
    response: responseOf(answer?.what),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: commentOf(content, asked.from, answer !== undefined),
    _transport: 'stdio',
    _from: entry.from,
    _seq: entry.seq,
    ...(answer && { _answerSeq: answer.what.entry.seq }),
  };
}

function requestOf({ entry, content }: StdioLine, label: string) {
  const method = 'method' in content ? content.method : '';
  const { bytes, eol } = entry;
  return {
    method: nameOf(content).toUpperCase(),
    url: `stdio://${encoded(label)}/${method.split('/').map(encoded).join('/')}`,
    httpVersion: 'stdio',
    cookies: [],
    headers: [],
    queryString: [],
    postData: {
      mimeType: typeOf(content),
      ...(isUtf8(bytes)
        ? { text: bytes.toString('utf8') }
        : { text: bytes.toString('base64'), _encoding: 'base64' }),
      ...eolOf(eol),
    },
    headersSize: -1,
    bodySize: bytes.length,
  };
}

/** There is no status on stdio: 0, as for an exchange that HTTP never answered. */
function responseOf(answer: StdioLine | undefined) {
  return {
    status: 0,
    statusText: answer ? nameOf(answer.content) : '',
    httpVersion: 'stdio',
    cookies: [],
    headers: [],
    content: answer ? contentOf(answer) : { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: answer?.entry.bytes.length ?? 0,
  };
}

function contentOf({ entry: { bytes, eol }, content }: StdioLine) {
  return {
    size: bytes.length,
    mimeType: typeOf(content),
    ...(isUtf8(bytes)
      ? { text: bytes.toString('utf8') }
      : { encoding: 'base64', text: bytes.toString('base64') }),
    ...eolOf(eol),
  };
}

function eolOf(eol: FrameEntry['eol']): { _eol?: string } {
  return eol === '\n' ? {} : { _eol: eol };
}

function typeOf({ kind }: FrameContent): string {
  return kind === 'stray' ? 'text/plain' : 'application/json';
}

function commentOf(content: FrameContent, from: string, isAnswered: boolean): string {
  const rest =
    content.kind !== 'request' ? '' : isAnswered ? ' and its answer' : ' without an answer';
  return `not HTTP: ${nameOf(content)} of the ${from} on stdio${rest}`;
}

function nameOf({ kind }: FrameContent): string {
  return kind === 'failure' ? 'error' : kind;
}

/** A part of an address. Half characters, which JSON can spell, cannot stand in one. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{FFFD}'));
}
