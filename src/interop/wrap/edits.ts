import { type ArrayNode, memberOf, type Span, spanOf } from './document.ts';
import type { Launch } from './entries.ts';
import type { Host } from './hosts.ts';

/** A part of a text, and what stands there afterwards. */
export interface Edit extends Span {
  readonly text: string;
}

/** The text after edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, edit) => now.slice(0, edit.start) + edit.text + now.slice(edit.end), text);
}

/** A string literal that both JSON and TOML read as this value. */
export function quoted(value: string): string {
  // JSON lets DEL stand for itself, TOML does not.
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
}

/**
 * Puts literals in front of a list, each on a line of its own if the first item is. Undone exactly by
 * `dropFront`.
 */
export function prepend(text: string, list: ArrayNode, literals: readonly string[]): Edit {
  const first = itemAt(list, 0);
  const at = first?.start ?? list.start + 1;
  const inside = { start: at, end: at };
  if (!first) return { ...inside, text: literals.join(', ') };
  const gap = text.slice(list.start + 1, first.start);
  const lineBreak = /^\s*?(\r?\n[ \t]*)$/.exec(gap)?.[1];
  return { ...inside, text: literals.map((each) => `${each},${lineBreak ?? ' '}`).join('') };
}

/** Takes the first `count` items out of a list, and what separates them from the next one. */
export function dropFront(text: string, list: ArrayNode, count: number): Edit {
  const start = itemAt(list, 0)?.start ?? list.start + 1;
  const next = itemAt(list, count);
  if (next) return { start, end: next.start, text: '' };
  const end = itemAt(list, count - 1)?.end ?? start;
  const comma = /^\s*,/.exec(text.slice(end, list.end))?.[0] ?? '';
  return { start, end: end + comma.length, text: '' };
}

function itemAt({ items }: ArrayNode, index: number): Span | undefined {
  const item = items[index];
  return item && spanOf(item);
}

/** Adds the member `args` behind the command. Undone exactly by `dropArgs`. */
export function addArgs(
  text: string,
  launch: Launch,
  literals: readonly string[],
  { format }: Host,
): Edit {
  const member = memberOf(launch.owner, launch.key);
  const { start = 0, prefix = '', style = 'comma' } = member ?? {};
  const list = `[${literals.join(', ')}]`;
  const written = format === 'toml' ? `${prefix}args = ${list}` : `"args": ${list}`;
  if (style === 'comma') {
    const at = launch.command.end;
    return { start: at, end: at, text: `,${gapBefore(text, start)}${written}` };
  }
  const at = lineEnd(text, launch.command.end);
  const indent = /[ \t]*$/.exec(text.slice(lineStart(text, start), start))?.[0] ?? '';
  return { start: at, end: at, text: `${eolOf(text)}${indent}${written}` };
}

/** White space between a key and the brace or comma before it, for a neighbour in the same style. */
function gapBefore(text: string, key: number): string {
  const gap = spaceBefore(text, key);
  const before = text[key - gap.length - 1];
  return before === '{' || before === ',' ? gap : ' ';
}

function spaceBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start--;
  return text.slice(start, at);
}

/** Takes out the member `args`; undefined when comments stand where its comma is. */
export function dropArgs(text: string, launch: Launch): Edit | undefined {
  const member = memberOf(launch.owner, 'args');
  if (!member || !launch.args) return undefined;
  if (member.style === 'line') return dropLine(text, member.start, launch.args.end);
  const members = launch.owner.members;
  const index = members.indexOf(member);
  const before = members[index - 1];
  const end = before && spanOf(before.value)?.end;
  if (end !== undefined && /^\s*,\s*$/.test(text.slice(end, member.start)))
    return { start: end, end: launch.args.end, text: '' };
  const next = members[index + 1];
  if (next && /^\s*,\s*$/.test(text.slice(launch.args.end, next.start)))
    return { start: member.start, end: next.start, text: '' };
  return undefined;
}

/** With the line break before it, as it was added; a comment behind it stays. */
function dropLine(text: string, key: number, end: number): Edit | undefined {
  const start = lineStart(text, key);
  if (text.slice(start, key).trim() !== '') return undefined;
  if (text.slice(end, lineEnd(text, end)).trim() !== '') return { start: key, end, text: '' };
  if (start > 0) return { start: lineEnd(text, start - 1), end: lineEnd(text, end), text: '' };
  const next = text.indexOf('\n', end);
  return { start, end: next < 0 ? text.length : next + 1, text: '' };
}

/** Where the line that holds `at` starts. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line that holds `at` ends, before its line break. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  if (feed < 0) return text.length;
  return text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** The line break of a text; of one without any, a line feed. */
function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
