import type { ProcessEvent } from '../../src/model/recording.ts';
import { type Conversation, conversation, type Framing } from './conversation.ts';

/**
 * The notation of the examples that rules carry (docs/reference/rules.md, "Notation"), as a
 * conversation. One line is one entry; throws for a line that it does not know.
 */
export function exampleOf(text: string): Conversation {
  const talk = new Teller(conversation());
  for (const line of text.split('\n')) if (line.trim() !== '') talk.tell(line);
  return talk.conversation;
}

class Teller {
  readonly conversation: Conversation;
  /** Milliseconds since the start. */
  #at = 0;

  constructor(talk: Conversation) {
    this.conversation = talk;
  }

  tell(line: string): void {
    for (const [pattern, take] of LINES) {
      const found = pattern.exec(line);
      if (!found) continue;
      const wait = take(this.conversation, found.slice(1), this.#next());
      if (typeof wait === 'number') this.#at += wait - 1;
      return;
    }
    throw new Error(`an example has a line of no known kind: ${line}`);
  }

  #next(): { at: number } {
    this.#at += 1;
    return { at: this.#at };
  }
}

type Take = (
  talk: Conversation,
  parts: readonly (string | undefined)[],
  when: { at: number },
) => unknown;

const event = (make: (parts: readonly (string | undefined)[]) => ProcessEvent): Take => {
  return (talk, parts, when) => talk.event(make(parts), when);
};

const LINES: readonly (readonly [RegExp, Take])[] = [
  [/^wait ([\d.]+) (ms|s)$/, (_talk, [number, unit]) => Number(number) * (unit === 's' ? 1000 : 1)],
  [
    /^handshake(?: (\d{4}-\d\d-\d\d))?(?: server (\{.*?\}))?(?: client (\{.*\}))?$/,
    (talk, [revision, server, client], when) => {
      talk.initialized(revision, parsed(server), parsed(client), when.at);
      return 3;
    },
  ],
  [/^(?:\(call (\d+)(, event|, cut event)?\) )?([→←]) ?(.*)$/, say],
  [/^stderr (.*)$/, (talk, [text = ''], when) => talk.stderr(bytesOf(text), when)],
  [/^http (\d+) ([A-Z]+ \S+|\d{3} [^:]*?)(?: ([\w-]+:.*))?$/, head],
  [
    /^response (\d+) (ended|broke off)( by the client)?$/,
    event(([call, how, byClient]) => ({
      event: 'http-closed',
      call: Number(call),
      by: byClient ? 'client' : 'server',
      complete: how === 'ended',
      bytes: 0,
      events: 0,
      answers: 0,
    })),
  ],
  [/^note (.*)$/, (talk, [text = ''], when) => talk.note(text, when)],
  [/^started$/, event(() => ({ event: 'started' }))],
  [/^stdin closed$/, event(() => ({ event: 'stdin-closed' }))],
  [/^stdout closed$/, event(() => ({ event: 'stdout-closed' }))],
  [/^write failed (\w+)$/, event(([code = '']) => ({ event: 'write-failed', code }))],
  [/^sent (SIG\w+)$/, event(([signal = '']) => ({ event: 'signal', signal }))],
  [/^exited (\d+)$/, event(([code]) => ({ event: 'exit', code: Number(code), signal: null }))],
  [/^killed by (SIG\w+)$/, event(([signal = '']) => ({ event: 'exit', code: null, signal }))],
  [
    /^could not start: (\w+) (.*)$/,
    event(([code = '', text = '']) => ({ event: 'spawn-failed', code, text })),
  ],
  [/^closed by (client|server|sadap)$/, close],
  [/^still open$/, (talk) => talk.open()],
];

function close(talk: Conversation, [by]: readonly (string | undefined)[], when: { at: number }) {
  // The pattern allows these three alone.
  talk.end({ ...when, closedBy: by as 'client' | 'server' | 'sadap' });
}

function head(
  talk: Conversation,
  [call, start = '', rest = '']: readonly (string | undefined)[],
  when: { at: number },
) {
  const headers = rest.split('; ').flatMap((each) => {
    const [, name, value] = /^([\w-]+): ?(.*)$/.exec(each) ?? [];
    return name === undefined ? [] : [[name, value ?? ''] as const];
  });
  talk.http(Number(call), start, Object.fromEntries(headers), when);
}

function say(
  talk: Conversation,
  [call, sse, arrow, text = '']: readonly (string | undefined)[],
  when: { at: number },
) {
  const [body, eol] = lineEnd(text);
  const framing: Framing = {
    ...when,
    ...(call !== undefined && { call: Number(call) }),
    ...(sse !== undefined && { sse: sse === ', event' ? {} : { dispatched: false } }),
    ...(eol !== undefined && { eol }),
  };
  const said = shorthand(body) ?? body;
  if (arrow === '→') talk.client(bytesOf(said), framing);
  else talk.server(bytesOf(said), framing);
}

function lineEnd(text: string): [string, ('' | '\r\n')?] {
  if (text.endsWith('⟨CR⟩')) return [text.slice(0, -4), '\r\n'];
  if (text.endsWith('⟨no line feed⟩')) return [text.slice(0, -14), ''];
  return [text];
}

const ID = String.raw`(null|-?\d+(?:\.\d+)?|"[^"]*")`;
const REQUEST = new RegExp(`^${ID} ([a-z]+[/\\w]*)(?: @(\\S+))?(?: (\\{.*\\}))?$`);
const RESULT = new RegExp(`^${ID} result (.*)$`);
const FAILURE = new RegExp(`^${ID} error (-?\\d+) (.*)$`);
const NOTIFICATION = /^(notifications\/[\w/]+)(?: (\{.*\}))?$/;

/** A message in short, written out; undefined for a line that stands for itself. */
function shorthand(text: string): string | undefined {
  const [, noteMethod, noteParams] = NOTIFICATION.exec(text) ?? [];
  if (noteMethod !== undefined) return message([`"method":"${noteMethod}"`, params(noteParams)]);
  const [, resultId, value] = RESULT.exec(text) ?? [];
  if (resultId !== undefined) return message([`"id":${resultId}`, `"result":${value}`]);
  const [, errorId, code, said] = FAILURE.exec(text) ?? [];
  if (errorId !== undefined)
    return message([`"id":${errorId}`, `"error":{"code":${code},"message":"${said}"}`]);
  const [, id, method, revision, given] = REQUEST.exec(text) ?? [];
  if (id === undefined) return undefined;
  const all = revision === undefined ? given : modern(revision, given);
  return message([`"id":${id}`, `"method":"${method}"`, params(all)]);
}

function params(text: string | undefined): string {
  return text === undefined ? '' : `"params":${text}`;
}

function message(members: readonly string[]): string {
  return `{${['"jsonrpc":"2.0"', ...members].filter(Boolean).join(',')}}`;
}

/** Params with the `_meta` that the modern era has on every request. */
function modern(revision: string, given = '{}'): string {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'client-x', version: '1.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const rest = given.slice(1, -1);
  return `{"_meta":${JSON.stringify(meta)}${rest === '' ? '' : `,${rest}`}}`;
}

/** `⟨EF BB BF⟩` stands for bytes, `⟨900 × a⟩` for repeated text, `⟨U+200B⟩` for a character. */
function bytesOf(text: string): Buffer {
  const pieces = text.split(/(⟨[^⟩]*⟩)/);
  return Buffer.concat(pieces.map(pieceOf));
}

function pieceOf(text: string): Buffer {
  const mark = /^⟨(.*)⟩$/.exec(text)?.[1];
  if (mark === undefined) return Buffer.from(text);
  const [, times, what] = /^(\d+) × (.*)$/.exec(mark) ?? [];
  if (times !== undefined) return Buffer.from((what ?? '').repeat(Number(times)));
  const [, point] = /^U\+([0-9A-F]+)$/.exec(mark) ?? [];
  if (point !== undefined) return Buffer.from(String.fromCodePoint(Number.parseInt(point, 16)));
  return Buffer.from(mark.replaceAll(' ', ''), 'hex');
}

function parsed(text: string | undefined): object | undefined {
  // Examples hold objects here.
  return text === undefined ? undefined : (JSON.parse(text) as object);
}
