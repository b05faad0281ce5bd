import type { IncomingMessage } from 'node:http';

/** Longer bodies are refused: a recording that answers them would not fit into memory either. */
const LARGEST_BODY = 256 * 1024 * 1024;

/** The whole body; undefined when it is too large, or when the client has left. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      // A request without an encoding gives buffers.
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > LARGEST_BODY) return undefined;
      chunks.push(bytes);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
