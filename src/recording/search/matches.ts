import type { JsonNode } from '../../model/json.ts';
import type { Entry } from '../../model/recording.ts';
import { parseJson } from '../../wire/json.ts';

/** Where a text was found in an entry. */
export interface Found {
  /** How often, in the spelling in which it was found. */
  readonly count: number;
  /** What stands around the first of them. */
  readonly before: string;
  readonly after: string;
}

/** Characters around the text. */
const AROUND = 200;

/**
 * Looks for a text in an entry: in the strings and keys of a message as they read, in the message as it is
 * spelled, in a line of stderr, in what is no message, in what happened beside the wire.
 */
export function findIn(entry: Entry, text: string): Found | undefined {
  if (entry.type !== 'frame' && entry.type !== 'stderr')
    return inTexts(stringsOf({ ...entry, type: undefined }), text);
  const spelled = entry.bytes.toString('utf8');
  if (entry.type === 'stderr') return inTexts([spelled], text);
  const parsed = parseJson(entry.bytes);
  const read = parsed.ok ? [...textsOf(parsed.node)] : [];
  return inTexts(read, text) ?? inTexts([spelled], text);
}

function inTexts(texts: readonly string[], text: string): Found | undefined {
  let count = 0;
  let found: Found | undefined;
  for (const each of texts) {
    for (let at = each.indexOf(text); at >= 0; at = each.indexOf(text, at + text.length)) {
      found ??= around(each, at, text.length);
      count += 1;
    }
  }
  return found && { ...found, count };
}

function around(text: string, at: number, length: number): Found {
  return {
    count: 1,
    before: text.slice(Math.max(0, at - AROUND), at),
    after: text.slice(at + length, at + length + AROUND),
  };
}

/** All strings and keys of a value, in the order in which they stand. */
function* textsOf(root: JsonNode): Generator<string> {
  const waiting: (JsonNode | string)[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') yield node;
    else if (node.kind === 'string') yield node.value;
    else if (node.kind === 'array')
      for (let at = node.items.length - 1; at >= 0; at -= 1) push(waiting, node.items[at]);
    else if (node.kind === 'object')
      for (let at = node.members.length - 1; at >= 0; at -= 1) {
        push(waiting, node.members[at]?.value);
        push(waiting, node.members[at]?.key);
      }
  }
}

function push(waiting: (JsonNode | string)[], value: JsonNode | string | undefined): void {
  if (value !== undefined) waiting.push(value);
}

/** The strings of an entry beside the wire; its keys and numbers are how we hold it. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}
