import type { Place } from '../../model/finding.ts';
import type { Answer, Located } from '../../model/message.ts';
import type { Profile } from '../../model/profile.ts';
import type { Fate } from '../../model/reading.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { readMessage } from '../../reading/read.ts';
import { count } from './text.ts';

/** What a fate befalls: `tool`, ` on a later page`. */
export type Thing = readonly [noun: string, rest?: string];

/** A fate that some hosts have in store for several things of one kind. */
export interface HostGroup {
  /** `3 descriptions`. */
  readonly things: string;
  readonly isOne: boolean;
  readonly hosts: readonly string[];
  /** What the profile says of the first one. */
  readonly note: string | undefined;
  readonly places: readonly Place[];
}

/** A result that is shorter, and has text alone, is cut and refused by nobody. In bytes. */
const LONG = 8_000;
/** Results read by every profile, and their bytes: each reading takes time. */
const MOST_RESULTS = 50;
const MOST_BYTES = 1024 * 1024;

/**
 * What hosts do with lists, instructions and results of a session, by their profiles: for each of the choices
 * the fates that it has a thing for, grouped by it.
 */
export function hostGroups<Choice extends string>(
  session: Session,
  profiles: readonly Profile[],
  choices: { readonly [choice in Choice]: (fate: Fate) => Thing | undefined },
): { readonly [choice in Choice]: readonly HostGroup[] } {
  // What `Object.entries` gives for a record of these keys.
  const all = Object.entries(choices) as [Choice, (fate: Fate) => Thing | undefined][];
  const groups = all.map(([choice, choose]) => [choice, choose, new Map<string, Group>()] as const);
  for (const { seq, index, fate, host } of fatesOf(session, profiles))
    for (const [, choose, known] of groups) {
      const thing = choose(fate);
      if (thing === undefined) continue;
      const group = known.get(thing.join()) ?? {
        thing,
        note: fate.note,
        hosts: new Set(),
        places: new Map(),
      };
      known.set(thing.join(), group);
      group.hosts.add(host);
      group.places.set(`${seq} ${fate.pointer}`, { seq, index, pointer: fate.pointer });
    }
  // One entry for each key of the choices.
  return Object.fromEntries(
    groups.map(([choice, , known]) => [choice, [...known.values()].map(hostGroup)]),
  ) as {
    [choice in Choice]: HostGroup[];
  };
}

function* fatesOf(session: Session, profiles: readonly Profile[]) {
  for (const located of profiles.length === 0 ? [] : messagesRead(session)) {
    const { seq, index } = located;
    for (const profile of profiles)
      for (const fate of readMessage(located, session, profile).fates)
        yield { seq, index, fate, host: profile.id };
  }
}

function messagesRead(session: Session): Located<Answer>[] {
  let results = 0;
  let bytes = 0;
  // A page that is repeated is one page.
  const pages = new Set<string>();
  return session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    const { method } = exchange.request.message;
    if (answer?.message.kind !== 'result' || answer.from !== 'server') return [];
    if (method === 'tools/list') {
      const { start, end } = answer.message.result;
      const text = answer.bytes.toString('latin1', start, end);
      if (pages.has(text)) return [];
      pages.add(text);
      return [answer];
    }
    if (/^(initialize|server\/discover)$/.test(method)) return [answer];
    const isRead = method === 'tools/call' && (answer.bytes.length > LONG || hasMedia(answer));
    if (!isRead || results >= MOST_RESULTS || bytes >= MOST_BYTES) return [];
    results += 1;
    bytes += answer.bytes.length;
    return [answer];
  });
}

function hasMedia({ bytes }: Located): boolean {
  return ['"image"', '"audio"', '"resource', '"blob"'].some((word) => bytes.includes(word));
}

interface Group {
  readonly thing: Thing;
  readonly note: string | undefined;
  readonly hosts: Set<string>;
  readonly places: Map<string, Place>;
}

function hostGroup({ thing: [noun, rest = ''], note, hosts, places }: Group): HostGroup {
  return {
    things: count(places.size, noun) + rest,
    isOne: places.size === 1,
    hosts: [...hosts].sort(),
    note,
    places: [...places.values()],
  };
}

/** `claude-code`, `claude-code and codex`, `claude-code, codex and 4 more hosts`. */
export function hostNames(hosts: readonly string[]): string {
  const [first = '', second, third] = hosts;
  if (second === undefined) return first;
  if (third === undefined) return `${first} and ${second}`;
  const rest = hosts.length - 3;
  return rest === 0
    ? `${first}, ${second} and ${third}`
    : `${first}, ${second}, ${third} and ${count(rest, 'more host')}`;
}
