import type { Hash, Span } from '../text-hash.ts';
import { HashTable } from './hash-table.ts';

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

/**
 * Finds identical calls, in bounded memory: same session, tool and arguments, byte for byte. They are
 * compared by a hash of 64 bits with a secret start: among a million calls, the odds that two different
 * ones are taken for the same are one in ten million, and nobody can make them so.
 */
export class Repeats {
  /** Numbers for path and tool, so that they need not be hashed each time. */
  readonly #scopes = new Map<string, number>();
  #path: string | undefined;
  #scopeCount = 0;
  #once = new HashTable<Ref>(16_384);
  #onceBefore = new HashTable<Ref>(16_384);
  /** In the order in which they came a second time. */
  readonly #known: Known[] = [];
  readonly #repeated = new HashTable<Known>(32_768);
  /** false: calls were forgotten, so a repetition far apart may not be counted. */
  isComplete = true;

  /**
   * Takes a call; `ref` names its request, and `hash` is that of its arguments. Returns what takes the size of
   * the answer, when the same was asked before.
   */
  call(call: Call, args: Span, hash: Hash, ref: Ref): ((bytes: number) => void) | undefined {
    const key = keyOf(hash, this.#scopeOf(call));
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
    return [...this.#known]
      .sort((one, other) => other.times - one.times)
      .map(({ first, last, ...rest }) => ({ ...rest, first: String(first), last: String(last) }));
  }

  /** A call that came once before and comes again. */
  #promoted(key: Hash, call: Call, args: Span): Known | undefined {
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
    // Among those that came once it stays, where it is looked for no more.
    this.#repeated.set(key, known);
    this.#known.push(known);
    return known;
  }

  #remember(key: Hash, ref: Ref): void {
    if (this.#once.size >= MOST_HALF) {
      if (this.#onceBefore.size > 0) this.isComplete = false;
      [this.#once, this.#onceBefore] = [this.#onceBefore, this.#once];
      this.#once.clear();
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
    const scope = Math.imul(this.#scopeCount, 0x9e37_79b1);
    this.#scopes.set(tool, scope);
    return scope;
  }
}

function shown({ bytes, start, end }: Span): string {
  // Four bytes for each, at most; a part of a string would keep the whole of it in memory.
  const text = bytes.toString('utf8', start, Math.min(end, start + 4 * SHOWN));
  return text.length <= SHOWN ? text : Buffer.from(text.slice(0, SHOWN)).toString();
}

/** A hash for one tool of one session. */
function keyOf({ low, high }: Hash, scope: number): Hash {
  return { low: low ^ scope, high: high ^ Math.imul(scope, 0x85eb_ca6b) };
}
