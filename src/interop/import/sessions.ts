import type { Micros } from '../../model/frame.ts';
import { append } from '../../model/lists.ts';
import type { Damage, ImportSource } from '../../model/recording.ts';
import type { Format } from './format.ts';
import type { Observation, PassedOver } from './observation.ts';
import { type Destination, ImportedSession, type SessionFacts } from './session.ts';

/** An observation whose time is known. */
export type Dated = Observation & { readonly at: Micros };

/** What an import found. */
export interface ImportFacts {
  /** In the order in which they ended. */
  readonly sessions: readonly SessionFacts[];
  readonly passedOver: { readonly [why in PassedOver]: number };
}

export interface SessionsOptions {
  readonly format: Format;
  readonly destination: Destination;
  readonly source: ImportSource;
  readonly recorder: string;
  /** Names a session whose server the log does not name. */
  readonly label: string;
}

/** Places that are told one by one, of a session. */
const MOST_DAMAGE = 1000;
/** Sessions that are written at the same time. */
const MOST_OPEN = 200;

/** Tells the observations of a log apart by session, and hands each to its own. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** By key; the one that was heard of longest ago comes first. */
  readonly #open = new Map<string, ImportedSession>();
  readonly #facts: SessionFacts[] = [];
  readonly #passedOver = { unrelated: 0, broken: 0 };
  #ordinal = 0;
  #last: ImportedSession | undefined;
  /** Damage that came before any session did. */
  readonly #early: Damage[] = [];

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  take(observation: Dated): void {
    if (observation.kind === 'passed-over') {
      this.#passedOver[observation.why] += observation.count;
      if (observation.place) this.#damaged(observation.place);
      return;
    }
    const { key = '', at } = observation;
    const open = this.#open.get(key);
    if (open?.isAnother(observation)) this.#end(key, open, 'another session starts here');
    const session = this.#open.get(key) ?? this.#begin(key, at);
    session.take(observation, at);
    this.#last = session;
    append(session.damage, this.#early.splice(0));
  }

  /** Nobody knows which session a broken line was about; the one before it is the likeliest. */
  #damaged(place: Damage): void {
    const places = this.#last?.damage ?? this.#early;
    if (places.length < MOST_DAMAGE) places.push(place);
  }

  /** After the last observation. */
  end(): ImportFacts {
    const { format } = this.#options;
    for (const [key, session] of this.#open)
      this.#end(key, session, format.isLive ? undefined : 'the log ends here');
    return { sessions: this.#facts, passedOver: this.#passedOver };
  }

  #begin(key: string, startedAt: Micros): ImportedSession {
    const [oldest] = this.#open;
    if (oldest && this.#open.size >= MOST_OPEN)
      this.#end(
        oldest[0],
        oldest[1],
        'too many sessions at once; it may go on in another recording',
      );
    const { label, ...rest } = this.#options;
    const session = new ImportedSession({
      ...rest,
      label: key === '' ? label : key,
      ordinal: ++this.#ordinal,
      startedAt,
    });
    this.#open.set(key, session);
    return session;
  }

  #end(key: string, session: ImportedSession, why: string | undefined): void {
    this.#open.delete(key);
    this.#facts.push(session.end(why));
  }
}
