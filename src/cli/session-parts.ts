import type { Side } from '../model/frame.ts';
import { rpcId } from '../model/ids.ts';
import { member } from '../model/json.ts';
import type { FrameContent, RpcId } from '../model/message.ts';
import type { Damage, TimelineItem } from '../model/recording.ts';

/** Messages by which others are understood: they are always read. */
export const CONTEXT: ReadonlySet<string> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
  'tools/list',
]);

export const CANCELLED = 'notifications/cancelled';

/** So many items a part of a session has beside what it starts with, before another begins. */
const PART = 4_000;

/** So many requests wait for their answers from one part to the next; older ones are given up. */
export const MOST_OPEN = 2_000;

/**
 * What of a long session is kept in memory: the newest part of it, and from the parts before what later
 * messages may need: the handshake, the newest lists of tools, and the newest requests without an answer.
 */
export class SessionParts {
  #items: TimelineItem[] = [];
  #added = 0;
  #givenUp = 0;

  /** Takes an item; true: it is time for a new part, which starts with `kept`. */
  add(found: TimelineItem | Damage): boolean {
    if ('type' in found) this.#items.push(found);
    this.#added += 1;
    return this.#added >= PART;
  }

  /** What the next part starts with. */
  kept(): readonly TimelineItem[] {
    const open = new Map<string, TimelineItem>();
    const context = new Map<string, TimelineItem[]>();
    const asked = new Map<string, string>();
    for (const item of this.#items) keep(item, { open, context, asked });
    const waiting = [...open.values()];
    const newest = waiting.slice(-MOST_OPEN);
    this.#givenUp += waiting.length - newest.length;
    const all = [...[...context.values()].flat(), ...newest];
    this.#items = [...new Set(all)].sort((one, other) => seqOf(one) - seqOf(other));
    this.#added = 0;
    return this.#items;
  }

  /** Requests that had no answer yet and were forgotten, for others came after them. */
  get givenUp(): number {
    return this.#givenUp;
  }
}

interface Kept {
  readonly open: Map<string, TimelineItem>;
  /** By method: the newest request with its answer. */
  readonly context: Map<string, TimelineItem[]>;
  /** Which context an answer completes, by side and id. */
  readonly asked: Map<string, string>;
}

function keep(item: TimelineItem, kept: Kept): void {
  if (item.type === 'event') kept.context.set(`event ${item.event}`, [item]);
  if (item.type !== 'frame') return;
  const { content, frame } = item;
  if (content.kind === 'request') keepRequest(item, content, kept);
  if (content.kind === 'notification' && CONTEXT.has(content.method))
    kept.context.set(content.method, [item]);
  if (content.kind === 'notification' && content.method === CANCELLED) {
    const key = keyOf(frame.from, rpcId(member(content.params, 'requestId')));
    if (key !== undefined) kept.open.delete(key);
  }
  if (content.kind !== 'result' && content.kind !== 'failure') return;
  const key = keyOf(frame.from === 'client' ? 'server' : 'client', content.id);
  if (key === undefined) return;
  kept.open.delete(key);
  const method = kept.asked.get(key);
  if (method === undefined) return;
  kept.context.get(method)?.push(item);
  kept.asked.delete(key);
}

function keepRequest(
  item: Extract<TimelineItem, { type: 'frame' }>,
  { id, method }: Extract<FrameContent, { kind: 'request' }>,
  { open, context, asked }: Kept,
): void {
  const key = keyOf(item.frame.from, id);
  if (key === undefined) return;
  // The newest of an id stands among the newest.
  open.delete(key);
  open.set(key, item);
  if (!CONTEXT.has(method)) return;
  context.set(method, [item]);
  asked.set(key, method);
}

/** Whose request it is; undefined: nothing can refer to it. */
function keyOf(side: Side, id: RpcId | undefined): string | undefined {
  return id === undefined || id.kind === 'null' ? undefined : `${side} ${id.key}`;
}

function seqOf(item: TimelineItem): number {
  return item.type === 'frame' ? item.frame.seq : item.seq;
}
