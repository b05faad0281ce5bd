import { SadapError } from '../../errors.ts';
import type { Line, Micros } from '../../model/frame.ts';
import { append } from '../../model/lists.ts';
import type { ImportSource } from '../../model/recording.ts';
import { LineSplitter } from '../../wire/lines.ts';
import { DocumentSplitter } from './document.ts';
import { ToUtf8 } from './encoding.ts';
import type { LogParser, Unit } from './format.ts';
import { type Log, labelOf } from './log.ts';
import { merged } from './merge.ts';
import type { Observation } from './observation.ts';
import type { Destination } from './session.ts';
import { type Dated, type ImportFacts, Sessions } from './sessions.ts';

/** What an import found, and where the reading of a file stopped before its end. */
export interface ReadFacts extends ImportFacts {
  readonly problems: readonly string[];
}

/**
 * Reads logs of one format into a destination; several files are read as one, in the order of their times,
 * and what two of them tell is taken once. Memory is that of the longest line, and of what is pending.
 *
 * @throws SadapError `recording-invalid` when a line is longer than any message can be.
 */
export async function readLogs(
  logs: readonly Log[],
  destination: Destination,
  recorder: string,
): Promise<ReadFacts> {
  const [first] = logs;
  if (!first) return { sessions: [], passedOver: { unrelated: 0, broken: 0 }, problems: [] };
  const { format } = first;
  const sessions = new Sessions({
    format,
    destination,
    source: sourceOf(logs),
    recorder,
    label: labelOf(first),
  });
  const problems: string[] = [];
  const streams = logs.map((log) => observations(log, problems));
  for await (const batch of merged(streams)) for (const each of batch) sessions.take(each);
  return { ...sessions.end(), problems };
}

function sourceOf(logs: readonly Log[]): ImportSource {
  const [first] = logs;
  const encoding = logs.find((log) => log.encoding !== 'utf-8')?.encoding;
  return {
    format: first?.format.id ?? '',
    files: logs.map(({ file }) => file.name),
    ...(encoding && encoding !== 'utf-8' && { encoding }),
    ...(first?.format.times && { times: first.format.times }),
  };
}

/** What one file tells, in order, each with a time; in batches, for speed. */
async function* observations(log: Log, problems: string[]): AsyncGenerator<readonly Dated[]> {
  const parser = log.format.parser(log.file);
  const dates = new Dates();
  const text = new ToUtf8(log.encoding);
  const units =
    log.format.reads === 'lines' ? new Lines(log, text) : new Values(log, log.format.reads);
  for await (const chunk of log.chunks)
    yield dates.take(parsed(parser, units.push(text.push(chunk))));
  yield dates.take(parsed(parser, units.push(text.end())));
  yield dates.take([...parsed(parser, units.end()), ...parser.end()]);
  yield dates.end();
  if (units.problem !== undefined) problems.push(`${log.path}: ${units.problem}`);
}

function parsed(parser: LogParser, units: readonly Unit[]): Observation[] {
  return units.flatMap((unit) => parser.take(unit));
}

/** Gives each observation a time: its own, or that of the one before it. */
class Dates {
  #last: Micros | undefined;
  /** What came before any time did. */
  #waiting: Observation[] = [];

  take(observed: readonly Observation[]): Dated[] {
    const dated: Dated[] = [];
    for (const each of observed) {
      this.#last = each.at ?? this.#last;
      if (this.#last === undefined && this.#waiting.length < MOST_UNDATED) this.#waiting.push(each);
      else {
        append(dated, this.#released());
        dated.push({ ...each, at: this.#last ?? 0 });
      }
    }
    return dated;
  }

  end(): Dated[] {
    return this.#released();
  }

  #released(): Dated[] {
    if (this.#waiting.length === 0) return [];
    const at = this.#last ?? 0;
    const released = this.#waiting.map((each) => ({ ...each, at }));
    this.#waiting = [];
    return released;
  }
}

/** So many lines without a time are waited for the first one that has one. */
const MOST_UNDATED = 1000;

/** Longer than any message that a log can hold, in bytes: this is no line of text. */
const LONGEST = 512 * 1024 * 1024;

class Lines {
  readonly problem: string | undefined;
  readonly #path: string;
  readonly #splitter = new LineSplitter();
  #number = 0;
  /** In the text, which lacks the byte order mark of the file. */
  #offset: number | undefined;
  readonly #text: ToUtf8;

  constructor({ path, encoding }: Log, text: ToUtf8) {
    this.#path = path;
    this.#text = text;
    this.#offset = encoding === 'utf-8' ? 0 : undefined;
  }

  push(chunk: Buffer): Unit[] {
    const units = this.#splitter.push(chunk).map((line) => this.#unit(line));
    if (this.#splitter.pendingBytes > LONGEST)
      throw tooLong(this.#path, `line ${this.#number + 1}`);
    return units;
  }

  end(): Unit[] {
    const last = this.#splitter.end();
    return last ? [this.#unit(last)] : [];
  }

  #unit({ bytes, eol }: Line): Unit {
    const unit = { bytes, part: '', number: ++this.#number };
    const offset = this.#offset;
    if (offset === undefined) return unit;
    this.#offset = offset + bytes.length + eol.length;
    return { ...unit, offset: offset + this.#text.marked };
  }
}

class Values {
  readonly #path: string;
  readonly #splitter: DocumentSplitter;
  #number = 0;

  constructor({ path }: Log, parts: ConstructorParameters<typeof DocumentSplitter>[0]) {
    this.#path = path;
    this.#splitter = new DocumentSplitter(parts);
  }

  get problem(): string | undefined {
    const { problem } = this.#splitter;
    return (
      problem && `${problem.detail} at byte ${problem.offset}; what was read until then is imported`
    );
  }

  push(chunk: Buffer): Unit[] {
    const units = this.#splitter.push(chunk).map((value) => ({ ...value, number: ++this.#number }));
    if (this.#splitter.pendingBytes > LONGEST)
      throw tooLong(this.#path, `value ${this.#number + 1}`);
    return units;
  }

  end(): Unit[] {
    return this.#splitter.end().map((value) => ({ ...value, number: ++this.#number }));
  }
}

function tooLong(path: string, what: string): SadapError {
  return new SadapError('recording-invalid', `${path}: ${what} is longer than 512 MiB`, {
    hint: 'No message is that long: the file is damaged, or of another kind; --from FORMAT says which.',
  });
}
