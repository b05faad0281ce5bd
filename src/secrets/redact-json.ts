import { type JsonMember, type JsonNode, pointerTo } from '../model/json.ts';
import { append } from '../model/lists.ts';
import { Scanner } from '../wire/scanner.ts';

/** What to do with a value, decided from its place. */
export interface Judge {
  /** The name under which the whole value goes, with the rule; undefined: it stays or is looked into. */
  readonly whole: (steps: readonly string[], node: JsonNode) => Verdict | undefined;
  /** The text that stands in the place of a string or key; the same text: nothing changes. */
  readonly text: (text: string, pointer: string, key: string | undefined) => string;
  /** The text in the place of one scalar that goes as a whole. */
  readonly scalar: (value: string, verdict: Verdict, pointer: string) => string;
}

export interface Verdict {
  readonly rule: string;
  readonly name: string;
}

interface Open {
  readonly node: JsonNode;
  readonly steps: readonly string[];
  readonly pointer: string;
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
  const open: Open[] = [{ node: root, steps: [], pointer: '', verdict: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const verdict = next.verdict ?? judge.whole(next.steps, next.node);
    if (next.node.kind === 'object' || next.node.kind === 'array') {
      append(open, childrenOf(next, verdict));
      if (next.node.kind === 'object')
        append(
          edits,
          next.node.members.flatMap((each) => keyEdit(bytes, each, next, judge)),
        );
    } else edits.push(...scalarEdit(bytes, { ...next, verdict }, judge));
  }
  return spliced(bytes, edits);
}

function childrenOf({ node, steps, pointer }: Open, verdict: Verdict | undefined): Open[] {
  const below = (step: string, child: JsonNode): Open => ({
    node: child,
    steps: [...steps, step],
    pointer: pointerTo(pointer, step),
    verdict,
  });
  if (node.kind === 'object')
    return node.members.map(({ key, value }) => below(key, value)).reverse();
  if (node.kind !== 'array') return [];
  return node.items.map((item, index) => below(String(index), item)).reverse();
}

function keyEdit(
  bytes: Buffer,
  { key, start }: JsonMember,
  { pointer }: Open,
  judge: Judge,
): Edit[] {
  const text = judge.text(key, pointer, undefined);
  if (text === key) return [];
  return [{ start, end: new Scanner(bytes).string(start), text: JSON.stringify(text) }];
}

function scalarEdit(bytes: Buffer, { node, steps, pointer, verdict }: Open, judge: Judge): Edit[] {
  const { start, end } = node;
  const spelled = node.kind === 'string' ? node.value : bytes.toString('utf8', start, end);
  // What is absent or says yes or no gives nobody away, unless it was named.
  if (node.kind === 'literal' && (node.value === null || !verdict)) return [];
  const text = verdict
    ? judge.scalar(spelled, verdict, pointer)
    : judge.text(spelled, pointer, steps.at(-1));
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
