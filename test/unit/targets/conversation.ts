import { PassThrough, type Readable, type Writable } from 'node:stream';
import { type AsramaOptions, runAsrama } from '../../../src/targets/asrama/index.ts';

/** A message of the server, as a plain value. */
export type Answer = Record<string, unknown>;

/** A conversation with a stdio server. */
export interface Conversation {
  /** Sends a request with the next id and resolves with its answer. */
  ask(method: string, params?: object): Promise<Answer>;
  send(message: object): void;
  /** Ends the input; resolves with every line of the output when the server has ended. */
  end(): Promise<string[]>;
}

/** Opens a conversation with asrama in this process. Nothing is sent yet. `sdk` is `v2` when absent. */
export function converse(options: Partial<AsramaOptions> = {}): Conversation {
  const input = new PassThrough();
  const output = new PassThrough();
  const run = runAsrama({ sdk: 'v2', ...options, input, output, log: () => {} });
  return converseOver(input, output, run);
}

/** Opens a conversation over the streams of a server. `ended` settles when the server has ended. */
export function converseOver(
  input: Writable,
  output: Readable,
  ended: Promise<unknown>,
): Conversation {
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const lines: string[] = [];
  collectLines(output.setEncoding('utf8'), (line) => {
    lines.push(line);
    const answer: Answer = JSON.parse(line);
    waiting.get(answer['id'])?.(answer);
  });
  const send = (message: object) => void input.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  return {
    send,
    ask: (method, params) => {
      id += 1;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
      return Promise.race([answered, ended.then(() => Promise.reject(new Error('server ended')))]);
    },
    end: async () => {
      input.end();
      await ended;
      return lines;
    },
  };
}

function collectLines(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) take(line);
  });
}

/** The handshake of the legacy era. Resolves with the answer to `initialize`. */
export async function initialize(conversation: Conversation): Promise<Answer> {
  const answer = await conversation.ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'probe', version: '1' },
  });
  conversation.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return answer;
}

/** What every request of the modern era carries. */
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The result member of an answer; throws when it carries an error. */
export function resultOf(answer: Answer): Record<string, unknown> {
  const { result } = answer;
  if (typeof result !== 'object' || result === null) throw new Error(JSON.stringify(answer));
  return { ...result };
}
