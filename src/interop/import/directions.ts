import type { Side } from '../../model/frame.ts';
import { rpcId } from '../../model/ids.ts';
import { member } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import { revisionsWith } from '../../protocol/revisions.ts';
import { parseFrame } from '../../wire/parse.ts';

/** Who sent a message, and whether anything in it tells. */
export interface Direction {
  readonly from: Side;
  readonly isGuess: boolean;
}

/** Requests that wait for an answer are remembered; so many of them. */
const MOST_OPEN = 10_000;

/**
 * Finds out who sent messages of which a log does not say it: a method belongs to one side by the
 * specification, an answer comes from the side that was asked.
 */
export class Directions {
  /** By id, who asked; the newest one counts. */
  readonly #asked = new Map<string, Side>();

  of(bytes: Buffer): Direction {
    const { content } = parseFrame({ seq: 0, at: 0, from: 'client', bytes, eol: '\n' });
    const [first] = content.kind === 'batch' ? content.members : [content];
    if (!first || first.kind === 'stray') return { from: 'server', isGuess: true };
    return 'method' in first ? this.#call(first) : this.#answer(first);
  }

  #call(message: Extract<Message, { method: string }>): Direction {
    const direction = this.#byMethod(message);
    if (message.kind === 'request' && message.id.kind !== 'null') {
      if (this.#asked.size >= MOST_OPEN) this.#asked.clear();
      this.#asked.set(message.id.key, direction.from);
    }
    return direction;
  }

  #byMethod({ method, params }: Extract<Message, { method: string }>): Direction {
    const sides = (['client', 'server'] as const).filter(
      (side) => revisionsWith(method, side).length > 0,
    );
    const [only] = sides;
    if (only && sides.length === 1) return { from: only, isGuess: false };
    if (method === 'notifications/cancelled') {
      const id = rpcId(member(params, 'requestId'));
      const asker = id && id.kind !== 'null' ? this.#asked.get(id.key) : undefined;
      return { from: asker ?? 'client', isGuess: asker === undefined };
    }
    return { from: method === 'notifications/progress' ? 'server' : 'client', isGuess: true };
  }

  #answer({ id }: Extract<Message, { kind: 'result' | 'failure' }>): Direction {
    const asker = id && id.kind !== 'null' ? this.#asked.get(id.key) : undefined;
    if (asker === undefined) return { from: 'server', isGuess: true };
    return { from: asker === 'client' ? 'server' : 'client', isGuess: false };
  }
}
