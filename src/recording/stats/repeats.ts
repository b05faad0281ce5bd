import { createHash } from 'node:crypto';

/** One call that was made several times in one session. */
export interface RepeatedCall {
  /** Path of the recording. */
  readonly path: string;
  readonly server: string;
  readonly tool: string;
  /** As spelled, cut after 200 characters. */
  readonly arguments: string;
  readonly times: number;
  /** Bytes of the answers after the first one. */
  readonly again: number;
  /** The requests: `7`, in a batch `7.1`. */
  readonly first: string;
  readonly last: string;
}

/** So many different calls are remembered, the newest ones. */
const MOST_CALLS = 20_000;
const MOST_REPEATED = 20_000;
const SHOWN = 200;

/** A copy: a part of a string keeps the whole of it in memory. */
function shortened(text: string): string {
  return text.length <= SHOWN ? text : Buffer.from(text.slice(0, SHOWN)).toString();
}

interface Known extends Omit<RepeatedCall, 'times' | 'again' | 'last'> {
  times: number;
  again: number;
  last: string;
}

/** What is asked, and in which session. */
interface Call {
  readonly path: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: string;
}

/** Finds identical calls, in bounded memory: same session, tool and arguments, byte for byte. */
export class Repeats {
  readonly #once = new Map<string, Known>();
  readonly #repeated = new Map<string, Known>();
  /** false: calls were forgotten, so a repetition far apart may not be counted. */
  isComplete = true;

  /**
   * Takes a call; `ref` names its request. Returns what takes the size of the answer, when the same was
   * asked before.
   */
  call(call: Call, ref: string): ((bytes: number) => void) | undefined {
    const key = keyOf(call);
    const known = this.#repeated.get(key) ?? this.#once.get(key);
    if (!known) {
      const shown = shortened(call.arguments);
      this.#remember(key, { ...call, arguments: shown, times: 1, again: 0, first: ref, last: ref });
      return undefined;
    }
    if (known.times === 1 && !this.#promote(key, known)) return undefined;
    known.times += 1;
    known.last = ref;
    return (bytes) => {
      known.again += bytes;
    };
  }

  /** The most often repeated first. */
  calls(): readonly RepeatedCall[] {
    return [...this.#repeated.values()].sort((one, other) => other.times - one.times);
  }

  #remember(key: string, known: Known): void {
    this.#once.set(key, known);
    if (this.#once.size <= MOST_CALLS) return;
    const [oldest] = this.#once.keys();
    if (oldest !== undefined) this.#once.delete(oldest);
    this.isComplete = false;
  }

  #promote(key: string, known: Known): boolean {
    this.#once.delete(key);
    if (this.#repeated.size >= MOST_REPEATED) this.isComplete = false;
    else this.#repeated.set(key, known);
    return this.#repeated.has(key);
  }
}

function keyOf({ path, tool, arguments: args }: Call): string {
  const short = args.length <= SHOWN ? args : createHash('sha256').update(args).digest('base64');
  return `${path}\0${tool}\0${short}`;
}
