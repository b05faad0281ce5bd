import type { Readable, Writable } from 'node:stream';
import { type CanaryOptions, createCanary } from './handler.ts';
import type { JsonMembers } from './marker.ts';

export interface CanaryStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/**
 * Serves the canary over stdio until the input ends or the output breaks. Every message is answered
 * before the next one is read, so that two runs with the same input write the same bytes.
 */
export async function serveCanary(streams: CanaryStreams, options: CanaryOptions): Promise<void> {
  const { input, output, errors } = streams;
  const canary = createCanary(options);
  let isOpen = true;
  output.on('error', () => {
    isOpen = false;
    input.destroy();
  });
  try {
    for await (const line of linesOf(input)) {
      for (const message of messagesIn(line)) {
        const reaction = canary(message);
        for (const text of reaction.stderr) errors.write(`${text}\n`);
        for (const each of reaction.messages) if (isOpen) output.write(`${JSON.stringify(each)}\n`);
      }
    }
  } catch (error) {
    // A client that leaves breaks the input while it is being read.
    if (isOpen && !input.destroyed) throw error;
  }
}

async function* linesOf(input: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of input) {
    rest = Buffer.concat([rest, Buffer.from(chunk)]);
    let start = 0;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a, start)) {
      yield rest.subarray(start, end);
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
}

/** The messages of a line; what is none is left unanswered, as a careless server would. */
function messagesIn(line: Buffer): readonly JsonMembers[] {
  try {
    const value: unknown = JSON.parse(line.toString());
    const messages = Array.isArray(value) ? value : [value];
    return messages.filter((each) => typeof each === 'object' && each !== null);
  } catch {
    return [];
  }
}
