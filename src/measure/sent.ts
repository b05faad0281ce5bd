import type { JsonValue } from '../model/json.ts';
import { maxOf, minOf } from '../model/lists.ts';
import { type Offered, textOf } from '../targets/canary/model/api.ts';
import { canarySession, markersIn } from '../targets/canary/table.ts';
import { type JsonMembers, type Leaf, leavesOf } from './leaves.ts';
import { type Located, type LocatedResult, showsModern } from './locate.ts';
import { placeOf, toolsIn } from './measure.ts';
import { withoutReferences, withReferences } from './references.ts';

/**
 * What a host sent of the canary, without the rest of its requests and without the history that each
 * repeats: short enough to be kept. `‹=›` stands for what the canary sent in this place.
 */
export interface Sent {
  readonly api: string;
  readonly requests: number;
  readonly tools: { readonly [tool: string]: SentTool };
  /** Declarations that a search gave back; absent when there are none. */
  readonly found?: { readonly [tool: string]: SentTool };
  /** null: the host never came back to the call. */
  readonly results: { readonly [tool: string]: SentResult | null };
  readonly elsewhere: readonly (readonly [pointer: string, text: string])[];
}

interface SentTool {
  readonly at: string;
  /** Present when the entry itself has another. */
  readonly name?: string;
  readonly namespace?: string;
  readonly entry: JsonValue;
}

interface SentResult {
  readonly at: string;
  readonly items: readonly JsonValue[];
}

/** The canary's part of a capture. */
export function sentOf({ api, requests, tools, found, results, elsewhere }: Located): Sent {
  const wire = canaryWire();
  return {
    api,
    requests,
    tools: mapped(tools, (offered, tool) => toolSent(offered, wire.tools.get(tool) ?? {})),
    ...(found.size > 0
      ? { found: mapped(found, (each, tool) => toolSent(each, wire.tools.get(tool) ?? {})) }
      : {}),
    results: mapped(results, (result, tool) =>
      result ? resultSent(result, wire.results.get(tool) ?? []) : null,
    ),
    elsewhere: elsewhere.map(([at, text]) => [at, aroundMarkers(textOf(text), wire.opening)]),
  };
}

/** The capture that `sentOf` was given; of texts elsewhere only what stands around the canary's. */
export function locatedIn(sent: Sent): Located {
  const wire = canaryWire();
  const results = new Map(
    Object.entries(sent.results).map(([tool, each]) => [
      tool,
      each ? resultLocated(each, wire.results.get(tool) ?? []) : undefined,
    ]),
  );
  return {
    api: sent.api,
    isModern: showsModern(results),
    requests: sent.requests,
    tools: offeredIn(sent.tools, wire.tools),
    found: offeredIn(sent.found ?? {}, wire.tools),
    results,
    elsewhere: sent.elsewhere.map(([at, text]) => [at, withoutReferences(text, wire.opening)]),
  };
}

function offeredIn(
  tools: Sent['tools'],
  wire: ReadonlyMap<string, JsonMembers>,
): ReadonlyMap<string, Offered> {
  return new Map(
    Object.entries(tools).map(([tool, each]) => [tool, toolOffered(each, wire.get(tool) ?? {})]),
  );
}

/** What the canary sends: definitions by tool, leaves of the answers by tool, leaves of the opening. */
function canaryWire() {
  const tools = new Map<string, JsonMembers>();
  const results = new Map<string, readonly Leaf[]>();
  let opening: readonly Leaf[] = [];
  for (const { about, answers } of canarySession()) {
    if (about === 'initialize') opening = leavesOf([...answers]);
    if (about.startsWith('tools/list'))
      for (const each of toolsIn(answers)) tools.set(textOf(each['name']), each);
    if (about.startsWith('call '))
      results.set(
        about.slice('call '.length),
        answers.flatMap((answer) => leavesOf(answer)),
      );
  }
  return { tools, results, opening };
}

function mapped<In, Out>(
  map: ReadonlyMap<string, In>,
  change: (value: In, key: string) => Out,
): { [key: string]: Out } {
  return Object.fromEntries([...map].map(([key, value]) => [key, change(value, key)]));
}

