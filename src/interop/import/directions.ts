import { otherSide, type Side } from '../../model/frame.ts';
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

/** What only answers of a client have in their result, by the method that was asked. */
const OF_CLIENT: Readonly<Record<string, string>> = {
  'roots/list': 'roots',
  'sampling/createMessage': 'model',
  'elicitation/create': 'action',
};

interface Asked {
  readonly from: Side;
  readonly method: string;
}

/**
 * Finds out who sent messages of which a log does not say it: a method belongs to one side by the
 * specification, an answer comes from the side that was asked. Both sides may ask with the same id.
 */
export class Directions {
  /** By id, what waits for an answer, in the order asked. */
  readonly #open = new Map<string, Asked[]>();

  of(bytes: Buffer): Direction {
    const { content } = parseFrame({ seq: 0, at: 0, from: 'client', bytes, eol: '\n' });
    const [first] = content.kind === 'batch' ? content.members : [content];
    if (!first || first.kind === 'stray') return { from: 'server', isGuess: true };
    return 'method' in first ? this.#call(first) : this.#answer(first);
  }

  #call(message: Extract<Message, { method: string }>): Direction {
    const direction = this.#byMethod(message);
    if (message.kind === 'request' && message.id.kind !== 'null') {
      if (this.#open.size >= MOST_OPEN) this.#open.clear();
      const { from } = direction;
      const asked = { from, method: message.method };
      this.#open.set(message.id.key, [...(this.#open.get(message.id.key) ?? []).slice(-8), asked]);
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
      const open = id && id.kind !== 'null' ? (this.#open.get(id.key) ?? []) : [];
      const sides = new Set(open.map(({ from }) => from));
      const [asker] = sides.size === 1 ? sides : [];
      return { from: asker ?? 'client', isGuess: asker === undefined };
    }
    return { from: method === 'notifications/progress' ? 'server' : 'client', isGuess: true };
  }

  #answer(message: Extract<Message, { kind: 'result' | 'failure' }>): Direction {
    const { id } = message;
    const open = id && id.kind !== 'null' ? (this.#open.get(id.key) ?? []) : [];
    const asked = askedBy(open, message);
    if (!asked || !id || id.kind === 'null') return { from: 'server', isGuess: true };
    const rest = open.filter((each) => each !== asked);
    if (rest.length > 0) this.#open.set(id.key, rest);
    else this.#open.delete(id.key);
    const isGuess = message.kind === 'failure' && new Set(open.map(({ from }) => from)).size > 1;
    return { from: otherSide(asked.from), isGuess };
  }
}

/** Where both sides wait under one id, the members of the result tell whose question it answers. */
function askedBy(
  open: readonly Asked[],
  message: Extract<Message, { kind: 'result' | 'failure' }>,
): Asked | undefined {
  if (message.kind === 'failure') return open.at(-1);
  const byServer = open.find(({ from, method }) => {
    const key = from === 'server' ? OF_CLIENT[method] : undefined;
    return key !== undefined && member(message.result, key) !== undefined;
  });
  return byServer ?? open.find(({ from }) => from === 'client') ?? open[0];
}
