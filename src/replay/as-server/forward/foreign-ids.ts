import { member } from '../../../model/json.ts';
import type { Located, Request } from '../../../model/message.ts';

/**
 * Requests of a real server beside those of the recorded one. Both count their ids on their own, so one
 * that is in use already gets another for the client, and the answer gets it back.
 */
export class ForeignIds {
  readonly #isTaken: (key: string) => boolean;
  /** By the key that the client sees: the id as the server spelled it. */
  readonly #open = new Map<string, string>();
  #last = 0;

  constructor(isTaken: (key: string) => boolean) {
    this.#isTaken = isTaken;
  }

  /** The server's request as the client is to see it. */
  requestFor(request: Request, bytes: Buffer): Buffer {
    const { id, node } = request;
    if (id.kind === 'null') return bytes;
    if (!this.#isTaken(id.key) && !this.#open.has(id.key)) {
      this.#open.set(id.key, id.text);
      return bytes;
    }
    this.#last += 1;
    const own = `sadap-real-${this.#last}`;
    this.#open.set(`s:${own}`, id.text);
    return withText(bytes, member(node, 'id'), JSON.stringify(own));
  }

  /** The client's answer as the server is to see it; undefined when the server did not ask. */
  answerFor({ message, bytes }: Located): Buffer | undefined {
    const id = 'id' in message ? message.id : undefined;
    const key = id && id.kind !== 'null' ? id.key : '';
    const text = this.#open.get(key);
    if (text === undefined) return undefined;
    this.#open.delete(key);
    const { start, end } = message.node;
    const node = member(message.node, 'id');
    const own = bytes.subarray(start, end);
    const moved = node && { start: node.start - start, end: node.end - start };
    return withText(own, moved, text);
  }
}

function withText(
  bytes: Buffer,
  place: { readonly start: number; readonly end: number } | undefined,
  text: string,
): Buffer {
  if (!place) return bytes;
  return Buffer.concat([
    bytes.subarray(0, place.start),
    Buffer.from(text),
    bytes.subarray(place.end),
  ]);
}
