import type { JsonNode } from '../../model/json.ts';
import type { Entry } from '../../model/recording.ts';
import { parseJson } from '../../wire/json.ts';

/** What is looked for. */
export interface Sought {
  readonly text: string;
  /** Small letters are also found as capital ones, and the other way round. */
  readonly ignoresCase: boolean;
}

/** Where a text was found in an entry. */
export interface Found {
  /** As it stands there, first. */
  readonly text: string;
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
export function findIn(entry: Entry, sought: Sought): Found | undefined {
  const find = finderOf(sought);
  if (entry.type !== 'frame' && entry.type !== 'stderr')
    return inTexts(stringsOf({ ...entry, type: undefined }), find);
  const spelled = entry.bytes.toString('utf8');
  if (entry.type === 'stderr') return inTexts([spelled], find);
  const parsed = parseJson(entry.bytes);
  const read = parsed.ok ? [...textsOf(parsed.node)] : [];
  return inTexts(read, find) ?? inTexts([spelled], find);
}

/** Where it stands from a place on, and how long it is there. */
type Finder = (text: string, from: number) => { at: number; length: number } | undefined;

function finderOf({ text: wanted, ignoresCase }: Sought): Finder {
  if (!ignoresCase)
    return (text, from) => {
      const at = text.indexOf(wanted, from);
      return at < 0 ? undefined : { at, length: wanted.length };
    };
  // Without `u`, letters of ASCII are only those of ASCII: a sign for kelvin is no `k`.
  const pattern = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'gi');
  return (text, from) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    return match ? { at: match.index, length: match[0].length } : undefined;
  };
}

function inTexts(texts: readonly string[], find: Finder): Found | undefined {
  let count = 0;
  let found: Found | undefined;
  for (const each of texts) {
    for (let hit = find(each, 0); hit; hit = find(each, hit.at + hit.length)) {
      found ??= around(each, hit.at, hit.length);
      count += 1;
    }
  }
  return found && { ...found, count };
}

function around(text: string, at: number, length: number): Found {
  return {
    text: text.slice(at, at + length),
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
