import type { Finding } from '../../model/finding.ts';
import type { Frame, Micros } from '../../model/frame.ts';
import type { Located, Stray } from '../../model/message.ts';
import type { Damage, TimelineItem } from '../../model/recording.ts';
import { isTimed } from '../../model/recording.ts';
import { answerOf, type Exchange, refKey } from '../../model/session.ts';
import type { SessionCost } from '../../reading/cost.ts';
import { type Filter, selectionOf } from '../terminal/filter.ts';
import { errorCount } from '../terminal/outcomes.ts';
import { subjectOf } from '../terminal/subject.ts';
import { type Timeline, timelineOf, type ViewInput } from '../terminal/timeline.ts';
import type {
  JsonFindingLine,
  JsonLine,
  JsonMessageLine,
  JsonSessionLine,
  JsonSummaryLine,
} from './lines.ts';

export interface JsonInput extends ViewInput {
  /** Absent: the summary has no `cost`. */
  readonly cost?: SessionCost | undefined;
}

/**
 * The `--json` form of a session: one object a line, without line ends. First a `session` line, then
 * everything recorded in wire order, then the findings, last a `summary` line; lines.ts has the
 * shapes. On a `message` line the message is the last member, its bytes as sent (a byte that is no
 * UTF-8 as U+FFFD). The filter chooses messages and other entries; the other lines always come.
 */
export function* renderSessionJson(input: JsonInput, filter: Filter = {}): Generator<string> {
  const timeline = timelineOf(input);
  const selection = selectionOf(timeline, filter);
  yield sessionText(timeline);
  for (const damage of input.session.recording.damage) yield damageText(damage);
  for (const item of input.session.recording.items) yield* itemLines(item, timeline, selection);
  yield* closingLines(input);
}

/** The lines of one entry; none when it is not selected. */
export function* itemLines(
  item: TimelineItem,
  timeline: Timeline,
  selection: Selection,
): Generator<string> {
  if (item.type === 'frame') yield* frameLines(item, timeline, selection);
  else if (selection.item(item)) yield text(entryLine(item));
}

/** What is known at the end: findings and the summary. */
export function* closingLines(input: JsonInput): Generator<string> {
  for (const finding of input.findings) yield text(findingLine(finding));
  yield text(summaryLine(input));
}

type FrameItem = Extract<TimelineItem, { type: 'frame' }>;
type Selection = ReturnType<typeof selectionOf>;

function text(line: JsonLine): string {
  return JSON.stringify(line);
}

/** The first line. */
export function sessionText(timeline: Timeline): string {
  return text(sessionLine(timeline));
}

function sessionLine({ session, profile }: Timeline): JsonSessionLine {
  const { header, end } = session.recording;
  return {
    type: 'session',
    session: header.session,
    startedAt: time(header.startedAt),
    recorder: header.recorder,
    mode: header.mode,
    exact: header.exact,
    server: header.server,
    era: session.era,
    revision: session.revision ?? null,
    exchanges: session.exchanges.length,
    durationMs: ms(session.duration),
    ended: end !== undefined,
    profile: { title: profile.title, verifiedAt: profile.verifiedAt },
  };
}

export function damageText(damage: Damage): string {
  return text({ type: 'damage', ...damage });
}

function* frameLines(item: FrameItem, timeline: Timeline, selection: Selection): Generator<string> {
  const { content, frame } = item;
  const members = content.kind === 'batch' ? content.members : [content];
  for (const [position, member] of members.entries()) {
    const index = content.kind === 'batch' ? position : undefined;
    if (member.kind === 'stray') {
      if (selection.item(item)) yield text(strayLine(member, frame, index));
      continue;
    }
    const located = timeline.messages.get(refKey({ seq: frame.seq, index }));
    if (!located || !selection.message(located)) continue;
    yield messageText(located, item, timeline);
  }
}

/**
 * The message is put in as it was sent; a parser would change the spelling of numbers. Line feeds, which
 * a body of HTTP may have between its tokens, would end the line.
 */
export function messageText(located: Located, item: FrameItem, timeline: Timeline): string {
  const { message, bytes } = located;
  const line = text(messageLine(located, item, timeline));
  const { start, end } = message.node;
  const sent = bytes.toString('utf8', start, end).replace(/[\r\n]/g, ' ');
  return `${line.slice(0, -1)},"message":${sent}}`;
}

