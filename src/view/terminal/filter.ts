import type { Located, MessageRef } from '../../model/message.ts';
import type { TimelineItem } from '../../model/recording.ts';
import { answerOf, type Exchange, type Role, refKey } from '../../model/session.ts';
import { escapeText } from './escape.ts';
import { isFailed, type Timeline } from './timeline.ts';

/** Both ends included. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/** What to show of a session. Several wishes narrow each other. */
export interface Filter {
  readonly seq?: readonly SeqRange[] | undefined;
  /** Methods, `*` for any letters: `tools/*`. Answers and notifications follow their request. */
  readonly methods?: readonly string[] | undefined;
  /** Failed calls with their requests, strays, failures of the process, and what findings name. */
  readonly errors?: boolean | undefined;
}

/** Reads `4..9`, `4..`, `..9`, `7`, and several with commas; undefined when it is none, as `9..4`. */
export function seqRanges(text: string): SeqRange[] | undefined {
  const ranges = text.split(',').map(seqRange);
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** The filter as it is asked for on the command line, for people: ` -m tools/* --seq 4..9 --errors`. */
export function filterText({ seq, methods, errors }: Filter): string {
  const ranges = seq?.map(({ from, to }) =>
    from === to ? from : `${from}..${to < Infinity ? to : ''}`,
  );
  const wishes = [
    ...(methods ?? []).map((pattern) => ` -m ${escapeText(pattern)}`),
    ...(ranges && ranges.length > 0 ? [` --seq ${ranges.join(',')}`] : []),
    ...(errors ? [' --errors'] : []),
  ];
  return wishes.join('');
}

/** Decides for messages and for whole entries. */
export interface Selection {
  readonly message: (located: Located) => boolean;
  readonly item: (item: TimelineItem) => boolean;
}

/** What a filter has to know of a session. */
type Subject = Pick<Timeline, 'session' | 'findings' | 'roles'>;

export function selectionOf(timeline: Subject, filter: Filter): Selection {
  const troubles = filter.errors ? troubled(timeline) : undefined;
  return selectionBy(filter, timeline.roles, {
    message: (located) =>
      !troubles || troubles.has(refKey(located)) || troubles.has(String(located.seq)),
    item: (item, seq) => !troubles || troubles.has(String(seq)) || isTrouble(item),
  });
}

/**
 * The same while the session is recorded: asked again, it may say otherwise, since a request fails with
 * its answer. Nothing has been found yet.
 */
export function liveSelectionOf({ roles }: Pick<Timeline, 'roles'>, filter: Filter): Selection {
  return selectionBy(filter, roles, {
    message: (located) => !filter.errors || isTroubled(roles.get(refKey(located))),
    item: (item) => !filter.errors || isTrouble(item),
  });
}

interface TroubleTests {
  readonly message: (located: Located) => boolean;
  readonly item: (item: TimelineItem, seq: number) => boolean;
}

function selectionBy(filter: Filter, roles: Subject['roles'], tests: TroubleTests): Selection {
  const bySeq = seqTest(filter.seq);
  const byMethod = methodTest(filter.methods, roles);
  return {
    message: (located) =>
      bySeq(located.seq) && (byMethod?.(located) ?? true) && tests.message(located),
    item: (item) => {
      const { seq } = item.type === 'frame' ? item.frame : item;
      return bySeq(seq) && !byMethod && tests.item(item, seq);
    },
  };
}

/** Does the filter want messages of this method, for those that have one? */
export function methodTestOf({ methods }: Filter): ((method: string) => boolean) | undefined {
  if (!methods || methods.length === 0) return undefined;
  const tests = methods.map(globTest);
  return (method) => tests.some((test) => test.test(method));
}

function isTroubled(role: Role | undefined): boolean {
  if (role?.part === 'orphan' || role?.part === 'duplicate') return true;
  const isCall = role?.part === 'request' || role?.part === 'answer';
  return isCall && role.exchange !== undefined && isFailed(role.exchange);
}

function seqRange(text: string): SeqRange | undefined {
  const found = /^#?(\d*)(\.\.)?#?(\d*)$/.exec(text.trim());
  if (!found) return undefined;
  const [, from = '', dots, to = ''] = found;
  if (from === '' && to === '') return undefined;
  if (!dots) return { from: Number(from), to: Number(from) };
  const range = { from: from === '' ? 0 : Number(from), to: to === '' ? Infinity : Number(to) };
  return range.from <= range.to ? range : undefined;
}

function seqTest(ranges: readonly SeqRange[] | undefined): (seq: number) => boolean {
  if (!ranges) return () => true;
  return (seq) => ranges.some(({ from, to }) => seq >= from && seq <= to);
}

function methodTest(
  patterns: readonly string[] | undefined,
  roles: Subject['roles'],
): ((located: Located) => boolean) | undefined {
  const matches = methodTestOf({ methods: patterns });
  if (!matches) return undefined;
  return (located) => {
    const { message } = located;
    if ('method' in message && matches(message.method)) return true;
    const request = roles.get(refKey(located))?.exchange?.request;
    return request !== undefined && matches(request.message.method);
  };
}

function globTest(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Keys of everything that went wrong, with the other end of it. */
function troubled({ session, findings }: Subject): ReadonlySet<string> {
  const keys = new Set<string>();
  const add = (ref: MessageRef) => keys.add(refKey(ref));
  const addExchange = (exchange: Exchange) => {
    add(exchange.request);
    for (const answer of answersOf(exchange)) add(answer);
  };
  const named = new Set(
    findings
      .filter((finding) => finding.severity !== 'note')
      .flatMap((finding) => finding.places.map(refKey)),
  );
  for (const key of named) keys.add(key);
  for (const exchange of session.exchanges) {
    const isNamed = [exchange.request, ...answersOf(exchange)].some((ref) =>
      named.has(refKey(ref)),
    );
    if (isFailed(exchange) || isNamed) addExchange(exchange);
    for (const duplicate of exchange.duplicates) add(duplicate);
  }
  for (const { answer } of session.orphans) add(answer);
  return keys;
}

function answersOf(exchange: Exchange): readonly MessageRef[] {
  if (exchange.outcome.kind === 'ambiguous') return exchange.outcome.answers;
  const answer = answerOf(exchange);
  return answer ? [answer] : [];
}

function isTrouble(item: TimelineItem): boolean {
  if (item.type === 'frame') {
    const { content } = item;
    if (content.kind === 'batch') return content.members.some((each) => each.kind === 'stray');
    return content.kind === 'stray' && content.why !== 'blank';
  }
  if (item.type === 'end') return item.exit !== undefined && item.exit.code !== 0;
  if (item.type !== 'event') return false;
  return TROUBLE.has(item.event) || (item.event === 'exit' && item.code !== 0);
}

const TROUBLE: ReadonlySet<string> = new Set([
  'spawn-failed',
  'stdout-closed',
  'write-failed',
  'undelivered',
  'timeout',
]);
