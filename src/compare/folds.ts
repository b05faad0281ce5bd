import type { JsonNode } from '../model/json.ts';
import { pointerSteps } from '../model/json.ts';

/**
 * A kind of value that differs from run to run without meaning anything. Two values are taken for
 * the same when both show the kind and nothing else about them differs.
 */
export interface FoldRule {
  /** What the output and `--no-fold` call it. */
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** Parts of a text that are of this kind. Has the flag `g`. */
  readonly pattern?: RegExp;
  /** Names of members whose whole value is of this kind, when it is a string or a number. */
  readonly members?: RegExp;
  /** Only values of members with such a name may match `pattern`. */
  readonly only?: RegExp;
}

/** Names of members that hold a point in time, as number or text. */
const MOMENT = /^(?:.*(?:timestamp|[Tt]ime|_at|[a-z]At|date_?time)|created|updated|modified|now)$/;

/**
 * The rules, in the order in which they are tried on a text. A date without a time of day is no
 * volatile value: it is what people ask for.
 */
export const FOLD_RULES: readonly FoldRule[] = [
  {
    name: 'cursor',
    about: 'opaque tokens of the protocol: cursor, nextCursor, requestState, subscriptionId',
    members: /^(?:cursor|nextCursor|requestState|(?:io\.modelcontextprotocol\/)?subscriptionId)$/,
  },
  {
    name: 'progress-token',
    about: 'progress tokens and the ids of requests inside messages',
    members: /^(?:progressToken|requestId)$/,
  },
  {
    name: 'time',
    about: 'points in time: ISO 8601 with a time of day, HTTP dates, times of day with seconds',
    pattern:
      /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z| ?[+-]\d\d:?\d\d| UTC)?|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \w{2,3} \w{2,3} \d{4} \d\d:\d\d:\d\d(?: (?:GMT|UTC)(?:[+-]\d{4})?)?|\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?: ?[AP]M)?\b/g,
  },
  {
    name: 'clock',
    about:
      'points in time as numbers: seconds to nanoseconds since 1970 in members such as createdAt',
    pattern: /^1\d{9}(?:\.\d+|\d{3}|\d{6}|\d{9})?$/g,
    only: MOMENT,
  },
  {
    name: 'uuid',
    about: 'UUIDs',
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  },
  {
    name: 'id',
    about:
      'random ids in members named id, …Id, …_id, token or hash: ULIDs, long hexadecimal text with a letter; never numbers',
    pattern: /^(?:[a-z]+[_-])?(?:[0-9A-HJKMNP-TV-Z]{26}|(?=.*\d)(?=.*[a-f])[0-9a-f]{16,})$/g,
    only: /(?:^|_)(?:id|token|hash|etag|nonce)$|(?:Id|Token|Hash|Nonce)$/,
  },
  {
    name: 'duration',
    about: 'how long something took: members such as durationMs, `12.3 ms` and `took 2s` in text',
    pattern:
      /\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|milliseconds?)\b|(?<=\b(?:took|in|after) )\d+(?:\.\d+)? ?(?:s|sec|seconds?)\b/g,
    members: /^(?:duration|elapsed|latency|took|uptime)(?:_?(?:ns|us|ms|s|millis|seconds))?$/i,
  },
  {
    name: 'path',
    about: 'folders of one machine: the random part of temporary folders, the home of a user',
    pattern:
      /(?<=\/tmp\/|\\Temp\\)[^\s/\\"']+|(?<=\/var\/folders\/)[^\s"']+?\/T\/[^\s/"']+|(?<=\/home\/|\/Users\/|\\Users\\)[^\s/\\"']+/g,
  },
  {
    name: 'port',
    about: 'ports on this machine: localhost:49152, 127.0.0.1:8080, and members named pid or port',
    pattern: /(?<=\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?=:):|\[::1?\]:)\d{1,5}\b/g,
    members: /^(?:pid|port)$/,
  },
];

/** The rules without those named. */
export function foldRules(without: readonly string[] = []): readonly FoldRule[] {
  return FOLD_RULES.filter((each) => !without.includes(each.name));
}

/** What a leaf is once everything volatile in it is replaced by its kind. */
export interface Folded {
  readonly text: string;
  /** Names of the rules that replaced something. */
  readonly rules: readonly string[];
}

/**
 * Replaces what is volatile in a string or a number: `at 10:31:07` becomes `at ⟨time⟩`. Undefined
 * when nothing is.
 * @param key name of the member that holds it, if one does
 */
export function foldLeaf(
  node: JsonNode,
  key: string | undefined,
  rules: readonly FoldRule[],
): Folded | undefined {
  if (node.kind !== 'string' && node.kind !== 'number') return undefined;
  const used: string[] = [];
  let text = node.kind === 'string' ? node.value : node.text;
  for (const rule of rules) {
    const folded = applied(rule, text, key, node.kind);
    if (folded === text) continue;
    used.push(rule.name);
    text = folded;
  }
  return used.length === 0 ? undefined : { text, rules: used };
}

/** The name of the member that a pointer leads to; undefined for an item of an array. */
export function keyOf(pointer: string): string | undefined {
  const last = pointerSteps(pointer)?.at(-1);
  return last === undefined || /^\d+$/.test(last) ? undefined : last;
}

function applied(rule: FoldRule, text: string, key: string | undefined, kind: string): string {
  const mark = `⟨${rule.name}⟩`;
  if (key !== undefined && rule.members?.test(key)) return mark;
  if (!rule.pattern || text.length > LONGEST) return text;
  if (rule.only && (key === undefined || !rule.only.test(key))) return text;
  // A bare number is volatile by the name of its member alone.
  if (kind === 'number' && !rule.only) return text;
  return text.replace(rule.pattern, mark);
}

/** Longer texts are data; patterns over megabytes would cost more than they tell. */
const LONGEST = 200_000;
