import type { Micros, Side } from '../../model/frame.ts';
import type { Located, Message } from '../../model/message.ts';
import { isTimed } from '../../model/recording.ts';
import { refKey } from '../../model/session.ts';
import type { Palette } from './colour.ts';
import { FATE_COLUMNS, type Geometry } from './columns.ts';
import { escapeText } from './escape.ts';
import { duration } from './format.ts';
import { place, type Relation, relationsOf } from './relations.ts';
import { answeredSubject, errorPhrase, notificationSubject, subjectOf } from './subject.ts';
import { isToolError, type Timeline } from './timeline.ts';
import { cut, fits, pad, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

/** The parts of the line that opens an entry of the timeline. All printable. */
export interface Headline {
  readonly place: string;
  /** `→` from the client, `←` from the server, `·` beside the wire. */
  readonly arrow: string;
  readonly word: string;
  readonly subject: string;
  /** What went wrong, in a few words. */
  readonly trouble: string;
  readonly id: string;
  readonly relations: readonly Relation[];
}

export function messageHeadline(located: Located, timeline: Timeline): Headline {
  const { message, from } = located;
  const key = refKey(located);
  const { roles, orphans, session, isLive } = timeline;
  const role = roles.get(key);
  const { header } = session.recording;
  const start = isTimed(header) ? header.startedAt : undefined;
  return {
    place: place(located),
    arrow: arrowOf(from),
    ...wordsFor(located, timeline),
    id: idText(message),
    relations: relationsOf(located, role, orphans.get(key), start, isLive),
  };
}

/** `+31 ms` since the session began; nothing where no times are known. */
export function sinceStart(at: Micros, { session }: Timeline): string {
  const { header } = session.recording;
  return isTimed(header) ? `+${duration(at - header.startedAt)}` : '';
}

/** `→` from the client, `←` from the server. */
export function arrowOf(from: Side): string {
  return from === 'client' ? '→' : '←';
}

/**
 * The headline in a few lines; its right part stands in the columns of fate and note. An error that has no
 * room beside its name stands below, over the whole width.
 */
export function headlineLines(
  headline: Headline,
  inset: number,
  geometry: Geometry,
  palette: Palette,
): string[] {
  const place = `${' '.repeat(inset)}${headline.place.padEnd(3)} `;
  const { subject, trouble, word } = headline;
  const start = `${place}${headline.arrow} ${subject + trouble === '' ? word : wordColumn(word)}`;
  const shared = sharedRoom(subject, trouble, geometry.left - widthOf(start));
  const isTight = trouble !== '' && !fits(start + shared.subject + trouble, geometry.left);
  const rest = isTight ? { subject, trouble: '' } : shared;
  const below = isTight ? troubleLines(trouble, inset, geometry, palette) : [];
  const relations = headline.relations.map((relation) => relation.text).join(', ');
  const paint = headline.relations.some((each) => each.alarm) ? palette.bad : palette.dim;
  const left = titled(start, place, rest, geometry.left, palette);
  const { fateAt, width } = geometry;
  if (fateAt === undefined)
    return [left.text, ...below, ...under(headline, relations, width).map((line) => paint(line))];
  const gap = ' '.repeat(Math.max(1, fateAt - left.columns));
  const noteAt = fateAt + FATE_COLUMNS;
  const notes = wrapWords(relations, width - noteAt, 3);
  const id = relations === '' ? headline.id : pad(headline.id, FATE_COLUMNS);
  const right = palette.dim(id) + paint(notes[0] ?? '');
  return [
    left.text + gap + right,
    ...notes.slice(1).map((note) => ' '.repeat(noteAt) + paint(note)),
    ...below,
  ];
}

/** As far in as the body that follows. */
function troubleLines(
  trouble: string,
  inset: number,
  { width }: Geometry,
  palette: Palette,
): string[] {
  const indent = ' '.repeat(Math.min(inset + 4, Math.floor(width / 4)));
  const lines = wrapWords(trouble, width - indent.length, MOST_TROUBLE);
  return lines.map((line) => indent + palette.bad(line));
}

const MOST_TROUBLE = 3;

interface Rest {
  /** With the gap behind it. */
  readonly subject: string;
  readonly trouble: string;
}

/** What went wrong is never cut off by a long name; but a long error leaves the name its half. */
function sharedRoom(subject: string, trouble: string, columns: number): Rest {
  if (subject === '' || trouble === '') return { subject, trouble };
  const room = columns - widthOf(trouble) - GAP.length;
  const least = Math.min(widthOf(subject), Math.floor(columns / 2) - GAP.length);
  return { subject: cut(subject, Math.max(room, least, 1)) + GAP, trouble };
}

const GAP = '  ';

/** Columns of `tools/call` and a gap; a longer word has its gap all the same. */
export function wordColumn(word: string): string {
  return word + ' '.repeat(Math.max(2, 12 - widthOf(word)));
}

function wordsFor(located: Located, timeline: Timeline) {
  const { message } = located;
  const request = timeline.roles.get(refKey(located))?.exchange?.request;
  const answered = request ? answeredSubject(request) : '';
  switch (message.kind) {
    case 'request':
      return { word: short(message.method), subject: subjectIn(located), trouble: '' };
    case 'notification':
      return {
        word: short(message.method),
        subject: notificationSubject(message.method, message.params),
        trouble: '',
      };
    case 'result':
      return { word: 'result', subject: answered, trouble: isToolError(located) ? 'isError' : '' };
    case 'failure':
      return { word: 'error', subject: answered, trouble: errorPhrase(message.error) };
  }
}

function subjectIn(located: Located): string {
  const { message } = located;
  return message.kind === 'request' ? (subjectOf({ ...located, message }) ?? '') : '';
}

function short(method: string): string {
  return escapeText(method.slice(0, 200));
}

function idText(message: Message): string {
  if (message.kind === 'notification') return '';
  const { id } = message;
  if (!id) return 'no id';
  return `id ${id.kind === 'null' ? 'null' : escapeText(id.text.slice(0, 60))}`;
}

/** Cut first, painted after: what was cut off needs no paint. */
function titled(
  start: string,
  place: string,
  { subject, trouble }: Rest,
  columns: number,
  palette: Palette,
) {
  const shown = cut((start + subject + trouble).trimEnd(), columns);
  const mark = start + subject;
  const end = trouble !== '' && fits(mark, columns) ? shown.slice(mark.length) : '';
  const body = shown.slice(place.length, shown.length - end.length);
  return {
    text: palette.dim(shown.slice(0, place.length)) + palette.strong(body) + palette.bad(end),
    columns: widthOf(shown),
  };
}

/** Narrow terminals: the right part under the left one. */
function under(headline: Headline, relations: string, width: number): string[] {
  const text = [headline.id, relations].filter((part) => part !== '').join('  ');
  return text === '' ? [] : [cut(`    ${text}`, width)];
}
