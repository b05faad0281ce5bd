import { isUtf8 } from 'node:buffer';
import { type FrameFacts, factsOf as slowFactsOf } from '../../recording/encode.ts';
import type { HintBytes } from '../../recording/message-head.ts';
import { TextRuns } from '../../wire/text-runs.ts';
import { LineScanner } from '../tee/scan.ts';

/** What the encoder has to know of a whole frame. Faster than asking for one after the other. */
export function factsOf(bytes: Buffer): FrameFacts {
  watch.reset();
  watch.push(bytes);
  return watch.factsOf(bytes) ?? slowFactsOf(bytes);
}

/**
 * Finds out whether a long body is JSON while it comes, when the peers have to do as well, and not when it is
 * whole and somebody waits for the next.
 */
export class JsonWatch {
  readonly #scanner = new LineScanner();
  readonly #runs = new TextRuns();
  /** It is on one line so far: all that the scanner can read. */
  #isOneLine = true;

  /** Before the next body. */
  reset(): void {
    this.#scanner.reset();
    this.#isOneLine = true;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#isOneLine; at += PIECE) {
      const piece = chunk.length <= PIECE ? chunk : chunk.subarray(at, at + PIECE);
      this.#runs.enter(piece);
      this.#isOneLine = this.#scanner.read(piece, 0, this.#runs) === piece.length;
    }
  }

  /** What is known of the body, when no more will come; undefined: it has to be looked at as a whole. */
  factsOf(body: Buffer): FrameFacts | undefined {
    if (!this.#isOneLine) return undefined;
    const scanner = this.#scanner;
    if (!scanner.end() || (scanner.high && !isUtf8(body))) return NO_JSON;
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
}

/** The scanner is fastest with chunks up to this length. */
const PIECE = 64 * 1024;

const watch = new JsonWatch();
const NO_JSON: FrameFacts = { isJson: false, hints: {} };

function textOf({ bytes, length }: HintBytes): string | undefined {
  return length < 0 ? undefined : Buffer.from(bytes.subarray(0, length)).toString('utf8');
}
