import { type JsonNode, stringMember } from '../../model/json.ts';
import type { SpelledKind, Spelling } from '../../model/profile.ts';
import { countedMembers } from '../counted.ts';

/** What a value is to a spelling; undefined where it does not look further. */
export type Spelled = SpelledKind | 'content' | undefined;

/** A member as an SDK writes it. */
export interface SpelledMember {
  readonly key: string;
  /** As it is written. */
  readonly name: string;
  /** undefined: it is missing, and null is written. */
  readonly value: JsonNode | undefined;
  readonly kind: Spelled;
}

type JsonObject = Extract<JsonNode, { kind: 'object' }>;

/** The members of an object in the order, and by the names, that a host's SDK gives them. */
export function spelledMembers(
  node: JsonObject,
  kind: Spelled,
  spelling: Spelling | undefined,
): SpelledMember[] {
  const members = countedMembers(node);
  const listed = (kind !== 'content' && kind && spelling?.keys[kind]) || [];
  const keys = listed.map((each) => each.replace(/\?$/, ''));
  const written = new Set([...keys, ...members.keys()]);
  const isNull = (key: string) => spelling?.nulls === true && listed.includes(key);
  return [...written]
    .filter((key) => members.has(key) || isNull(key))
    .map((key) => ({
      key,
      name: (kind !== undefined && spelling?.names?.[key]) || key,
      value: members.get(key),
      kind: kindBelow(kind, key),
    }));
}

/** What a block of content is. */
export function blockKind(node: JsonNode): Spelled {
  const type = stringMember(node, 'type');
  return BLOCKS.find((each) => each === type);
}

const SERVER = 'io.modelcontextprotocol/serverInfo';
const IN_RESULT: { readonly [key: string]: Spelled } = {
  content: 'content',
  _meta: 'result_meta',
};

const BLOCKS = ['text', 'image', 'audio', 'resource', 'resource_link'] as const;

function kindBelow(kind: Spelled, key: string): Spelled {
  if (kind === 'result') return IN_RESULT[key];
  if (kind === 'result_meta') return key === SERVER ? 'server_info' : undefined;
  if (kind === undefined) return undefined;
  if (key === 'annotations') return 'annotations';
  return kind === 'resource' && key === 'resource' ? 'contents' : undefined;
}
