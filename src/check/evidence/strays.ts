import type { Side } from '../../model/frame.ts';
import type { Message, MessageRef, Stray } from '../../model/message.ts';
import type { Session } from '../../model/session.ts';
import { valuesOnLine } from './brackets.ts';
import { SIDES, type StreamLine, streamsOf } from './lines.ts';
import { type MultiLine, multiLineMessages } from './multi-line.ts';
import { perSession } from './per-session.ts';
import { answerId, parsed } from './plain-json.ts';
import { judge, judgeValue, type StrayKind, type Verdict } from './stray-kinds.ts';
import { headOf } from './text.ts';

/** A frame, or a member of a batch, that holds no message. */
export interface StrayLine extends MessageRef, Verdict {
  readonly stray: Stray;
  readonly from: Side;
  readonly line: StreamLine;
  /** For `spread`: the message that the line is a part of. */
  readonly part: MultiLine | undefined;
}

/** Every frame and batch member that holds no message, with its kind, in wire order. */
export const straysOf = perSession((session: Session): readonly StrayLine[] => {
  const found = SIDES.flatMap((side) => ofStream(streamsOf(session)[side]));
  return found.sort(byPlace);
});

/** The strays of some kinds that one side wrote, in wire order. */
export function straysOfKind(session: Session, side: Side, ...kinds: StrayKind[]): StrayLine[] {
  const found = kinds.flatMap((kind) => byKind(session).get(`${side} ${kind}`) ?? []);
  return kinds.length > 1 ? found.sort(byPlace) : found;
}

const byKind = perSession((session: Session): ReadonlyMap<string, readonly StrayLine[]> => {
  const index = new Map<string, StrayLine[]>();
  for (const each of straysOf(session)) {
    const key = `${each.from} ${each.kind}`;
    const known = index.get(key);
    if (known) known.push(each);
    else index.set(key, [each]);
  }
  return index;
});

function byPlace(one: StrayLine, two: StrayLine): number {
  return one.seq - two.seq || (one.index ?? 0) - (two.index ?? 0);
}

/** The line numbers in their stream, as the reader of a log counts them: `lines 1, 3, 4, …`. */
export function strayNumbers(strays: readonly StrayLine[], most = 3): string {
  const shown = strays.slice(0, most).map((each) => each.line.number);
  const more = strays.length > most ? ', …' : '';
  return `line${strays.length === 1 ? '' : 's'} ${shown.join(', ')}${more}`;
}

/** The LSP header that starts this line, or that is glued to the message before it. */
export function lspHeader(bytes: Buffer): string | undefined {
  const [first] = LSP_HEADER.exec(headOf(bytes)) ?? [];
  if (first !== undefined) return first;
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 60));
  return /[}\]]\s*(content-length: *\d+)$/i.exec(tail.trimEnd())?.[1];
}

/**
 * Does the side frame its messages as LSP does? A few such headers in a stream of lines are a fault of
 * their own place, and explain nothing else.
 */
export function speaksLsp(session: Session, side: Side): boolean {
  const own = straysOfKind(session, side, 'lsp');
  const headers = own.filter((each) => lspHeader(each.line.frame.bytes) !== undefined).length;
  // Each message has its header, and bodies may end in a line feed or not.
  return headers > 0 && streamsOf(session).counts[side] - own.length <= 2 * headers;
}

const LSP_HEADER = /^content-(length: *\d+|type: *[\w/.+-]+)/i;

function ofStream(lines: readonly StreamLine[]): StrayLine[] {
  const parts = multiLineMessages(lines);
  return withEchoes(withLsp(lines.flatMap((line) => ofLine(line, parts.get(line)))));
}

function ofLine(line: StreamLine, part: MultiLine | undefined): StrayLine[] {
  const { content, frame } = line;
  if (content.kind === 'batch') return ofBatch(line, content.members);
  // Bodies of HTTP are no lines; what is wrong with them the rules of HTTP say.
  if (content.kind !== 'stray' || frame.call !== undefined) return [];
  const verdict = part ? partVerdict(line, part) : judge(content, frame.bytes);
  const place = { seq: frame.seq, index: undefined, from: frame.from };
  return [{ ...place, ...verdict, stray: content, line, part }];
}

/** The first line speaks for the whole message. */
function partVerdict(line: StreamLine, part: MultiLine): Verdict {
  const speaks = part.lines[0] === line && part.answers !== undefined;
  return { kind: 'spread', answers: speaks ? [part.answers] : [] };
}

/**
 * Headers, the blank line that ends them, and a body that runs into the next message, or without a line
 * feed into the end. Other lines of
 * the same stream keep their own kinds: a second fault is not explained by the first.
 */
function withLsp(strays: readonly StrayLine[]): StrayLine[] {
  let before: StrayLine | undefined;
  return strays.map((each) => {
    const follows = before?.line.number === each.line.number - 1 ? before : undefined;
    before = isLspPart(each, follows) ? asLsp(each) : undefined;
    return before ?? each;
  });
}

function isLspPart({ kind, line }: StrayLine, follows: StrayLine | undefined): boolean {
  const { bytes } = line.frame;
  if (kind === 'text') return lspHeader(bytes) !== undefined;
  if (!follows) return false;
  const isAfterHeader = lspHeader(follows.line.frame.bytes) !== undefined;
  return isAfterHeader ? kind === 'blank' : kind === 'several' || kind === 'unended';
}

function asLsp(each: StrayLine): StrayLine {
  const values = valuesOnLine(each.line.frame.bytes).map(parsed);
  return { ...each, kind: 'lsp', answers: values.flatMap((value) => answerId(value) ?? []) };
}

/** Members are parsed together, once; one by one would take quadratic time. */
function ofBatch(line: StreamLine, members: readonly (Message | Stray)[]): StrayLine[] {
  if (members.every((each) => each.kind !== 'stray')) return [];
  const { frame } = line;
  const values = parsed(frame.bytes);
  return members.flatMap((stray, index) => {
    if (stray.kind !== 'stray') return [];
    const value: unknown = Array.isArray(values) ? values[index] : undefined;
    const place = { seq: frame.seq, index, from: frame.from };
    return [{ ...place, ...judgeValue(value), stray, line, part: undefined }];
  });
}

/** Package managers print the script and its command, one line each, perhaps with blanks around. */
function withEchoes(strays: readonly StrayLine[]): StrayLine[] {
  const echoes = new Set<StrayLine>();
  let before: StrayLine | undefined;
  for (const each of strays) {
    if (each.kind === 'blank') continue;
    if (before && isEcho(before, each)) echoes.add(before).add(each);
    before = each;
  }
  return strays.map((each) => (echoes.has(each) ? { ...each, kind: 'echo' } : each));
}

/** npm and pnpm: `> name@1.0.0 start` and `> command`; yarn: `yarn run v1.22.0` and `$ command`. */
function isEcho(before: StrayLine, each: StrayLine): boolean {
  if (before.kind !== 'text' || each.kind !== 'text') return false;
  const first = headOf(before.line.frame.bytes);
  const second = headOf(each.line.frame.bytes);
  if (first.startsWith('> ')) return second.startsWith('> ');
  return /^yarn run v\d/.test(first) && second.startsWith('$ ');
}
