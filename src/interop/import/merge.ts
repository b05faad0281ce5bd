import type { Micros } from '../../model/frame.ts';
import type { Dated } from './sessions.ts';

/** Two files note the same event at nearly the same time; in microseconds. */
const SAME = 100_000;

/**
 * Streams of several files as one, in the order of their times; what stands in two of them comes once.
 * A single stream goes through as it is.
 */
export async function* merged(
  streams: readonly AsyncGenerator<readonly Dated[]>[],
): AsyncGenerator<readonly Dated[]> {
  const [only] = streams;
  if (only && streams.length === 1) {
    yield* only;
    return;
  }
  const heads = streams.map((stream) => new Head(stream));
  for (const head of heads) await head.fill();
  const seen = new Seen();
  for (;;) {
    const next = heads.reduce<Head | undefined>(earlier, undefined);
    const observation = next?.take();
    if (!next || !observation) return;
    if (seen.isNew(observation, heads.indexOf(next))) yield [observation];
    await next.fill();
  }
}

/** The first one of equals stays first, so that the files keep the order in which they were named. */
function earlier(one: Head | undefined, other: Head): Head | undefined {
  if (other.at === undefined) return one;
  return one?.at === undefined || other.at < one.at ? other : one;
}

/** One stream, an observation at a time. A line never comes before one that stands above it. */
class Head {
  readonly #stream: AsyncGenerator<readonly Dated[]>;
  #batch: readonly Dated[] = [];
  #next = 0;
  #latest: Micros = 0;

  constructor(stream: AsyncGenerator<readonly Dated[]>) {
    this.#stream = stream;
  }

  /** Time of the observation in front; undefined when there are no more. */
  get at(): Micros | undefined {
    const found = this.#batch[this.#next];
    return found && Math.max(this.#latest, found.at);
  }

  take(): Dated | undefined {
    const found = this.#batch[this.#next];
    this.#latest = Math.max(this.#latest, found?.at ?? 0);
    this.#next += 1;
    return found;
  }

  async fill(): Promise<void> {
    while (this.#next >= this.#batch.length) {
      const { value, done } = await this.#stream.next();
      if (done) return;
      this.#batch = value;
      this.#next = 0;
    }
  }
}

interface Trace {
  readonly at: Micros;
  readonly file: number;
  readonly what: string;
}

/** What was seen a moment ago, by file. */
class Seen {
  #recent: Trace[] = [];

  /** false: another file told of it already; each event there stands for one here. */
  isNew(observation: Dated, file: number): boolean {
    const what = identityOf(observation);
    if (what === undefined) return true;
    const { at } = observation;
    if ((this.#recent[0]?.at ?? at) < at - SAME)
      this.#recent = this.#recent.filter((each) => each.at >= at - SAME);
    const twin = this.#recent.findIndex((each) => each.file !== file && each.what === what);
    if (twin === -1) this.#recent.push({ at, file, what });
    else this.#recent.splice(twin, 1);
    return twin === -1;
  }
}

/** Equal for the same event in two files; undefined for what only one file ever holds. */
function identityOf(observation: Dated): string | undefined {
  const { key = '' } = observation;
  switch (observation.kind) {
    case 'frame':
      return `${key} ${observation.from} ${observation.bytes.toString('latin1')}`;
    case 'note':
      return `${key} note ${observation.text}`;
    case 'begin':
    case 'over':
    case 'about':
      return `${key} ${observation.kind}`;
    case 'event':
      return `${key} event ${observation.event.event}`;
    case 'http':
    case 'stderr':
    case 'passed-over':
      return undefined;
  }
}