function toolSent({ name, namespace, entry, pointer }: Offered, definition: JsonMembers): SentTool {
  return {
    at: pointer,
    ...(name === entry['name'] ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    entry: membersEncoded(entry, wireOf(definition, entry), leavesOf(definition)),
  };
}

function toolOffered({ at, name, namespace, entry }: SentTool, definition: JsonMembers): Offered {
  // An entry is an object, and decoding keeps what it is.
  const decoded = decodedFrom(
    entry,
    wireOf(definition, entry as JsonMembers),
    leavesOf(definition),
  ) as JsonMembers;
  return {
    name: name ?? textOf(decoded['name']),
    ...(namespace === undefined ? {} : { namespace }),
    description: textOf(decoded['description']),
    entry: decoded,
    pointer: at,
  };
}

/** The definition with the names that this entry has for its members. */
function wireOf(definition: JsonMembers, entry: JsonMembers): JsonMembers {
  return Object.fromEntries(
    Object.entries(definition).map(([key, value]) => [
      placeOf(`/${key}`, { name: '', description: '', pointer: '', entry }).slice(1),
      value,
    ]),
  );
}

function resultSent({ items, pointer }: LocatedResult, leaves: readonly Leaf[]): SentResult {
  return { at: pointer, items: items.map((item) => encoded(item, undefined, leaves)) };
}

function resultLocated({ at, items }: SentResult, leaves: readonly Leaf[]): LocatedResult {
  return { pointer: at, items: items.map((item) => decodedFrom(item, undefined, leaves)) };
}

const SAME = '‹=›';
/** Shorter texts are easier to read than a sign for them. */
const WORTH_A_SIGN = 20;

function encoded(
  value: JsonValue,
  wire: JsonValue | undefined,
  leaves: readonly Leaf[],
): JsonValue {
  const isLong = typeof value === 'string' ? value.length > WORTH_A_SIGN : isContainer(value);
  if (isLong && wire !== undefined && JSON.stringify(value) === JSON.stringify(wire)) return SAME;
  if (typeof value === 'string') return withReferences(value, leaves);
  return deeper(value, wire, (child, below) => encoded(child, below, leaves));
}

/** The keys of an entry are always shown: they say under which name the API takes the schema. */
function membersEncoded(
  entry: JsonMembers,
  wire: JsonMembers,
  leaves: readonly Leaf[],
): JsonMembers {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, encoded(value, wire[key], leaves)]),
  );
}

function decodedFrom(
  value: JsonValue,
  wire: JsonValue | undefined,
  leaves: readonly Leaf[],
): JsonValue {
  if (value === SAME && wire !== undefined) return wire;
  if (typeof value === 'string') return withoutReferences(value, leaves);
  return deeper(value, wire, (child, below) => decodedFrom(child, below, leaves));
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function deeper(
  value: JsonValue,
  wire: JsonValue | undefined,
  change: (child: JsonValue, below: JsonValue | undefined) => JsonValue,
): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((each: JsonValue, at) => change(each, childOf(wire, at)));
  const entries = Object.entries(value).map(
    ([key, each]) => [key, change(each, childOf(wire, key))] as const,
  );
  return Object.fromEntries(entries);
}

function childOf(wire: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (typeof wire !== 'object' || wire === null || !Object.hasOwn(wire, key)) return undefined;
  // Arrays have their items by the same access.
  return (wire as { readonly [key: string]: JsonValue })[key];
}

/** Characters that are kept on each side of what is the canary's. */
const AROUND = 200;

function aroundMarkers(text: string, leaves: readonly Leaf[]): string {
  const short = withReferences(text, leaves);
  const markers = markersIn(short);
  const places = [...markers, ...(short.match(/‹[^›]+›/g) ?? [])].map((each) => ({
    from: short.indexOf(each),
    to: short.lastIndexOf(each) + each.length,
  }));
  const from = minOf(places.map((each) => each.from)) - AROUND;
  const to = maxOf(places.map((each) => each.to)) + AROUND;
  return (
    (from > 0 ? `‹…›${short.slice(from, to)}` : short.slice(0, to)) +
    (to < short.length ? '‹…›' : '')
  );
}