function messageLine(located: Located, item: FrameItem, timeline: Timeline): JsonMessageLine {
  const { message, seq, index, at, from } = located;
  const role = timeline.roles.get(refKey(located));
  const reading = timeline.reading(located);
  const { countTokens } = timeline;
  return {
    type: 'message',
    seq,
    ...(index === undefined ? {} : { index }),
    at: time(at),
    from,
    kind: message.kind,
    ...('method' in message ? { method: message.method } : {}),
    ...subject(located),
    ...('id' in message && message.id && message.id.kind !== 'null' ? { id: message.id.text } : {}),
    part: role?.part ?? 'alone',
    ...(role?.exchange ? relation(located, role.exchange, role.part, timeline) : {}),
    ...(item.defects.length > 0 ? { defects: item.defects } : {}),
    fates: reading.fates,
    texts: reading.texts.map((each) => ({
      ...each,
      ...(countTokens ? { tokens: countTokens(each.text) } : {}),
    })),
    media: reading.media,
    bytes: { message: message.node.end - message.node.start, ...reading.bytes },
  };
}

function subject(located: Located): { subject?: string } {
  const { message } = located;
  const name = message.kind === 'request' ? subjectOf({ ...located, message }) : undefined;
  return name === undefined ? {} : { subject: name };
}

/** Requests say what became of them; everything else names its request. */
function relation(located: Located, exchange: Exchange, part: string, { session }: Timeline) {
  const timed = isTimed(session.recording.header);
  const { request, within, outcome } = exchange;
  if (part === 'request')
    return {
      outcome: outcome.kind,
      ...latency(timed ? answerOf(exchange) : undefined, exchange),
      ...(within ? { within: refKey(within) } : {}),
    };
  const isAnswer = part === 'answer' || part === 'duplicate';
  return {
    request: refKey(request),
    ...latency(timed && isAnswer ? located : undefined, exchange),
  };
}

function latency(answer: Located | undefined, { request }: Exchange): { latencyMs?: number } {
  return answer ? { latencyMs: ms(answer.at - request.at) } : {};
}

function strayLine(stray: Stray, frame: Frame, index: number | undefined): JsonLine {
  return {
    type: 'stray',
    seq: frame.seq,
    ...(index === undefined ? {} : { index }),
    at: time(frame.at),
    from: frame.from,
    why: stray.why,
    detail: stray.detail,
    ...(stray.offset === undefined ? {} : { offset: stray.offset }),
    ...content(frame.bytes),
  };
}

function entryLine(item: Exclude<TimelineItem, FrameItem>): JsonLine {
  const { at, ...rest } = item;
  if (rest.type !== 'stderr') return { ...rest, at: time(at) };
  const { type, seq, bytes } = rest;
  return { type, seq, at: time(at), ...content(bytes) };
}

/** As text where it is text, else as base64. */
function content(bytes: Buffer): { text: string } | { base64: string } {
  const decoded = bytes.toString('utf8');
  const isText = Buffer.from(decoded).equals(bytes);
  return isText ? { text: decoded } : { base64: bytes.toString('base64') };
}

function findingLine(finding: Finding): JsonFindingLine {
  return { type: 'finding', ...finding };
}

function summaryLine({ session, findings, cost, state = 'unknown' }: JsonInput): JsonSummaryLine {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of session.exchanges)
    outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
  return {
    type: 'summary',
    exchanges: session.exchanges.length,
    outcomes,
    errors: errorCount(session),
    orphans: session.orphans.length,
    findings: findings.length,
    state: session.recording.end ? 'ended' : state,
    ...(cost ? { cost } : {}),
  };
}

/** ISO 8601, UTC, microseconds, as in the recording; null for what is no time. */
function time(at: Micros): string | null {
  const date = new Date(Math.floor(at / 1000));
  if (Number.isNaN(date.getTime())) return null;
  return date.toISOString().replace('Z', `${String(at % 1000).padStart(3, '0')}Z`);
}

function ms(micros: Micros): number {
  return micros / 1000;
}
