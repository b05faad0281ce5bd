import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** Something that serves until it is closed. */
export interface Serving {
  close(): Promise<void>;
}

/** The two streams of a stdio server. `input` does not end before `close` is called. */
export interface StdioFace {
  readonly input: Readable;
  readonly output: Writable;
}

/** Answers HTTP requests that have already been found to be allowed. */
export interface HttpFace extends Serving {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** What the server says that it can do: its lists are fixed, and nobody can subscribe to a resource. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
};
