import type { Message } from '../model/message.ts';

type Notification = Extract<Message, { kind: 'notification' }>;
type Outcome = Notification | 'timeout' | 'closed';

/** A notification that somebody waits for. */
interface Wanted {
  readonly promise: Promise<Outcome>;
  /** Ends the waiting. */
  give(outcome: Outcome): void;
}

/** More of one method than anybody will wait for; the oldest go. */
const MOST_KEPT = 100;

/**
 * Notifications of the server that no step has waited for yet. One that came before the step that
 * waits for it counts: a server may send it in the middle of an answer.
 */
export class NotificationQueue {
  readonly #kept = new Map<string, Notification[]>();
  readonly #wanted = new Map<string, Wanted[]>();

  /** Gives the notification to whoever waits longest for it, or keeps it. */
  put(notification: Notification): void {
    const { method } = notification;
    const [first] = this.#wanted.get(method) ?? [];
    if (first) {
      first.give(notification);
      return;
    }
    const kept = this.#kept.get(method) ?? [];
    kept.push(notification);
    if (kept.length > MOST_KEPT) kept.shift();
    this.#kept.set(method, kept);
  }

  /** The oldest one kept, or the next to come within the time. */
  take(method: string, timeoutMs: number): Wanted {
    const kept = this.#kept.get(method)?.shift();
    if (kept) return { promise: Promise.resolve(kept), give() {} };
    let resolve: (outcome: Outcome) => void = () => {};
    const promise = new Promise<Outcome>((done) => {
      resolve = done;
    });
    const queue = this.#wanted.get(method) ?? [];
    this.#wanted.set(method, queue);
    const wanted: Wanted = {
      promise,
      give(outcome) {
        clearTimeout(timer);
        const index = queue.indexOf(wanted);
        if (index >= 0) queue.splice(index, 1);
        resolve(outcome);
      },
    };
    const timer = setTimeout(() => wanted.give('timeout'), timeoutMs);
    queue.push(wanted);
    return wanted;
  }
}
