import type { Place } from '../../model/finding.ts';
import type { Answer, Located } from '../../model/message.ts';
import type { Profile } from '../../model/profile.ts';
import type { Fate } from '../../model/reading.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { readMessage } from '../../reading/read.ts';
import { count } from './text.ts';

/** What one host does with one thing that the server offers or answers. */
interface HostFate {
  readonly host: string;
  readonly fate: Fate;
  readonly place: Place;
}

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
/** Results read by every profile; each reading takes time. */
const MOST_RESULTS = 200;

/**
 * What hosts do with lists, instructions and results of a session, by their profiles; only fates that
 * `choose` has a thing for, grouped by it.
 */
export function hostGroups(
  session: Session,
  profiles: readonly Profile[],
  choose: (fate: Fate) => Thing | undefined,
): HostGroup[] {
  const groups = new Map<string, { readonly thing: Thing; readonly all: HostFate[] }>();
  for (const located of profiles.length === 0 ? [] : messagesRead(session)) {
    for (const profile of profiles)
      for (const fate of readMessage(located, session, profile).fates) {
        const thing = choose(fate);
        if (thing === undefined) continue;
        const place = { seq: located.seq, index: located.index, pointer: fate.pointer };
        const known = groups.get(thing.join());
        if (known) known.all.push({ host: profile.id, fate, place });
        else groups.set(thing.join(), { thing, all: [{ host: profile.id, fate, place }] });
      }
  }
  return [...groups.values()].flatMap(({ thing, all }) => group(thing, all));
}

function messagesRead(session: Session): Located<Answer>[] {
  let results = 0;
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
    if (!isRead || results >= MOST_RESULTS) return [];
    results += 1;
    return [answer];
  });
}

function hasMedia({ bytes }: Located): boolean {
  return ['"image"', '"audio"', '"resource', '"blob"'].some((word) => bytes.includes(word));
}

function group([noun, rest = '']: Thing, all: readonly HostFate[]): HostGroup[] {
  const [first] = all;
  if (!first) return [];
  const places = new Map(all.map(({ place }) => [`${place.seq} ${place.pointer}`, place]));
  return [
    {
      things: count(places.size, noun) + rest,
      isOne: places.size === 1,
      hosts: [...new Set(all.map(({ host }) => host))].sort(),
      note: first.fate.note,
      places: [...places.values()],
    },
  ];
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
