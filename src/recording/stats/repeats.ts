import { randomInt } from 'node:crypto';

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

/** Calls that came once are remembered in two halves of this size; the older half is forgotten at once. */
const MOST_HALF = 10_000;
const MOST_REPEATED = 20_000;
const SHOWN = 200;

/** Names a request: `7`, in a batch `7.1`. */
export type Ref = number | string;

interface Known extends Omit<RepeatedCall, 'times' | 'again' | 'last' | 'first'> {
  readonly first: Ref;
  times: number;
  again: number;
  last: Ref;
}

/** What is asked, and in which session. */
interface Call {
  readonly path: string;
  readonly server: string;
  readonly tool: string;
}

/** Where the arguments stand, as spelled. */
export interface Span {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds identical calls, in bounded memory: same session, tool and arguments, byte for byte. They are
 * compared by a hash of 53 bits with a secret start: among a million calls, the odds that two different
 * ones are taken for the same are one in ten thousand, and nobody can make them so.
 */
export class Repeats {
  readonly #seed = randomInt(2 ** 32);
  /** Numbers for path and tool, so that they need not be hashed each time. */
  readonly #scopes = new Map<string, number>();
  #path: string | undefined;
  #scopeCount = 0;
  #once = new Map<number, Ref>();
  #onceBefore = new Map<number, Ref>();
  readonly #repeated = new Map<number, Known>();
  /** false: calls were forgotten, so a repetition far apart may not be counted. */
  isComplete = true;

  /**
   * Takes a call; `ref` names its request. Returns what takes the size of the answer, when the same was
   * asked before.
   */
  call(call: Call, args: Span, ref: Ref): ((bytes: number) => void) | undefined {
    const key = hashOf(args, this.#seed ^ this.#scopeOf(call));
    const known = this.#repeated.get(key) ?? this.#promoted(key, call, args);
    if (!known) {
      this.#remember(key, ref);
      return undefined;
    }
    known.times += 1;
    known.last = ref;
    return (bytes) => {
      known.again += bytes;
    };
  }

  /** The most often repeated first. */
  calls(): readonly RepeatedCall[] {
    return [...this.#repeated.values()]
      .sort((one, other) => other.times - one.times)
      .map(({ first, last, ...rest }) => ({ ...rest, first: String(first), last: String(last) }));
  }

  /** A call that came once before and comes again. */
  #promoted(key: number, call: Call, args: Span): Known | undefined {
    const first = this.#once.get(key) ?? this.#onceBefore.get(key);
    if (first === undefined) return undefined;
    if (this.#repeated.size >= MOST_REPEATED) {
      this.isComplete = false;
      return undefined;
    }
    const { path, server, tool } = call;
    const known = {
      path,
      server,
      tool,
      arguments: shown(args),
      times: 1,
      again: 0,
      first,
      last: first,
    };
    this.#once.delete(key);
    this.#onceBefore.delete(key);
    this.#repeated.set(key, known);
    return known;
  }

  #remember(key: number, ref: Ref): void {
    if (this.#once.size >= MOST_HALF) {
      if (this.#onceBefore.size > 0) this.isComplete = false;
      this.#onceBefore = this.#once;
      this.#once = new Map();
    }
    this.#once.set(key, ref);
  }

  #scopeOf({ path, tool }: Call): number {
    if (path !== this.#path) {
      this.#path = path;
      this.#scopes.clear();
    }
    const known = this.#scopes.get(tool);
    if (known !== undefined) return known;
    this.#scopeCount += 1;
    const scope = Math.imul(this.#scopeCount, 0x9e3779b1);
    this.#scopes.set(tool, scope);
    return scope;
  }
}

function shown({ bytes, start, end }: Span): string {
  // Four bytes for each, at most; a part of a string would keep the whole of it in memory.
  const text = bytes.toString('utf8', start, Math.min(end, start + 4 * SHOWN));
  return text.length <= SHOWN ? text : Buffer.from(text.slice(0, SHOWN)).toString();
}

/** Two multiplicative hashes of 32 bits, mixed in the end; 53 bits of them are a number. */
function hashOf({ bytes, start, end }: Span, seed: number): number {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    one = Math.imul(one ^ byte, 0x9e3779b1);
    other = Math.imul(other ^ byte, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return 0x100000000 * (other & 0x1fffff) + (one >>> 0);
}
