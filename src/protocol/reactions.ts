import { otherSide, type Side } from '../model/frame.ts';
import { member } from '../model/json.ts';
import type { Answer, FrameContent, Located, MessageRef, Stray } from '../model/message.ts';
import { refKey } from '../model/session.ts';

/**
 * What an answer without a request may be a reaction to: the other side wrote something that no answer
 * is due for (a notification, a line that is no message, a batch), and the peer answered all the same.
 * Only the order of the lines says so; it is a remark, never a pair. Each line is remarked on once.
 */
export class Reactions {
  readonly #sides = { client: new Provocations(), server: new Provocations() };

  /** Notes a frame, or a member of a batch, that `from` wrote. */
  note(from: Side, ref: MessageRef, content: FrameContent): void {
    this.#sides[from].note(ref, content);
  }

  /** The line that this orphan seems to react to. */
  explain(orphan: Located<Answer>): MessageRef | undefined {
    return this.#sides[otherSide(orphan.from)].claim(orphan.message);
  }
}

class Provocations {
  /** The newest frame, when nothing is due for it. */
  #latest: MessageRef | undefined;
  #latestIsBatch = false;
  /** Lines that are no message, oldest first, each with the id that a tolerant peer would see. */
  readonly #unread = new Map<string, { ref: MessageRef; id: string | undefined }>();
  readonly #almost = new Map<string, MessageRef>();

  note(ref: MessageRef, content: FrameContent): void {
    this.#latest = isDue(content) ? undefined : ref;
    this.#latestIsBatch = content.kind === 'batch';
    if (content.kind !== 'stray' || content.why === 'blank') return;
    const id = almostId(content);
    this.#unread.set(refKey(ref), { ref, id });
    if (id !== undefined) this.#almost.set(id, ref);
  }

  claim(answer: Answer): MessageRef | undefined {
    const ref = this.#take(this.#byId(answer) ?? this.#byCode(answer) ?? this.#latest);
    return ref && { seq: ref.seq, index: ref.index };
  }

  #byId({ id }: Answer): MessageRef | undefined {
    return id === undefined || id.kind === 'null' ? undefined : this.#almost.get(id.key);
  }

  /** By these codes a peer says that it could not read a line (JSON-RPC 2.0 section 5.1). */
  #byCode(answer: Answer): MessageRef | undefined {
    const code = errorCode(answer);
    if (code !== '-32700' && !(code === '-32600' && !this.#latestIsBatch)) return undefined;
    const [oldest] = this.#unread.values();
    return oldest?.ref;
  }

  #take(ref: MessageRef | undefined): MessageRef | undefined {
    if (!ref) return undefined;
    const key = refKey(ref);
    const id = this.#unread.get(key)?.id;
    if (id !== undefined) this.#almost.delete(id);
    this.#unread.delete(key);
    if (this.#latest && refKey(this.#latest) === key) this.#latest = undefined;
    return ref;
  }
}

/** Requests get their own answer, and answers get none by their nature: neither explains an orphan. */
function isDue(content: FrameContent): boolean {
  if (content.kind === 'request') return content.id.kind !== 'null';
  return content.kind === 'result' || content.kind === 'failure';
}

function almostId({ almost }: Stray): string | undefined {
  return almost?.kind === 'request' && almost.id.kind !== 'null' ? almost.id.key : undefined;
}

function errorCode(answer: Answer): string | undefined {
  const code = answer.kind === 'failure' ? member(answer.error, 'code') : undefined;
  return code?.kind === 'number' ? code.text : undefined;
}
