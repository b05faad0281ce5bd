import type { Damage, TimelineItem } from '../../model/recording.ts';
import { type Framed, LateRequests } from '../late-requests.ts';
import { type Filter, liveSelectionOf, type Selection } from '../terminal/filter.ts';
import { type LiveInput, liveTimelineOf, type Timeline } from '../terminal/timeline.ts';
import { damageText, itemLines, messageText, sessionText } from './session.ts';

/**
 * A session while it is recorded, in lines as those of `renderSessionJson`; what they say is what was
 * known when they were written: a request is `pending` on its own line.
 */
export class FollowJson {
  readonly #timeline: Timeline;
  readonly #selection: Selection;
  readonly #late: LateRequests | undefined;
  readonly #live: LiveInput['live'];

  constructor(input: LiveInput, filter: Filter) {
    this.#live = input.live;
    this.#timeline = liveTimelineOf(input);
    this.#selection = liveSelectionOf(this.#timeline, filter);
    this.#late = filter.errors ? new LateRequests(input.live, this.#selection) : undefined;
  }

  *opening(): Generator<string> {
    yield sessionText(this.#timeline);
  }

  /** What was found together. It is put into the live session first. */
  *add(found: readonly (TimelineItem | Damage)[]): Generator<string> {
    this.note(found);
    yield* this.draw(found);
  }

  /** Puts what was found into the live session. */
  note(found: readonly (TimelineItem | Damage)[]): void {
    for (const each of found) if ('type' in each) this.#live.add(each);
  }

  /** What was put there was drawn elsewhere: a request that fails later may be worth a line again. */
  pass(item: TimelineItem): void {
    if (item.type === 'frame') this.#late?.before(item);
  }

  /** The lines of what was put there. */
  *draw(found: readonly (TimelineItem | Damage)[]): Generator<string> {
    for (const each of found) {
      if (!('type' in each)) {
        yield damageText(each);
        continue;
      }
      if (each.type === 'frame') yield* this.#requests(this.#late?.before(each));
      yield* itemLines(each, this.#timeline, this.#selection);
    }
  }

  /** Nothing more comes. */
  *end(): Generator<string> {
    yield* this.#requests(this.#late?.left());
  }

  *#requests(late: readonly Framed[] = []): Generator<string> {
    for (const { located, item } of late) yield messageText(located, item, this.#timeline);
  }
}
