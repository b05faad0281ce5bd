import type { Micros } from '../../model/frame.ts';
import { type Header, isTimed } from '../../model/recording.ts';
import type { Session } from '../../model/session.ts';
import type { Palette } from './colour.ts';
import type { Geometry } from './columns.ts';
import { escapeText } from './escape.ts';
import { age, count, duration, moment } from './format.ts';
import { shellLines } from './shell.ts';
import type { Timeline } from './timeline.ts';
import { cut, fits, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

/** A few lines: what was recorded, by whose rules it is read, how and when. */
export function* sessionHeader(
  { session, profile, isLive }: Pick<Timeline, 'session' | 'profile' | 'isLive'>,
  { width }: Geometry,
  palette: Palette,
  now: Micros,
): Generator<string> {
  const title = (isLive ? liveFactsOf(session) : factsOf(session)).join(' · ');
  const host = `read as: ${escapeText(profile.title)} (verified ${profile.verifiedAt}, ${age(profile.verifiedAt, now)})`;
  const room = Math.min(width, WIDEST) - widthOf(title) - widthOf(host);
  if (room >= 3) {
    yield palette.strong(title) + ' '.repeat(room) + palette.dim(host);
  } else {
    for (const line of wrapWords(title, width, 3)) yield palette.strong(line);
    for (const line of wrapWords(host, width, 2)) yield palette.dim(line);
  }
  for (const line of originOf(session, width)) yield palette.dim(cut(line, width));
}

/** A host name far at the right edge of a wide screen is not seen. */
const WIDEST = 140;

/** Revision and numbers are not known yet. */
function liveFactsOf(session: Session): string[] {
  return [...nameOf(session), 'as it comes'];
}

function nameOf({ recording: { header } }: Session): string[] {
  const transport = header.server.url === undefined ? 'stdio' : 'http';
  return ['sadap', escapeText(header.server.label), transport];
}

function factsOf(session: Session): string[] {
  const revision =
    session.revision === undefined ? 'revision unknown' : escapeText(session.revision);
  return [
    ...nameOf(session),
    session.era === 'modern' || session.era === 'ambiguous'
      ? `${revision} (${session.era})`
      : revision,
    count(session.exchanges.length, 'exchange'),
    isTimed(session.recording.header) ? duration(session.duration) : 'times unknown',
  ];
}

/** Logs without times, or with times of their own start, do not say when it was. */
function startOf({ startedAt, source }: Header): string {
  if (source?.times === 'none' || source?.times === 'relative') return '';
  const start = moment(startedAt);
  return source?.times === 'local' ? start.replace(/UTC$/, 'local time') : start;
}

/** The command stands behind the time where there is room, else below, so that it can be copied. */
function originOf(session: Session, width: number): string[] {
  const { header } = session.recording;
  const { command, url } = header.server;
  const exact = header.exact ? '' : ', bytes re-spelled';
  const how = header.source
    ? `imported from ${escapeText(header.source.files.join(', '))} (${escapeText(header.source.format)})`
    : `by ${escapeText(header.recorder)} ${header.mode}`;
  const when = `${startOf(header)} ${how}${exact}`.trimStart();
  if (!command) return [url === undefined ? when : `${when}: ${escapeText(url)}`];
  const [first = '', ...rest] = shellLines(command, width);
  const beside = `${when}: ${first}`;
  return rest.length === 0 && fits(beside, width) ? [beside] : [when, first, ...rest];
}
