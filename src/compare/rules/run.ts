import { member } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { type Found, textNode } from '../change.ts';
import type { Context } from '../context.ts';
import { normalise } from '../normalise.ts';
import { payloadOf, samePayload } from '../payload.ts';
import { subjectOf } from '../subject.ts';
import { messagePairs } from './order.ts';

/** Differences of the run rather than of what was said: timing, spelling, strays, the end. */
export function runChanges(context: Context): Found[] {
  return [
    ...timingChanges(context),
    ...spellingChanges(context),
    ...strayChange(context),
    ...exitChange(context),
  ];
}

/** Shorter differences are what a busy machine makes. */
const SLOWER_BY = 500_000;
const TIMES = 3;

function timingChanges({ exchanges }: Context): Found[] {
  return exchanges.flatMap(({ how, a, b }): Found[] => {
    const [old, now] = [a && answerOf(a), b && answerOf(b)];
    if (how !== 'same' || !a || !b || !old || !now) return [];
    const [was, is] = [old.at - a.request.at, now.at - b.request.at];
    const [short, long] = was < is ? [was, is] : [is, was];
    if (long - short < SLOWER_BY || long < short * TIMES) return [];
    const rule = is > was ? 'timing.slower' : 'timing.faster';
    const note = `${milliseconds(was)} → ${milliseconds(is)}`;
    return [{ rule, subject: subjectOf(b.request), note, a: refOf(old), b: refOf(now) }];
  });
}

/** Messages with equal payloads in other bytes, counted for each side. */
function spellingChanges(context: Context): Found[] {
  if (context.acrossEras) return [];
  return (['client', 'server'] as const).flatMap((side): Found[] => {
    const pairs = messagePairs(context).filter(({ a }) => a.from === side);
    const other = pairs.filter(({ a, b }) => isRespelled(a, b));
    const [first] = other;
    if (!first) return [];
    const all = pairs.length + (context.passed?.count ?? 0);
    const note = `${other.length} of ${all} messages`;
    return [{ rule: 'spelling.bytes', subject: side, note, a: refOf(first.a), b: refOf(first.b) }];
  });
}

/** Equal values, nothing folded, and yet other bytes. */
function isRespelled(a: Located, b: Located): boolean {
  const [old, now] = [payloadOf(a), payloadOf(b)];
  if (!old || !now || samePayload(a, b)) return false;
  const text = normalise(old);
  // What volatile `_meta` differs in is no matter of spelling.
  const hasMeta = [old, now].some((each) => member(each, '_meta'));
  return text === normalise(now) && !hasMeta;
}

function strayChange({ a, b }: Context): Found[] {
  const [old, now] = [strays(a), strays(b)];
  const [first, other] = [old[0], now[0]];
  if (Boolean(first) === Boolean(other)) return [];
  const note = `${old.length} → ${now.length} lines`;
  if (other)
    return [
      { rule: 'framing.stray-new', subject: 'server', note, b: other.ref, after: other.node },
    ];
  return first
    ? [{ rule: 'framing.stray-gone', subject: 'server', note, a: first.ref, before: first.node }]
    : [];
}

function strays({ recording }: Session) {
  return recording.items.flatMap((item) => {
    if (item.type !== 'frame' || item.frame.from !== 'server') return [];
    if (item.content.kind !== 'stray' || item.content.why === 'blank') return [];
    const text = item.frame.bytes.toString('utf8', 0, 200);
    return [{ ref: { seq: item.frame.seq, index: undefined }, node: textNode(text) }];
  });
}

function exitChange({ a, b }: Context): Found[] {
  const [old, now] = [exitOf(a), exitOf(b)];
  if (!old || !now || old.isBad === now.isBad) return [];
  const rule = now.isBad ? 'process.exit-bad' : 'process.exit-good';
  return [{ rule, subject: 'server', before: textNode(old.words), after: textNode(now.words) }];
}

/** A server that was told to go by a signal did not fail. */
function exitOf({ recording }: Session): { words: string; isBad: boolean } | undefined {
  const exit = recording.end?.exit;
  if (!exit) return undefined;
  const wasTold = recording.items.some((each) => each.type === 'event' && each.event === 'signal');
  if (exit.signal !== null) return { words: exit.signal, isBad: !wasTold };
  return { words: `exit ${exit.code}`, isBad: exit.code !== 0 && !wasTold };
}

function milliseconds(micros: number): string {
  return `${Math.round(micros / 1000)} ms`;
}

function refOf({ seq, index }: Located) {
  return { seq, index };
}
