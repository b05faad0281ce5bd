import type { Damage, TimelineItem } from '../../model/recording.ts';
import { type Framed, LateRequests } from '../late-requests.ts';
import { type Aside, damageAside } from './asides.ts';
import { liveSelectionOf } from './filter.ts';
import {
  type Context,
  contextOf,
  groupedLines,
  inGroups,
  messageLines,
  type ViewOptions,
} from './session.ts';
import { sessionHeader } from './session-header.ts';
import { type LiveInput, liveTimelineOf } from './timeline.ts';

/**
 * Draws a session while it is recorded, in lines as those of `renderSession`. A request is drawn when
 * it comes, its answer when that comes; with `errors`, a request that failed just before its answer.
 */
export class FollowView {
  readonly #context: Context;
  readonly #late: LateRequests | undefined;
  readonly #live: LiveInput['live'];
  #wasFrame = true;

  constructor(input: LiveInput, options: ViewOptions) {
    const timeline = liveTimelineOf(input);
    const selection = liveSelectionOf(timeline, options);
    this.#live = input.live;
    this.#context = contextOf(timeline, options, selection);
    this.#late = options.errors ? new LateRequests(input.live, selection) : undefined;
  }

  opening(): Generator<string> {
    const { timeline, geometry, palette, options } = this.#context;
    return sessionHeader(timeline, geometry, palette, options.now);
  }

  /** What was found together. It is put into the live session first. */
  *add(found: readonly (TimelineItem | Damage)[]): Generator<string> {
    this.note(found);
    yield* this.draw(found);
  }

  /** Puts what was found into the live session. */
  note(found: readonly (TimelineItem | Damage)[]): void {
    for (const each of found) if (!isDamage(each)) this.#live.add(each);
  }

  /** What was put there was drawn elsewhere: a request that fails later may be worth a line again. */
  pass(item: TimelineItem): void {
    if (item.type === 'frame') this.#late?.before(item);
  }

  /** Draws what was put there. */
  *draw(found: readonly (TimelineItem | Damage)[]): Generator<string> {
    for (const group of inGroups(
      found.map((each) => (isDamage(each) ? damageAside(each) : each)),
    )) {
      if ('type' in group && group.type === 'frame')
        yield* this.#requests(this.#late?.before(group));
      this.#wasFrame = yield* groupedLines([group], this.#context, this.#wasFrame);
    }
  }

  /** Nothing more comes: `why`, where it is worth a word. */
  *end(why: Aside | undefined): Generator<string> {
    yield* this.#requests(this.#late?.left());
    if (why) this.#wasFrame = yield* groupedLines([why], this.#context, this.#wasFrame);
  }

  *#requests(late: readonly Framed[] = []): Generator<string> {
    for (const { located, item } of late) {
      yield* messageLines(located, item, this.#context);
      this.#wasFrame = true;
    }
  }
}

/** Damage has a line of the file, entries have a type. */
function isDamage(found: TimelineItem | Damage): found is Damage {
  return !('type' in found);
}
