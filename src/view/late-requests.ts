import type { Located } from '../model/message.ts';
import type { TimelineItem } from '../model/recording.ts';
import { refKey } from '../model/session.ts';
import type { LiveSession } from '../protocol/live.ts';
import type { Selection } from './terminal/filter.ts';

type FrameItem = Extract<TimelineItem, { type: 'frame' }>;

/** A message with the frame that it came in. */
export interface Framed {
  readonly located: Located;
  readonly item: FrameItem;
}

/**
 * Requests that are worth showing only once it is known what became of them: while a session is
 * recorded, a request that will fail looks like any other. They are shown with what they failed by.
 */
export class LateRequests {
  readonly #live: LiveSession;
  readonly #selection: Selection;
  readonly #frames = new Map<number, FrameItem>();
  readonly #shown = new Set<string>();

  constructor(live: LiveSession, selection: Selection) {
    this.#live = live;
    this.#selection = selection;
  }

  /** Those to show before this frame. Call it for each frame, in order, once all are in the session. */
  before(item: FrameItem): Framed[] {
    this.#frames.set(item.frame.seq, item);
    const { content, frame } = item;
    const indexes = content.kind === 'batch' ? [...content.members.keys()] : [undefined];
    return indexes.flatMap((index) => {
      const key = refKey({ seq: frame.seq, index });
      const located = this.#live.messages.get(key);
      if (!located || !this.#selection.message(located)) return [];
      this.#shown.add(key);
      const request = this.#live.roles.get(key)?.exchange?.request;
      return request ? this.#unshown(request) : [];
    });
  }

  /** Those that nobody answered, when nothing more comes. */
  left(): Framed[] {
    return this.#live.exchanges().flatMap(({ request }) => this.#unshown(request));
  }

  #unshown(request: Located): Framed[] {
    const item = this.#frames.get(request.seq);
    const key = refKey(request);
    if (!item || this.#shown.has(key) || !this.#selection.message(request)) return [];
    this.#shown.add(key);
    return [{ located: request, item }];
  }
}
