import { SadapError } from '../../errors.ts';
import type { JsonNode } from '../../model/json.ts';

/** The text of a script and its name, for errors that say where. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** Characters in front of the text that its writer did not write. */
  readonly added?: number;
}

/** `file:line:column`, 1-based; column and offset count UTF-16 units, as editors do. */
export function placeOf(source: Source, offset: number): string {
  const before = source.text.slice(0, offset);
  const line = before.split('\n').length;
  const added = line === 1 ? (source.added ?? 0) : 0;
  const column = Math.max(1, before.length - before.lastIndexOf('\n') - added);
  return `${source.file}:${line}:${column}`;
}

/** Stops reading the script: `what` is wrong at this node (or offset), `hint` tells what to do. */
export function fail(source: Source, where: JsonNode | number, what: string, hint?: string): never {
  const offset = typeof where === 'number' ? where : where.start;
  // What is quoted from the script may hold line ends; the message is one line.
  const oneLine = what.replaceAll(/\s*[\r\n]\s*/g, ' ');
  throw new SadapError('script-invalid', `${placeOf(source, offset)}: ${oneLine}`, {
    ...(hint !== undefined && { hint }),
  });
}

/** What stands there, in words: `the text "abc"`, `a list`. */
export function describe(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'a map';
    case 'array':
      return 'a list';
    case 'string':
      return `the text ${quote(node.value)}`;
    case 'number':
      return `the number ${node.text}`;
    case 'literal':
      return node.value === null ? 'nothing' : String(node.value);
  }
}

/** In quotes, cut where it grows long, control characters escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}
