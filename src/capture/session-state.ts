import type { JsonNode } from '../model/json.ts';
import { FIRST_MODERN, NEWEST_MODERN } from '../protocol/revisions.ts';
import { parseJson } from '../wire/json.ts';
import {
  type JsonText,
  membersOf,
  objectText,
  type Params,
  type TextMember,
  textOf,
} from './json-text.ts';
import type { WantedEra } from './script/types.ts';

/** Do requests of this revision carry their own metadata? A later date than any known one is modern too. */
export function isModern(revision: string): boolean {
  return revision >= FIRST_MODERN;
}

/** How the client introduces itself. */
export interface Identity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: JsonText;
}

/** What the player knows of the session so far; changes while it is opened. */
export interface SessionState {
  readonly identity: Identity;
  /** What was asked for. */
  readonly wanted: WantedEra;
  readonly wantedRevision: string | undefined;
  /** What is in force; requests are shaped by it. */
  era: 'legacy' | 'modern';
  modernRevision: string;
  /** The server's capabilities as it declared them. */
  capabilities: JsonNode | undefined;
}

/** A session that is not open yet. A revision alone decides the era. */
export function newSession(
  identity: Identity,
  era: WantedEra,
  revision: string | undefined,
): SessionState {
  const byRevision = revision !== undefined && isModern(revision) ? 'modern' : 'legacy';
  const wanted = era === 'auto' && revision !== undefined ? byRevision : era;
  return {
    identity,
    wanted,
    wantedRevision: revision,
    era: wanted === 'modern' ? 'modern' : 'legacy',
    modernRevision: wanted === 'modern' && revision !== undefined ? revision : NEWEST_MODERN,
    capabilities: undefined,
  };
}

export function clientInfo({ name, version }: Identity): JsonText {
  return objectText([
    ['name', JSON.stringify(name)],
    ['version', JSON.stringify(version)],
  ]);
}

const PREFIX = 'io.modelcontextprotocol/';

/**
 * Parameters as the session's era wants them: since 2026-07-28 with the envelope in `_meta`, as the
 * first member. What the script wrote into `_meta` stays and wins.
 */
export function enveloped(
  state: SessionState,
  params: Params | undefined,
  era = state.era,
): Params | undefined {
  if (era === 'legacy' || params?.kind === 'text') return params;
  const own = params?.members ?? [];
  const given = metaOf(own.find(([key]) => key === '_meta')?.[1]);
  if (!given) return params;
  const meta = new Map<string, JsonText>([...envelope(state), ...given]);
  return membersOf([['_meta', objectText([...meta])], ...own.filter(([key]) => key !== '_meta')]);
}

function envelope({ modernRevision, identity }: SessionState): TextMember[] {
  return [
    [`${PREFIX}protocolVersion`, JSON.stringify(modernRevision)],
    [`${PREFIX}clientInfo`, clientInfo(identity)],
    [`${PREFIX}clientCapabilities`, identity.capabilities],
  ];
}

/** The members of a `_meta` that a script wrote; undefined when it is no object and stays as it is. */
function metaOf(text: JsonText | undefined): TextMember[] | undefined {
  if (text === undefined) return [];
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok || parsed.node.kind !== 'object') return undefined;
  return parsed.node.members.map((each) => [each.key, textOf(each.value)] as const);
}
