import type { Located } from '../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { alignExchanges, OPENINGS } from '../align.ts';
import type { Found } from '../change.ts';
import type { DiffOptions, ExchangePair } from '../context.ts';
import { type FoldCount, isAcross, noteFold, ranked, type SessionDiff } from '../sessions.ts';
import { questionOf, subjectOf } from '../subject.ts';
import { type About, itemChanges, type Told } from './changes.ts';
import { itemsOf, toolItems } from './items.ts';
import { memberChanges } from './members.ts';
import type { ModelItem, ReadingSide } from './side.ts';

/**
 * What changed for the model between two sessions, each read by the rules of a host: the instructions,
 * the tools, and the answers to questions that both sessions hold; and what changed on the wire without
 * a difference to the model. Questions that one session alone has are for `compareSessions` to tell.
 */
export function compareReadings(a: ReadingSide, b: ReadingSide, options: DiffOptions): SessionDiff {
  const folded = new Map<string, FoldCount>();
  const about = aboutWith(options, folded);
  const pairs = pairsOf(a.session, b.session, options);
  const told = [
    ...toolChanges(a, b, about),
    ...pairs.flatMap((pair) => pairFound(a, b, pair, about)),
  ];
  const members = pairs.flatMap((pair) => pairMembers(a, b, pair, about, told));
  const changes = ranked([...told.map(({ found }) => found), ...members], options);
  const touched = new Set(
    changes.flatMap((each) => (each.b && each.rule !== 'reading.unseen' ? [each.b.seq] : [])),
  );
  const both = pairs.filter((pair) => pair.a && pair.b);
  const isSame = ({ b: now }: ExchangePair) =>
    now && !touched.has(now.request.seq) && !touched.has(answerOf(now)?.seq ?? -1);
  return {
    a: a.session,
    b: b.session,
    changes,
    folded: [...folded.values()],
    exchanges: { common: both.length, same: both.filter(isSame).length },
    reading: { hosts: [a.host, b.host], ...totals(a, b) },
  };
}

type MakeAbout = (subject: string, question?: About['question']) => About;

function aboutWith(options: DiffOptions, folded: Map<string, FoldCount>): MakeAbout {
  const { ignore = [], folds, readText } = options;
  return (subject, question) => ({
    subject,
    ...(question && { question }),
    comparing: { ignore, folds, ...(readText && { readText }) },
    fold: (rules, example) => {
      for (const rule of rules) noteFold(folded, rule, example);
    },
  });
}

/** Across eras the openings stand for each other, though they are other methods. */
function pairsOf(a: Session, b: Session, options: DiffOptions): ExchangePair[] {
  const acrossEras = isAcross(a, b);
  const pairs = alignExchanges(a, b, acrossEras, options);
  const [old, now] = [a, b].map(introduction);
  return acrossEras && old && now ? [{ how: 'same', a: old, b: now }, ...pairs] : pairs;
}

function introduction({ exchanges }: Session): Exchange | undefined {
  return exchanges.findLast(
    (each) =>
      OPENINGS.has(each.request.message.method) && answerOf(each)?.message.kind === 'result',
  );
}

function toolChanges(a: ReadingSide, b: ReadingSide, about: MakeAbout): Told[] {
  const [old, now] = [toolItems(a), toolItems(b)];
  // Nothing was listed: then nothing is known of tools.
  if (old.size === 0 || now.size === 0) return [];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const [before, after] = [old.get(name), now.get(name)];
    const of = about(`tool ${name}`);
    if (before && after) return itemChanges(before, after, of);
    return wholeTool(after ?? before ?? [], after !== undefined, of);
  });
}

/** A tool that came or went is one thing to read: by its description, else its name. */
function wholeTool(items: readonly ModelItem[], isNew: boolean, about: About): Told[] {
  const item = items.find(({ key }) => key.endsWith('/description')) ?? items[0];
  if (!item) return [];
  const pointer = (item.pointer ?? '').split('/').slice(0, 4).join('/');
  return itemChanges(isNew ? [] : [item], isNew ? [item] : [], about).map(
    ({ found, old, now }) => ({
      found: { ...found, pointer, note: `${items.length} texts` },
      old: old && { ...old, pointer },
      now: now && { ...now, pointer },
    }),
  );
}

function pairFound(a: ReadingSide, b: ReadingSide, pair: ExchangePair, about: MakeAbout): Told[] {
  const { how, a: old, b: now } = pair;
  if (!old || !now) return [];
  const of = aboutPair(now, about);
  const asked = itemChanges(itemsOf(a, old.request), itemsOf(b, now.request), of);
  if (how !== 'same' || isToolList(now)) return asked;
  const [before, after] = [answerItems(a, old), answerItems(b, now)];
  return [...asked, ...itemChanges(before, after, of)];
}

/** Nothing, when there is no answer. */
function answerItems(side: ReadingSide, exchange: Exchange): ModelItem[] {
  const answer = answerOf(exchange);
  return answer ? itemsOf(side, answer) : [];
}

function pairMembers(
  a: ReadingSide,
  b: ReadingSide,
  pair: ExchangePair,
  about: MakeAbout,
  told: readonly Told[],
): Found[] {
  const answers = answersOf(pair);
  if (pair.how !== 'same' || !pair.b || !answers) return [];
  if (answers[0].message.kind !== answers[1].message.kind) return [];
  return memberChanges([a, b], answers, aboutPair(pair.b, about), told);
}

function aboutPair({ request }: Exchange, about: MakeAbout): About {
  return about(subjectOf(request), questionOf(request));
}

function answersOf({ a, b }: ExchangePair): readonly [Located, Located] | undefined {
  const [old, now] = [a && answerOf(a), b && answerOf(b)];
  return old && now ? [old, now] : undefined;
}

function isToolList({ request }: Exchange): boolean {
  return request.message.method === 'tools/list';
}

/** All that the models read, each message once. */
function totals(a: ReadingSide, b: ReadingSide) {
  const read = [a, b].map((side) =>
    side.session.messages
      .flatMap((located) => side.reading(located).texts)
      .filter(({ way }) => way === 'read')
      .reduce(
        (sum, { text }) => ({
          bytes: sum.bytes + Buffer.byteLength(text),
          tokens: sum.tokens + side.tokens(text),
        }),
        { bytes: 0, tokens: 0 },
      ),
  );
  const both = (of: 'bytes' | 'tokens') => [read[0]?.[of] ?? 0, read[1]?.[of] ?? 0] as const;
  return { bytes: both('bytes'), tokens: both('tokens') };
}
