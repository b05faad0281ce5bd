import { replacePlaces } from './replace-places.ts';

/** What stands in the place of a value, as it is spelled; undefined, and it stays. */
type Instead = (value: string) => string | undefined;

/**
 * Replaces values of members wherever a text has them: in what is no whole JSON (a log line, an answer that
 * was cut), in JSON that is quoted once more, in objects as Python and JavaScript print them. A number that
 * goes becomes a text. `byName` is undefined for a name whose values stay.
 */
export function replaceMembers(
  text: string,
  byName: (name: string) => Instead | undefined,
): string {
  if (!/["']\s{0,20}:/.test(text)) return text;
  const places: Place[] = [];
  let last = 0;
  for (const { 0: head, 3: name = '', index } of text.matchAll(HEAD)) {
    const start = index + head.length;
    const instead = byName(name);
    // A name inside of a value that goes is gone with it.
    const place = instead && start >= last ? placeAt(text, start, instead) : undefined;
    if (!place) continue;
    places.push(place);
    last = place.start + place.value.length;
  }
  return replacePlaces(text, places, (_, place) => place.by);
}

/**
 * A name in quotes, which may be escaped, and a colon. The value is no part of it: where a quote is missing
 * before, what looks like a value holds names as well.
 */
const HEAD = /(\\{0,8})(["'])([^"'\\\r\n]{1,200})\1\2\s{0,20}:\s{0,20}/g;
const QUOTE = /(\\{0,8})(["'])/y;
const NUMBER = /-?\d[\d.eE+-]*/y;

interface Place {
  readonly start: number;
  readonly value: string;
  /** What stands there instead. */
  readonly by: string;
}

function placeAt(text: string, at: number, instead: Instead): Place | undefined {
  QUOTE.lastIndex = at;
  const [opening, escapes = '', quote = ''] = QUOTE.exec(text) ?? [];
  if (opening === undefined) return numberAt(text, at, instead);
  const start = at + opening.length;
  const value = text.slice(start, endOf(text, start, quote, escapes.length));
  const by = instead(value);
  return by === undefined ? undefined : { start, value, by };
}

function numberAt(text: string, start: number, instead: Instead): Place | undefined {
  NUMBER.lastIndex = start;
  const [value] = NUMBER.exec(text) ?? [];
  const by = value === undefined ? undefined : instead(value);
  return value === undefined || by === undefined ? undefined : { start, value, by: `"${by}"` };
}

/**
 * Where a value ends: at a quote that is escaped as often as its first one, or less, or with the text; in the
 * single quotes of a program no later than its line. Each time that JSON is quoted doubles its backslashes.
 */
function endOf(text: string, start: number, quote: string, escapes: number): number {
  let end = text.length;
  for (let at = text.indexOf(quote, start); at !== -1; at = text.indexOf(quote, at + 1)) {
    const before = backslashesBefore(text, at, start);
    if (before >= escapes && before % (2 * escapes + 2) !== escapes) continue;
    end = at - Math.min(before, escapes);
    break;
  }
  const lineEnd = quote === "'" ? text.slice(start, end).search(/[\r\n]/) : -1;
  return lineEnd === -1 ? end : start + lineEnd;
}

function backslashesBefore(text: string, at: number, start: number): number {
  let from = at;
  while (from > start && text[from - 1] === '\\') from -= 1;
  return at - from;
}
