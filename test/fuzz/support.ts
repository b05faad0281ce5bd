import { isSadapError } from '../../src/errors.ts';
import type { Eol, Side } from '../../src/model/frame.ts';
import type { Entry, Recording } from '../../src/model/recording.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { LineSplitter } from '../../src/wire/lines.ts';
import { headerOf } from '../support/conversation.ts';
import { holds } from './target.ts';

/** What it gives; undefined when it refuses with an error that a user can mend, of one line. */
export function orRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    return refused(error);
  }
}

/** The same for what takes its time. */
export async function orRefusedLater<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): undefined {
  if (!isSadapError(error)) throw error;
  holds(!/[\r\n]/.test(error.message), `an error is one line: ${JSON.stringify(error.message)}`);
  return undefined;
}

const header = headerOf();

/**
 * A conversation as lines: `>` what the client said, `<` the server, `1>` and `1<` the same over HTTP in
 * exchange 1, `!` standard error; anything else stands for a line of the server. Shorter than a recording,
 * so that a change hits a message more often than what is around it.
 */
export function recordedFrom(bytes: Buffer): Recording {
  return recordingFrom(fileOf(bytes));
}

/** The same as the bytes of the recording's file. */
export function fileOf(bytes: Buffer): Buffer {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const last = splitter.end();
  const entries = (last ? [...lines, last] : lines).map(({ bytes: line, eol }, seq) =>
    entryOf(line, eol, { seq, at: header.startedAt + seq * 1000 }),
  );
  return Buffer.concat([encodeEntry(header), ...entries.map(encodeEntry)]);
}

function entryOf(line: Buffer, eol: Eol, placed: { seq: number; at: number }): Entry {
  const sign = String.fromCharCode(line[0] ?? 0);
  if (sign === '!') return { type: 'stderr', ...placed, bytes: line.subarray(1), eol };
  const mark = /^([1-9]?)([<>])/.exec(line.toString('latin1', 0, 2));
  const from: Side = mark?.[2] === '>' ? 'client' : 'server';
  const rest = line.subarray(mark?.[0].length ?? 0);
  const call = mark?.[1] ? { call: Number(mark[1]), eol: '' as const } : { eol };
  return { type: 'frame', ...placed, from, bytes: rest, ...call };
}

/** A line as `recordedFrom` reads it. */
function said(sign: string, message: object): string {
  return `${sign}${JSON.stringify(message)}\n`;
}

const ask = (id: unknown, method: string, params: object = {}) =>
  said('>', { jsonrpc: '2.0', id, method, params });
const answer = (id: unknown, result: object) => said('<', { jsonrpc: '2.0', id, result });

const TOOL = {
  name: 'find_child',
  title: 'Find',
  description: 'Finds a child\n    by class.',
  inputSchema: {
    type: 'object',
    properties: {
      class: { type: 'string', description: 'such as 7A', default: '7A' },
      n: { type: ['integer', 'null'] },
    },
    required: ['class'],
    $defs: { d: { anyOf: [{ const: 1 }, { $ref: '#/$defs/d' }] } },
  },
  outputSchema: { type: 'object', properties: { total: { type: 'integer' } } },
  annotations: { readOnlyHint: true, title: 'F' },
  _meta: { 'anthropic/alwaysLoad': true },
};
const OPENING = [
  ask(0, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: { sampling: {} },
    clientInfo: { name: 'c', version: '1' },
  }),
  answer(0, {
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 's', version: '2' },
    instructions: 'Use it well.',
  }),
  said('>', { jsonrpc: '2.0', method: 'notifications/initialized' }),
].join('');
const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'm', version: '2' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  },
};

/** Conversations with most of what the protocol knows in them. */
export const conversations: readonly string[] = [
  OPENING +
    ask(1, 'tools/list') +
    answer(1, { tools: [TOOL], nextCursor: 'c' }) +
    ask(2, 'tools/list', { cursor: 'c' }) +
    answer(2, { tools: [{ ...TOOL, name: 'other' }] }) +
    ask('a', 'tools/call', {
      name: 'find_child',
      arguments: { class: '7A' },
      _meta: { progressToken: 7 },
    }) +
    said('<', {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 7, progress: 1, total: 2, message: 'half' },
    }) +
    answer('a', {
      content: [
        { type: 'text', text: '{"total":2,"data":[1,2]}', annotations: { audience: ['user'] } },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'x:/1', text: 't', mimeType: 'text/plain' } },
        { type: 'resource_link', uri: 'x:/2', name: 'n' },
      ],
      structuredContent: { total: 2, data: [1, 2] },
      isError: false,
    }),
  OPENING +
    ask(1, 'tools/call', { name: 'find_child', arguments: {} }) +
    said('<', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'bad', data: { a: 1 } } }) +
    ask(2, 'tools/call', { name: 'find_child', arguments: { class: 'x' } }) +
    answer(2, { content: [{ type: 'text', text: 'Error: no' }], isError: true }) +
    said('<', {
      jsonrpc: '2.0',
      id: 9,
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
        systemPrompt: 's',
        maxTokens: 9,
      },
    }) +
    said('>', {
      jsonrpc: '2.0',
      id: 9,
      result: {
        role: 'assistant',
        content: { type: 'text', text: 'ho' },
        model: 'm',
        stopReason: 'endTurn',
      },
    }) +
    ask(3, 'resources/read', { uri: 'x:/1' }) +
    said('>', {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 3, reason: 'r' },
    }) +
    answer(3, { contents: [{ uri: 'x:/1', text: 'late' }] }) +
    ask(4, 'prompts/get', { name: 'p', arguments: { a: 'b' } }) +
    answer(4, {
      description: 'd',
      messages: [{ role: 'user', content: { type: 'text', text: 'q' } }],
    }) +
    'Server started\n!a line of stderr\n\n<[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}]\n',
  said('1>', { jsonrpc: '2.0', id: 1, method: 'server/discover', params: MODERN }) +
    said('1<', {
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      },
    }) +
    said('2>', {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { ...MODERN, name: 'find_child', arguments: { class: '1' } },
    }) +
    said('2<', {
      jsonrpc: '2.0',
      id: 2,
      result: {
        resultType: 'input_required',
        requestState: 'st',
        inputRequests: {
          k: {
            method: 'elicitation/create',
            params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
          },
        },
      },
    }) +
    said('3>', {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: {
        ...MODERN,
        name: 'find_child',
        arguments: { class: '1' },
        requestState: 'st',
        inputResponses: { k: { action: 'accept', content: {} } },
      },
    }) +
    said('3<', {
      jsonrpc: '2.0',
      id: 3,
      result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }], ttlMs: 5 },
    }),
  '>{"jsonrpc":"2.0","id":1e0,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":1,"a":1,"a":2}}}\r\n<{"jsonrpc":"2.0","id":1.0,"result":{"content":[{"type":"text","text":"\\ud83c \\u001b[31m \\u202e"}]}}\r\n<{"id":1,"result":NaN}\n<\ufeff{"id":1,"result":{}}',
];
