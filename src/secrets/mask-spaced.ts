import { maskColumns } from './mask-columns.ts';
import { isExpression, isNoPassword, isSetting, looksTyped } from './mask-passwords.ts';
import type { Mask } from './mask-text.ts';
import { maskCredentials } from './mask-values.ts';
import { isSecretName } from './names.ts';
import { replacePlaces } from './replace-places.ts';

/**
 * Values of secret names with room around the sign between: `password = x` as files of settings and
 * programs have it, `password : x`, `apiKey: "x"` in the middle of a line, and rows of tables. Prose
 * uses the same signs, so that here the value, its quotes and its place in the line have a say.
 */
export function maskSpaced(text: string, mask: Mask): string {
  const assigned = /[=:]/.test(text) ? maskAssigned(text, mask) : text;
  const told = TOLD_SIGN.test(assigned) ? maskTold(assigned, mask) : assigned;
  return /[|\t]/.test(told) ? maskColumns(maskCells(told, mask), mask) : told;
}

/** `log in with password hunter2`, `the passphrase is "x7y8z9"`: a word with a digit in it, as no prose has. */
function maskTold(text: string, mask: Mask): string {
  return text.replaceAll(TOLD, (whole, before, _quote, value) =>
    isNoPassword(String(value)) ? whole : before + mask(String(value)),
  );
}

const TOLD_SIGN = /pass(?:word|wd|phrase|code)|pwd/i;
const TOLD =
  /(?<![\w$.\\?&#;-])((?:pass(?:word|wd|phrase|code)|pwd)[ \t]{1,20}(?:(?:is|was|(?:set|changed)[ \t]to)[ \t]{1,20})?(["'`]?))(?=[^\s"'`\\«»]{0,60}\d)(?=[^\s"'`\\«»]{0,60}[A-Za-z])([^\s"'`\\«»<>()[\]{}|=:,;/]{5,63}[^\s"'`\\«»<>()[\]{}|=:,;/.!?])(?=\2[.,;:!?)]{0,3}(?:\s|$))/gi;

/** Where a name may begin: not inside of a word; behind a line break that was escaped. */
const BEGIN = '(?:(?<![\\w.$\\\\?&#;-])|(?<=\\\\[nrt]))';
/** `API key` is a name, too. Every part has a longest length, so that time stays linear in the text. */
const NAME =
  '(?:(?:api|access|secret|private|auth|client)[ ]){0,2}-{0,2}[A-Za-z_][\\w.-]{0,63}(?![\\w.-])';
/** Also behind the quote or stars around the name: `'password' => 'x'`, `**Password**: x`. */
const SIGN = '["\'`*]{0,2}[ \\t]{0,20}(?::=|=>|=(?![=>~])|:(?![:=]))\\*{0,2}[ \\t]{0,20}';
const HEAD = new RegExp(`${BEGIN}(${NAME})(${SIGN})`, 'gi');
/** In quotes, which may be escaped, or a word. */
const VALUE =
  /(\\{0,4}["'`])((?:(?!\1)(?:\\.|[^\r\n«»\\])){1,500})\1|((?:[^\s"'`\\«»]|["'`](?=\w)){1,500})/y;

function maskAssigned(text: string, mask: Mask): string {
  const places: Place[] = [];
  for (const { 0: head, 1: name = '', 2: sign = '', index } of text.matchAll(HEAD)) {
    if (!isSecretName(name)) continue;
    const place = assignedAt(text, index, head.length, sign);
    if (place && place.start >= endOf(places.at(-1))) places.push(place);
  }
  return replacePlaces(text, places, (value) => maskCredentials(value, mask));
}

interface Place {
  readonly start: number;
  readonly value: string;
}

function endOf(place: Place | undefined): number {
  return place ? place.start + place.value.length : 0;
}

function assignedAt(text: string, at: number, length: number, sign: string): Place | undefined {
  const start = at + length;
  VALUE.lastIndex = start;
  const [whole = '', quote = '', quoted, bare = ''] = VALUE.exec(text) ?? [];
  const before = text.slice(Math.max(0, at - REACH), at);
  if (quoted !== undefined)
    return isQuotedSecret(quoted, sign, before)
      ? { start: start + quote.length, value: quoted }
      : undefined;
  const [, value = '', end = ''] = WORD_AND_END.exec(bare) ?? [];
  const after = end + text.slice(start + whole.length, start + whole.length + REACH);
  return isBareSecret(value, sign, before, after) ? { start, value } : undefined;
}

/** How far a line is looked at on both sides of a value: a few words. */
const REACH = 60;

const WORD_AND_END = /^(.*?)([;,.)\]}|]*)$/s;

/** `= "x"` is one; behind a colon the same may be a word that a sentence quotes. */
function isQuotedSecret(value: string, sign: string, before: string): boolean {
  if (isNoPassword(value) || /\bunexpected\s*$/i.test(before)) return false;
  if (sign.includes('=') || looksTyped(value)) return true;
  return /[{,(]\s*["'`]?$/.test(before) && !/\s/.test(value);
}

/** A value without quotes: it looks like nothing else, or it is all that its line sets. */
function isBareSecret(value: string, sign: string, before: string, after: string): boolean {
  const isTight = !/\s/.test(sign);
  // Without any room the other steps know what to do.
  if (isTight || isNoPassword(value) || isExpression(value)) return false;
  if (looksTyped(value)) return true;
  return isSetting(value) && BEFORE.test(before) && AFTER.test(after);
}

/** Nothing stands before the name in its line but what declares it. */
const BEFORE =
  /(?:^|[\r\n]|\\[nr])[ \t]*(?:[>*+#-][ \t]+)?(?:(?:export|set|setenv|local|declare)[ \t]+)?["'`*]{0,2}$/;
const AFTER = /^[ \t]*(?:$|[\r\n#]|\\[nr]|["'`*}])/;

/** `| password |`, the first two of `| password | x |`, and the same with tabs between. */
const CELL =
  /(?<=^|[\r\n|\t])[ ]{0,40}[`*]{0,3}([A-Za-z_][\w.-]{0,63}|[A-Za-z]{2,12}[ ][A-Za-z]{2,12})(?=[`*]{0,3}[ ]{0,40}[|\t])/g;
const NEXT_CELL =
  /([`*]{0,3}[ ]{0,40}(?:\||\t{1,8})[ ]{0,40}[`*]{0,3})([^\s|`«»]{1,500})(?=[`*]{0,3}[ ]{0,40}(?:[|\t\r\n]|$))/y;

function maskCells(text: string, mask: Mask): string {
  const places: Place[] = [];
  for (const { 0: cell, 1: name = '', index } of text.matchAll(CELL)) {
    if (!isSecretName(name)) continue;
    NEXT_CELL.lastIndex = index + cell.length;
    const [, between = '', value = ''] = NEXT_CELL.exec(text) ?? [];
    if (looksTyped(value) && !isNoPassword(value) && !isExpression(value))
      places.push({ start: index + cell.length + between.length, value });
  }
  return replacePlaces(text, places, (value) => mask(value));
}
