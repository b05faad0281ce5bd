import type { JsonMember, JsonNode } from '../model/json.ts';
import { append } from '../model/lists.ts';
import { Scanner } from '../wire/scanner.ts';

/** A value in a message, and what is around it. */
export interface Spot {
  readonly node: JsonNode;
  /** The key or index by which it is a part of what is above; empty for the whole. */
  readonly step: string;
  readonly above: Spot | undefined;
  /** How many steps it is below the whole. */
  readonly depth: number;
}

/** The keys and indexes that lead to a value. */
export function stepsTo(spot: Spot): string[] {
  const steps: string[] = [];
  for (let here = spot; here.above; here = here.above) steps.push(here.step);
  return steps.reverse();
}

/** What to do with a value, decided from its place. */
export interface Judge {
  /** The name under which the whole value goes, with the rule; undefined: it stays or is looked into. */
  readonly whole: (spot: Spot) => Verdict | undefined;
  /** The text that stands in the place of a string or key; the same text: nothing changes. */
  readonly text: (text: string, spot: Spot, isKey: boolean) => string;
  /** The text in the place of one scalar that goes as a whole. */
  readonly scalar: (value: string, verdict: Verdict, spot: Spot) => string;
}

export interface Verdict {
  readonly rule: string;
  readonly name: string;
}

interface Open extends Spot {
  /** Set below a value that goes as a whole: its shape stays, every scalar goes. */
  readonly verdict: Verdict | undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The bytes of a JSON text with the judged values replaced; every other byte is the one that was sent.
 * Iterative, because a hostile peer may nest deeper than the call stack.
 */
export function redactJson(bytes: Buffer, root: JsonNode, judge: Judge): Buffer {
  const edits: Edit[] = [];
  const open: Open[] = [{ node: root, step: '', above: undefined, depth: 0, verdict: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const verdict = next.verdict ?? judge.whole(next);
    if (next.node.kind === 'object' || next.node.kind === 'array') {
      append(open, childrenOf(next, verdict));
      if (next.node.kind === 'object')
        append(edits, keyEdits(bytes, next.node.members, next, judge));
    } else append(edits, scalarEdit(bytes, { ...next, verdict }, judge));
  }
  return spliced(bytes, edits);
}

/** The last one first, so that the first one is taken first from the end of a list. */
function childrenOf(above: Open, verdict: Verdict | undefined): Open[] {
  const { node, depth } = above;
  const below = (step: string, child: JsonNode): Open => ({
    node: child,
    step,
    above,
    depth: depth + 1,
    verdict,
  });
  if (node.kind === 'object')
    return node.members.map(({ key, value }) => below(key, value)).reverse();
  if (node.kind !== 'array') return [];
  return node.items.map((item, index) => below(String(index), item)).reverse();
}

function keyEdits(bytes: Buffer, members: readonly JsonMember[], spot: Spot, judge: Judge): Edit[] {
  return members.flatMap(({ key, start }) => {
    const text = judge.text(key, spot, true);
    if (text === key) return [];
    return [{ start, end: new Scanner(bytes).string(start), text: JSON.stringify(text) }];
  });
}

function scalarEdit(bytes: Buffer, spot: Open, judge: Judge): Edit[] {
  const { node, verdict } = spot;
  const { start, end } = node;
  const spelled = node.kind === 'string' ? node.value : bytes.toString('utf8', start, end);
  // What is absent or says yes or no gives nobody away, unless it was named.
  if (node.kind === 'literal' && (node.value === null || !verdict)) return [];
  const text = verdict ? judge.scalar(spelled, verdict, spot) : judge.text(spelled, spot, false);
  return text === spelled ? [] : [{ start, end, text: JSON.stringify(text) }];
}

function spliced(bytes: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(from, start), Buffer.from(text));
    from = end;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}

/** A text that may be JSON of its own: it starts and ends as an object, an array or a quoted one does. */
export function mayBeJson(text: string): boolean {
  const trimmed = text.trim();
  const ends = `${trimmed.at(0) ?? ''}${trimmed.at(-1) ?? ''}`;
  return trimmed.length > 4 && (ends === '{}' || ends === '[]' || /^"\s*[[{\\"]/.test(trimmed));
}
