import { type JsonNode, pointerTo } from '../model/json.ts';
import { append } from '../model/lists.ts';
import type { Located } from '../model/message.ts';
import type { Profile } from '../model/profile.ts';
import type { Fate, FateKind, Reading } from '../model/reading.ts';
import type { Session } from '../model/session.ts';
import { countedMembers } from './counted.ts';
import { readMessage } from './read.ts';

/** Members of one message that fare alike, and how they fare with each host. */
export interface MemberComparison {
  /** JSON pointer; `*` stands for any index when several items fare alike. */
  readonly pattern: string;
  /** Number of members that the pattern stands for. */
  readonly count: number;
  /** The fate under each profile, in the order of the profiles. */
  readonly kinds: readonly FateKind[];
  /** The same with its note, of the first of the members. */
  readonly fates: readonly Fate[];
}

/** One message under several profiles. */
export interface MessageComparison {
  readonly located: Located;
  readonly readings: readonly Reading[];
  /** Only members on which the hosts differ, in the order sent. */
  readonly members: readonly MemberComparison[];
}

/** What becomes of a message under each profile, and where they differ. */
export function compareHosts(
  located: Located,
  session: Session,
  profiles: readonly Profile[],
): MessageComparison {
  const readings = profiles.map((profile) => readMessage(located, session, profile));
  const alike = new Map<string, MemberComparison>();
  for (const found of differing(located.message.node, readings)) {
    const pattern = found.pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
    const kinds = found.fates.map((each) => each.kind);
    const key = `${pattern} ${kinds.join()}`;
    const known = alike.get(key);
    const count = (known?.count ?? 0) + 1;
    alike.set(key, {
      pattern: count > 1 ? pattern : found.pointer,
      count,
      kinds,
      fates: known?.fates ?? found.fates,
    });
  }
  return { located, readings, members: [...alike.values()] };
}

interface Found {
  readonly pointer: string;
  readonly fates: readonly Fate[];
}

/** The largest values of which every part fares alike with each host, and differently between them. */
function differing(root: JsonNode, readings: readonly Reading[]): Found[] {
  const found: Found[] = [];
  const indexes = readings.map(indexed);
  const open: Open[] = [{ node: root, pointer: '', above: indexes.map(() => undefined) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, pointer, above } = next;
    const own = indexes.map((each, host) => above[host] ?? each.own.get(pointer));
    const fates = own.map((each, host) => each ?? indexes[host]?.shared.get(pointer) ?? undefined);
    if (fates.every((each) => each !== undefined)) {
      if (new Set(fates.map((each) => each.kind)).size > 1) found.push({ pointer, fates });
      continue;
    }
    const children = childrenOf(node, pointer).reverse();
    append(
      open,
      children.map(([child, at]) => ({ node: child, pointer: at, above: own })),
    );
  }
  return found;
}

interface Open {
  readonly node: JsonNode;
  readonly pointer: string;
  /** For each host the fate of a value above, which holds here too. */
  readonly above: readonly (Fate | undefined)[];
}

interface Indexed {
  readonly own: ReadonlyMap<string, Fate>;
  /** For each value above a fate: the fate that all below it share in word; null: they differ. */
  readonly shared: ReadonlyMap<string, Fate | null>;
}

function indexed({ fates }: Reading): Indexed {
  const shared = new Map<string, Fate | null>();
  for (const fate of fates) {
    let end = fate.pointer.lastIndexOf('/');
    for (; end >= 0; end = end === 0 ? -1 : fate.pointer.lastIndexOf('/', end - 1)) {
      const above = fate.pointer.slice(0, end);
      const known = shared.get(above);
      if (known === undefined) shared.set(above, fate);
      else if (known && known.kind !== fate.kind) shared.set(above, null);
    }
  }
  return { own: new Map(fates.map((each) => [each.pointer, each])), shared };
}

function childrenOf(node: JsonNode, pointer: string): [JsonNode, string][] {
  if (node.kind === 'object')
    return [...countedMembers(node)].map(([key, value]) => [value, pointerTo(pointer, key)]);
  if (node.kind === 'array')
    return node.items.map((item, index) => [item, pointerTo(pointer, index)]);
  return [];
}
