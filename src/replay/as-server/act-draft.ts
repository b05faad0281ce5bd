import type { Frame, Micros } from '../../model/frame.ts';
import type { Located, Stray } from '../../model/message.ts';
import { answerOf, type Exchange, refKey } from '../../model/session.ts';
import type { Act, HttpAnswer, Step, StepRole } from './tape.ts';

/** One message as recorded, or a line that is none. */
export interface Said {
  readonly frame: Frame;
  readonly message: Located | undefined;
  readonly stray: Stray | undefined;
  /** How many members its frame has, when that is a batch. */
  readonly batch: number | undefined;
}

/** Names what a client said, among all recordings of a play; a line that is no message by its frame. */
export function cueOf({ frame, message }: Said, conversation: number): string {
  return `${conversation}/${refKey(message ?? { seq: frame.seq, index: undefined })}`;
}

/** An act while the recording is gone through. */
export class ActDraft {
  readonly exchange: Exchange | undefined;
  /** What the client's notification or stray line said. */
  readonly notice: string | undefined;
  /** When the request got its answer; undefined when it got none. */
  readonly answerAt: number | undefined;
  readonly #conversation: number;
  readonly #cue: string | undefined;
  readonly #http: HttpAnswer | undefined;
  readonly #steps: Step[] = [];
  readonly #arrivals: string[] = [];
  readonly #questions: Exchange[] = [];
  #isCancelled = false;
  readonly #refusal: Buffer[] = [];
  /** The last thing that may have caused what comes next. */
  #lastAt: Micros | undefined;

  constructor(
    conversation: number,
    exchange: Exchange | undefined,
    notice: string | undefined,
    cue: Said | undefined,
    http: HttpAnswer | undefined,
  ) {
    this.#conversation = conversation;
    this.exchange = exchange;
    this.notice = notice;
    this.#cue = cue && cueOf(cue, conversation);
    this.#lastAt = cue?.frame.at;
    this.#http = http;
    this.answerAt = exchange && answerSeq(exchange);
  }

  /** The client said something else while the request was open. */
  arrive(cue: string): void {
    this.#arrivals.push(cue);
  }

  /** The client answered a request that the server made in this act. */
  need(request: Exchange, at: Micros): void {
    this.#questions.push(request);
    this.#lastAt = at;
  }

  cancelled(at: Micros): void {
    this.#isCancelled = true;
    this.#lastAt = at;
  }

  /** The server refused the HTTP request that carried the client's. */
  refuse(bytes: Buffer): void {
    this.#refusal.push(bytes);
  }

  say({ frame, message, stray, batch }: Said, role: StepRole, order: number): void {
    const { bytes, eol, sse, at } = frame;
    this.#steps.push({
      order,
      bytes,
      eol,
      sse,
      message,
      stray,
      batch,
      role,
      needs: this.#questions.length,
      needsCancel: this.#isCancelled,
      arrived: this.#arrivals.length,
      after: Math.max(0, at - (this.#lastAt ?? at)),
    });
    this.#lastAt = at;
  }

  act(): Act {
    return {
      conversation: this.#conversation,
      cue: this.#cue,
      exchange: this.exchange,
      steps: this.#steps,
      arrivals: this.#arrivals,
      questions: this.#questions,
      http: this.#http,
      refusal: Buffer.concat(this.#refusal),
    };
  }
}

function answerSeq(exchange: Exchange): number | undefined {
  if (exchange.outcome.kind === 'ambiguous') return exchange.outcome.answers[0]?.seq;
  return answerOf(exchange)?.seq;
}
