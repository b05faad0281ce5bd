import type { FrameFacts } from '../../recording/encode.ts';
import type { HintBytes } from '../../recording/message-head.ts';
import { TextRuns } from '../../wire/text-runs.ts';
import { Utf8Watch } from '../../wire/utf8.ts';
import { LineScanner } from '../tee/scan.ts';

/** What the encoder has to know of a whole frame. Faster than asking for one after the other. */
export function factsOf(bytes: Buffer): FrameFacts {
  const watch = new JsonWatch(scanner);
  watch.push(bytes);
  return watch.facts;
}

/**
 * Finds out what a body is while it comes, when the peers have to do as well, and not when it is whole and
 * somebody waits for the next.
 */
export class JsonWatch {
  readonly #scanner: LineScanner;
  readonly #utf8 = new Utf8Watch();
  readonly #lineFeeds: number[] = [];
  #length = 0;
  /** Where the last line feed was. */
  #last = 0;

  /** `with`: a scanner that nobody needs until the body has ended. */
  constructor(scanner: LineScanner = new LineScanner()) {
    this.#scanner = scanner;
    scanner.reset();
  }

  /** All of it so far is UTF-8. */
  get isUtf8(): boolean {
    return this.#utf8.isUtf8;
  }

  /** Where its line feeds are, each counted from the one before: of JSON, and not beyond what makes it none. */
  get lineFeeds(): readonly number[] {
    return this.#lineFeeds;
  }

  push(chunk: Buffer): void {
    this.#utf8.push(chunk);
    for (let at = 0; at < chunk.length && !this.#scanner.isBad; at += PIECE)
      this.#scan(chunk.length <= PIECE ? chunk : chunk.subarray(at, at + PIECE), at);
    this.#length += chunk.length;
  }

  /** What is known of the body. To be asked for once, when no more will come. */
  get facts(): FrameFacts {
    const scanner = this.#scanner;
    if (!scanner.end() || !this.isUtf8) return NO_JSON;
    const { method, id } = scanner.hints;
    const [methodText, idText] = [textOf(method), textOf(id)];
    return {
      isJson: true,
      hints: {
        ...(methodText !== undefined && { method: methodText }),
        ...(idText !== undefined && { id: idText }),
      },
    };
  }

  #scan(piece: Buffer, at: number): void {
    runs.enter(piece);
    for (let from = 0; ; ) {
      const end = this.#scanner.read(piece, from, runs);
      if (end === piece.length) return;
      // To JSON the same as a line feed: white space, and not allowed inside a string.
      this.#scanner.read(TAB, 0, ofTab);
      const place = this.#length + at + end;
      this.#lineFeeds.push(place - this.#last);
      this.#last = place;
      from = end + 1;
      if (this.#scanner.isBad) return;
    }
  }
}

/** The scanner is fastest with chunks up to this length. */
const PIECE = 64 * 1024;

const scanner = new LineScanner();
const TAB = Buffer.from('\t');
const runs = new TextRuns();
const ofTab = new TextRuns();
ofTab.enter(TAB);
const NO_JSON: FrameFacts = { isJson: false, hints: {} };

function textOf({ bytes, length }: HintBytes): string | undefined {
  return length < 0 ? undefined : Buffer.from(bytes.subarray(0, length)).toString('utf8');
}
