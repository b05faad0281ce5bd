import type { Micros } from '../../model/frame.ts';
import type { Located, Stray } from '../../model/message.ts';
import type { Recording, RecordingState, TimelineItem } from '../../model/recording.ts';
import { refKey } from '../../model/session.ts';
import { type Aside, asideOf, damageAside } from './asides.ts';
import { bodyLines } from './body.ts';
import { type ColourLevel, type Paint, type Palette, paletteOf } from './colour.ts';
import { type Geometry, geometryOf } from './columns.ts';
import { type Filter, filterText, type Selection, selectionOf } from './filter.ts';
import { findingLines } from './findings.ts';
import { arrowOf, type Headline, headlineLines, messageHeadline, sinceStart } from './headline.ts';
import { modelTextLines } from './model-text.ts';
import { sessionHeader } from './session-header.ts';
import { stderrLines } from './stderr.ts';
import { almostText, strayReason, strayText } from './strays.ts';
import { type Timeline, timelineOf, type ViewInput } from './timeline.ts';
import { wrapWords } from './words.ts';

export type { ViewInput } from './timeline.ts';

export interface ViewOptions extends Filter {
  /** Columns; at least 1. */
  readonly width: number;
  readonly colour: ColourLevel;
  /** The present time, for the age of the profile. */
  readonly now: Micros;
  /** `model`: what the model reads and wrote, nothing else; `envelope`: what it never sees. */
  readonly only?: 'model' | 'envelope' | undefined;
  /** Show long values whole. Default: elided. */
  readonly full?: boolean | undefined;
}

/**
 * A session as lines without line ends: everything that was recorded, in wire order, each member of
 * each message with its fate. Lazy: nothing is read or drawn before it is asked for. All text is
 * escaped, and no line is wider than `width`.
 */
export function* renderSession(input: ViewInput, options: ViewOptions): Generator<string> {
  const timeline = timelineOf(input);
  const context = contextOf(timeline, options);
  yield* sessionHeader(timeline, context.geometry, context.palette, options.now);
  let isEmpty = true;
  for (const line of groupedLines(groupsOf(timeline), context)) {
    isEmpty = false;
    yield line;
  }
  if (isEmpty && (isFiltered(options) || options.errors)) yield* noMatchLines(options, context);
}

function noMatchLines(options: ViewOptions, { geometry, palette }: Context): string[] {
  const only = options.only === undefined ? '' : ` --only ${options.only}`;
  const text = `no frame matches${filterText(options)}${only}`;
  return ['', ...wrapWords(text, geometry.width).map((line) => palette.caution(line))];
}

/**
 * A message stands between empty lines; what happened beside the wire is kept together. Returns whether
 * the last line was of a message: give it with the next groups.
 */
export function* groupedLines(
  groups: Iterable<Group>,
  context: Context,
  afterFrame = true,
): Generator<string, boolean> {
  let wasFrame = afterFrame;
  for (const group of groups) {
    const isFrame = 'type' in group && group.type === 'frame';
    for (const line of groupLines(group, context)) {
      if (wasFrame && !isFrame) yield '';
      wasFrame = isFrame;
      yield line;
    }
  }
  return wasFrame;
}

/** What every part of a session is drawn with. */
export interface Context {
  readonly timeline: Timeline;
  readonly selection: Selection;
  readonly options: ViewOptions;
  readonly geometry: Geometry;
  readonly palette: Palette;
}

type FrameItem = Extract<TimelineItem, { type: 'frame' }>;
type StderrItem = Extract<TimelineItem, { type: 'stderr' }>;
/** Drawn together: neighbouring lines of stderr are. */
export type Group = readonly StderrItem[] | Exclude<TimelineItem, StderrItem> | Aside;

const INDENT = 4;

export function contextOf(
  timeline: Timeline,
  options: ViewOptions,
  selection: Selection = selectionOf(timeline, options),
): Context {
  const geometry = geometryOf(Math.max(1, Math.floor(options.width)));
  const palette = paletteOf(options.colour);
  return { timeline, selection, options, geometry, palette };
}

/** Entries in the order of the file: lines of stderr in groups, damage where it stands. */
function* groupsOf({ session, state = 'unknown' }: Timeline): Generator<Group> {
  yield* inGroups(partsOf(session.recording));
  if (!session.recording.end) yield { word: 'no end', text: NO_END[state], alarm: false };
}

export function* inGroups(parts: Iterable<TimelineItem | Aside>): Generator<Group> {
  let stderr: StderrItem[] = [];
  for (const part of parts) {
    if ('type' in part && part.type === 'stderr') {
      stderr.push(part);
      continue;
    }
    if (stderr.length > 0) yield stderr;
    stderr = [];
    yield part;
  }
  if (stderr.length > 0) yield stderr;
}

/** Line 1 is the header; an entry takes a line, and so does what is no entry. */
function* partsOf({ items, damage }: Recording): Generator<TimelineItem | Aside> {
  const places = [...damage].sort((one, other) => one.line - other.line);
  let next = 0;
  let line = 2;
  for (const item of items) {
    for (let place = places[next]; place && place.line <= line; place = places[++next]) {
      if (place.line === line && place.length > 0) line++;
      yield damageAside(place);
    }
    line++;
    yield item;
  }
  yield* places.slice(next).map(damageAside);
}

const NO_END: Record<RecordingState, string> = {
  ended: '',
  open: 'the recording is still being written; sadap show --follow shows what comes',
  cut: 'the recorder was killed',
  unknown: 'the recording is still being written, or its recorder was killed',
};

