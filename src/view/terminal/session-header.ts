import type { Micros } from '../../model/frame.ts';
import type { Session } from '../../model/session.ts';
import type { Palette } from './colour.ts';
import type { Geometry } from './columns.ts';
import { escapeText } from './escape.ts';
import { age, count, duration, moment } from './format.ts';
import type { Timeline } from './timeline.ts';
import { cut, widthOf } from './width.ts';
import { wrapWords } from './words.ts';

/** Two or three lines: what was recorded, by whose rules it is read, how and when. */
export function* sessionHeader(
  { session, profile }: Timeline,
  { width }: Geometry,
  palette: Palette,
  now: Micros,
): Generator<string> {
  const title = factsOf(session).join(' · ');
  const host = `read as: ${escapeText(profile.title)} (verified ${profile.verifiedAt}, ${age(profile.verifiedAt, now)})`;
  const room = Math.min(width, WIDEST) - widthOf(title) - widthOf(host);
  if (room >= 3) {
    yield palette.strong(title) + ' '.repeat(room) + palette.dim(host);
  } else {
    for (const line of wrapWords(title, width, 3)) yield palette.strong(line);
    for (const line of wrapWords(host, width, 2)) yield palette.dim(line);
  }
  yield palette.dim(cut(originOf(session), width));
}

/** A host name far at the right edge of a wide screen is not seen. */
const WIDEST = 140;

function factsOf(session: Session): string[] {
  const { header } = session.recording;
  const revision =
    session.revision === undefined ? 'revision unknown' : escapeText(session.revision);
  return [
    'sadap',
    escapeText(header.server.label),
    header.server.url === undefined ? 'stdio' : 'http',
    session.era === 'modern' || session.era === 'ambiguous'
      ? `${revision} (${session.era})`
      : revision,
    count(session.exchanges.length, 'exchange'),
    duration(session.duration),
  ];
}

function originOf(session: Session): string {
  const { header } = session.recording;
  const { command, url } = header.server;
  const started = command
    ? command.map((part) => escapeText(part)).join(' ')
    : escapeText(url ?? '');
  const exact = header.exact ? '' : ', bytes re-spelled';
  const when = `${moment(header.startedAt)} by ${escapeText(header.recorder)} ${header.mode}${exact}`;
  return started === '' ? when : `${when}: ${started}`;
}
