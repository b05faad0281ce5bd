import type { TimelineItem } from '../../../model/recording.ts';
import { answerOf, type Exchange, refKey } from '../../../model/session.ts';
import { asideOf } from '../../terminal/asides.ts';
import { escapeBytes, escapeText } from '../../terminal/escape.ts';
import { messageHeadline } from '../../terminal/headline.ts';
import { strayReason } from '../../terminal/strays.ts';
import type { Timeline } from '../../terminal/timeline.ts';
import type { RowInfo } from '../contract.ts';

/** A row with the bytes that a search looks into. */
export interface Entry {
  readonly row: RowInfo;
  readonly bytes: Buffer;
  readonly method: string;
  readonly tool: string;
}

type FrameItem = Extract<TimelineItem, { type: 'frame' }>;

/** Every entry of the recording as a row, members of a batch each. */
export function entriesOf(timeline: Timeline): Entry[] {
  const depths = new Depths();
  return timeline.session.recording.items.flatMap((item) =>
    item.type === 'frame' ? frameEntries(item, timeline, depths) : [besideEntry(item, timeline)],
  );
}

function frameEntries(item: FrameItem, timeline: Timeline, depths: Depths): Entry[] {
  const { content, frame } = item;
  const members = content.kind === 'batch' ? content.members : [content];
  return members.map((member, index) => {
    const key = content.kind === 'batch' ? `${frame.seq}.${index}` : String(frame.seq);
    const located = timeline.messages.get(key);
    if (!located || member.kind === 'stray')
      return { row: strayRow(item, key, timeline), bytes: frame.bytes, method: '', tool: '' };
    const { start, end } = located.message.node;
    const exchange = timeline.roles.get(key)?.exchange;
    const { word, subject, trouble, id } = messageHeadline(located, timeline);
    const request = exchange?.request.message;
    const row: RowInfo = {
      ...common(item, key, timeline),
      kind: located.message.kind,
      word,
      subject,
      trouble,
      id,
      bytes: end - start,
      depth: exchange ? depths.of(exchange) : 0,
      ...ends(exchange, key),
      reaches: located.message.kind !== 'notification' && MODEL.has(request?.method ?? ''),
    };
    const method = 'method' in located.message ? located.message.method : (request?.method ?? '');
    const tool = method === 'tools/call' ? subject.replace(/^tools\/call /, '') : '';
    return { row, bytes: frame.bytes, method: escapeText(method.slice(0, 200)), tool };
  });
}

/** Methods whose answers a model can get something of. */
const MODEL: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/get',
  'resources/read',
]);

function common(item: TimelineItem, key: string, { session, findingsAt }: Timeline) {
  const seq = item.type === 'frame' ? item.frame.seq : item.seq;
  const at = item.type === 'frame' ? item.frame.at : item.at;
  return {
    key,
    atMs: (at - session.recording.header.startedAt) / 1000,
    from: item.type === 'frame' ? item.frame.from : ('beside' as const),
    // Notes are no trouble.
    findings: findingsAt.get(seq)?.filter(({ severity }) => severity !== 'note').length ?? 0,
    trouble: '',
    id: '',
    subject: '',
    depth: 0,
    latencyMs: undefined,
    pair: undefined,
    reaches: false,
  };
}

/** Request and answer know each other. */
function ends(exchange: Exchange | undefined, key: string): Pick<RowInfo, 'latencyMs' | 'pair'> {
  const answer = exchange && answerOf(exchange);
  if (!exchange || !answer) return { latencyMs: undefined, pair: undefined };
  const [asked, told] = [refKey(exchange.request), refKey(answer)];
  if (key !== asked && key !== told) return { latencyMs: undefined, pair: asked };
  const latencyMs = (answer.at - exchange.request.at) / 1000;
  return { latencyMs, pair: key === asked ? told : asked };
}

function strayRow(item: FrameItem, key: string, timeline: Timeline): RowInfo {
  const { frame, content } = item;
  const stray = content.kind === 'stray' ? content : undefined;
  return {
    ...common(item, key, timeline),
    kind: 'stray',
    word: 'stray',
    subject: escapeBytes(frame.bytes.subarray(0, 120)),
    trouble: stray ? strayReason(stray) : 'no message',
    bytes: frame.bytes.length,
  };
}

function besideEntry(item: Exclude<TimelineItem, FrameItem>, timeline: Timeline): Entry {
  const aside = asideOf(item);
  const bytes = item.type === 'stderr' ? item.bytes : Buffer.from(aside.text);
  const row: RowInfo = {
    ...common(item, String(item.seq), timeline),
    kind: item.type === 'stderr' ? 'stderr' : 'event',
    word: aside.word,
    subject: aside.text.slice(0, 200),
    trouble: aside.alarm ? '!' : '',
    bytes: bytes.length,
  };
  return { row, bytes, method: '', tool: '' };
}

/** How deep exchanges are nested in others. */
class Depths {
  readonly #known = new Map<string, number>();

  of({ request, within }: Exchange): number {
    const key = refKey(request);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const depth = within ? (this.#known.get(refKey(within)) ?? 0) + 1 : 0;
    this.#known.set(key, depth);
    return depth;
  }
}