function* groupLines(group: Group, context: Context): Generator<string> {
  const { options, selection } = context;
  if ('word' in group) {
    if (!isFiltered(options) && (group.alarm || !options.errors))
      yield* asideLines('', group, context);
  } else if ('type' in group) {
    if (group.type === 'frame') yield* frameLines(group, context);
    else if (selection.item(group) && options.only !== 'model') yield* itemLines(group, context);
  } else if (options.only !== 'model') {
    const lines = group.filter(selection.item);
    if (lines.length > 0)
      yield* stderrLines(lines, context.geometry, context.palette, !options.full);
  }
}

function isFiltered({ seq, methods, only }: ViewOptions): boolean {
  return seq !== undefined || (methods?.length ?? 0) > 0 || only !== undefined;
}

function* itemLines(
  item: Exclude<TimelineItem, FrameItem | StderrItem>,
  context: Context,
): Generator<string> {
  yield* asideLines(`#${item.seq}`, asideOf(item), context);
  yield* findingsAt(item.seq, context);
}

function asideLines(place: string, aside: Aside, { geometry, palette }: Context): string[] {
  const relations = [{ text: '', alarm: aside.alarm }];
  const headline: Headline = {
    place,
    arrow: '·',
    word: aside.word,
    subject: aside.alarm ? '' : aside.text,
    trouble: aside.alarm ? aside.text : '',
    id: '',
    relations,
  };
  // Nothing stands beside it, so it may use the whole line.
  const whole = { ...geometry, left: geometry.width, fateAt: undefined };
  return headlineLines(headline, 0, whole, { ...palette, strong: palette.dim });
}

function* frameLines(item: FrameItem, context: Context): Generator<string> {
  const { content, frame } = item;
  if (content.kind === 'stray') {
    if (context.selection.item(item)) yield* strayLines(content, item, undefined, context);
    return;
  }
  if (content.kind !== 'batch') {
    yield* messageLines({ seq: frame.seq, index: undefined }, item, context);
    return;
  }
  if (context.selection.item(item)) yield* batchLines(content.members.length, item, context);
  for (const [index, member] of content.members.entries()) {
    if (member.kind !== 'stray') yield* messageLines({ seq: frame.seq, index }, item, context);
    else if (context.selection.item(item)) yield* strayLines(member, item, index, context);
  }
}

/** One message of a frame; nothing when it is not selected. */
export function* messageLines(
  ref: { readonly seq: number; readonly index: number | undefined },
  item: FrameItem,
  context: Context,
): Generator<string> {
  const { timeline, options, geometry, palette } = context;
  const located = timeline.messages.get(refKey(ref));
  if (!located || !context.selection.message(located)) return;
  const inset = insetOf(located, timeline);
  const headline = headlineLines(messageHeadline(located, timeline), inset, geometry, palette);
  if (options.only === 'model') {
    const reading = timeline.reading(located);
    const text = [...modelTextLines(located, reading, timeline, geometry, palette)];
    if (text.length > 0) yield* ['', ...headline, ...text];
    return;
  }
  yield '';
  yield* headline;
  yield* findingsAt(ref.seq, context, ref.index);
  yield* bodyLines(located, item.defects, timeline, {
    geometry,
    palette,
    elide: !options.full,
    indent: INDENT + inset,
    unseenOnly: options.only === 'envelope',
  });
}

/** What was asked during another exchange stands under it. */
function insetOf(located: Located, { roles }: Timeline): number {
  return roles.get(refKey(located))?.exchange?.within ? 2 : 0;
}

function* batchLines(size: number, { frame }: FrameItem, context: Context): Generator<string> {
  if (context.options.only === 'model') return;
  const headline: Headline = {
    place: `#${frame.seq}`,
    arrow: arrowOf(frame.from),
    word: 'batch',
    subject: `of ${size}`,
    trouble: '',
    id: '',
    relations: [{ text: sinceStart(frame.at, context.timeline), alarm: false }],
  };
  yield '';
  yield* headlineLines(headline, 0, context.geometry, context.palette);
}

function* strayLines(
  stray: Stray,
  { frame }: FrameItem,
  index: number | undefined,
  context: Context,
): Generator<string> {
  const { geometry, palette, options } = context;
  if (options.only === 'model') return;
  const headline: Headline = {
    place: index === undefined ? `#${frame.seq}` : `#${frame.seq}.${index}`,
    arrow: arrowOf(frame.from),
    word: 'stray',
    subject: '',
    trouble: stray.why === 'blank' ? 'blank line' : '',
    id: '',
    relations: [{ text: sinceStart(frame.at, context.timeline), alarm: false }],
  };
  yield '';
  yield* headlineLines(headline, 0, geometry, palette);
  if (stray.why === 'blank') return;
  yield* findingsAt(frame.seq, context, index);
  const indent = geometry.width > 3 * INDENT ? INDENT : 0;
  const columns = geometry.width - indent;
  const paint = (lines: readonly string[], style: Paint) =>
    lines.map((line) => ' '.repeat(indent) + style(line));
  yield* paint(wrapWords(strayReason(stray), columns, 3), palette.bad);
  yield* paint(strayText(frame, columns, !options.full), (text) => text);
  const almost = almostText(stray);
  if (almost) yield* paint(wrapWords(almost, columns, 2), palette.dim);
}

function* findingsAt(seq: number, context: Context, index?: number): Generator<string> {
  const { timeline, geometry, palette } = context;
  for (const finding of timeline.findingsAt.get(seq) ?? [])
    if (finding.places[0]?.index === index) yield* findingLines(finding, geometry, palette);
}
