import type { Session } from '../model/session.ts';
import { alignExchanges, alignNotifications } from './align.ts';
import type { Change, Found } from './change.ts';
import type { Context, DiffOptions, FoldedExample } from './context.ts';
import { ignoring } from './normalise.ts';
import { answerChanges } from './rules/answers.ts';
import { definitionChanges } from './rules/definitions.ts';
import { notificationChanges } from './rules/notifications.ts';
import { openingChanges } from './rules/opening.ts';
import { orderChanges } from './rules/order.ts';
import { requestChanges } from './rules/requests.ts';
import { runChanges } from './rules/run.ts';
import { TIERS, tierOf } from './rules/table.ts';

/** Differences that a rule folded away. */
export interface FoldCount {
  readonly rule: string;
  readonly count: number;
  readonly example: FoldedExample;
}

/** All that two sessions differ in. */
export interface SessionDiff {
  readonly a: Session;
  readonly b: Session;
  /** The worst first; within a tier as they were found: opening, lists, exchanges, the run. */
  readonly changes: readonly Change[];
  readonly folded: readonly FoldCount[];
  /** Exchanges that both sessions hold, and how many of them differ in nothing above info. */
  readonly exchanges: { readonly common: number; readonly same: number };
  /** Present when what models read was compared, not the sessions themselves. */
  readonly reading?: ReadingTotals;
}

/** Whose models read, and how much, of A and of B. */
export interface ReadingTotals {
  readonly hosts: readonly [string, string];
  readonly bytes: readonly [number, number];
  readonly tokens: readonly [number, number];
}

/**
 * Compares two sessions by what they mean. A is the older, B the newer. Pure: the same sessions give
 * the same changes; a session compared with itself gives none; A and B exchanged give the inverse
 * rules (`inverseOf`).
 */
export function compareSessions(a: Session, b: Session, options: DiffOptions): SessionDiff {
  const folded = new Map<string, FoldCount>();
  const context = contextOf(a, b, options, folded);
  const found = [
    openingChanges,
    definitionChanges,
    requestChanges,
    answerChanges,
    notificationChanges,
    orderChanges,
    runChanges,
  ].flatMap((rules) => rules(context));
  const changes = ranked(found, options);
  return {
    a,
    b,
    changes,
    folded: [...folded.values()],
    exchanges: counts(context, changes),
  };
}

function contextOf(
  a: Session,
  b: Session,
  options: DiffOptions,
  folded: Map<string, FoldCount>,
): Context {
  const { ignore = [], folds, readText } = options;
  const acrossEras = isAcross(a, b);
  return {
    a,
    b,
    acrossEras,
    exchanges: options.pairs ?? alignExchanges(a, b, acrossEras, options),
    notifications: alignNotifications(a, b, acrossEras, options),
    passed: options.passed,
    comparing: { ignore, folds, ...(readText && { readText }) },
    fold: (rules, example) => {
      for (const rule of rules) noteFold(folded, rule, example);
    },
  };
}

/** Counts a folded difference, and keeps the first of each rule. */
export function noteFold(
  folded: Map<string, FoldCount>,
  rule: string,
  example: FoldedExample,
): void {
  const known = folded.get(rule);
  folded.set(rule, { rule, count: (known?.count ?? 0) + 1, example: known?.example ?? example });
}

/** Is one session legacy, the other modern? */
export function isAcross(a: Session, b: Session): boolean {
  const eras = [a.era, b.era];
  return eras.includes('legacy') && eras.includes('modern');
}

/** With their tiers, the worst first; what is ignored is left out. */
export function ranked(found: readonly Found[], options: DiffOptions): Change[] {
  const isIgnored = ignoring(options.ignore);
  return found
    .filter(({ pointer, inner }) => pointer === undefined || !isIgnored(pointer + (inner ?? '')))
    .map((each) => ({ ...each, tier: tierOf(each.rule) }))
    .sort((x, y) => TIERS.indexOf(x.tier) - TIERS.indexOf(y.tier));
}

function counts({ exchanges, passed }: Context, changes: readonly Change[]) {
  const both = exchanges.filter(({ a, b }) => a && b);
  const bad = changes.filter(({ tier, b }) => tier !== 'info' && b);
  const touched = new Set(bad.map(({ b }) => b?.seq));
  const isTouched = (seq: number | undefined) => seq !== undefined && touched.has(seq);
  const same = both.filter(({ b }) => {
    const outcome = b?.outcome;
    const answer = outcome && 'answer' in outcome ? outcome.answer.seq : undefined;
    return !isTouched(b?.request.seq) && !isTouched(answer);
  });
  const { count = 0 } = passed ?? {};
  return { common: both.length + count, same: same.length + count };
}
