import { at, stringMember } from '../../model/json.ts';
import type { Located, Request } from '../../model/message.ts';
import { type Era, isKind, type Session } from '../../model/session.ts';
import { isRevision, NEWEST_LEGACY, NEWEST_MODERN } from '../../protocol/revisions.ts';
import { errorReply, resultReply } from './replies.ts';

/** An answer that no recording holds, and what to tell about it. */
export interface StandIn {
  readonly bytes: Buffer;
  /** undefined: nothing worth a word. */
  readonly tell: string | undefined;
}

/** What some recordings tell about their server. */
export interface Known {
  readonly era: Era;
  readonly revision: string | undefined;
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly messages: readonly Located[];
}

/** The newest word of each; eras that do not agree make it ambiguous: both are served. */
export function knownOf(sessions: readonly Session[]): Known {
  const eras = new Set(sessions.map(({ era }) => era).filter((era) => era !== 'unknown'));
  const [era = 'unknown'] = eras;
  const server = sessions.findLast((each) => each.server)?.server;
  return {
    era: eras.size > 1 ? 'ambiguous' : era,
    revision: sessions.findLast(({ revision }) => revision !== undefined)?.revision,
    name: server?.name ?? sessions.at(-1)?.recording.header.server.label ?? '',
    version: server?.version ?? '',
    instructions: sessions.findLast((each) => each.instructions !== undefined)?.instructions,
    messages: sessions.flatMap(({ messages }) => messages),
  };
}

const UNSUPPORTED_VERSION = -32022;
const METHOD_NOT_FOUND = { code: -32601, message: 'Method not found' };
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/**
 * What a server of the recording's era says to an opening that the recording lacks. A session of the
 * modern era often has none: its client looked for it in another process. A legacy server does not know
 * `server/discover`, a modern one has no `initialize`, and clients that speak both go by that.
 */
export function standInFor(id: string, request: Located<Request>, known: Known): StandIn {
  const { method } = request.message;
  if (method === 'ping') return ping(id, request);
  const isModern = known.era === 'modern' || known.era === 'ambiguous';
  if (method === 'server/discover') return isModern ? discovered(id, known) : unknown(id, method);
  return known.era === 'modern' ? refused(id, request, known) : opened(id, request, known);
}

/** The modern era has no `ping`. */
function ping(id: string, { message }: Located<Request>): StandIn {
  const isModern = stringMember(at(message.params, '_meta'), PROTOCOL_VERSION) !== undefined;
  const bytes = isModern ? errorReply(id, METHOD_NOT_FOUND) : resultReply(id, '{}');
  return { bytes, tell: undefined };
}

function unknown(id: string, method: string): StandIn {
  return {
    bytes: errorReply(id, METHOD_NOT_FOUND),
    tell: `the recording has no ${method}; answered “method not found”, as servers of its era do`,
  };
}

function refused(id: string, { message }: Located<Request>, known: Known): StandIn {
  const supported = revisionOf(known);
  const requested = stringMember(message.params, 'protocolVersion');
  const error = {
    code: UNSUPPORTED_VERSION,
    message: 'Unsupported protocol version',
    data: { supported: [supported], ...(requested !== undefined && { requested }) },
  };
  return {
    bytes: errorReply(id, error),
    tell: `the recording has no initialize: it is of revision ${supported}; the client was told so`,
  };
}

function discovered(id: string, known: Known): StandIn {
  const result = {
    supportedVersions: [revisionOf(known)],
    capabilities: capabilitiesOf(known),
    ...(known.instructions !== undefined && { instructions: known.instructions }),
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfoOf(known) },
  };
  return {
    bytes: resultReply(id, JSON.stringify(result)),
    tell: 'the recording has no server/discover; answered with what its other messages show',
  };
}

function opened(id: string, { message }: Located<Request>, known: Known): StandIn {
  const asked = stringMember(message.params, 'protocolVersion');
  const wished = isRevision(asked) && asked <= NEWEST_LEGACY ? asked : NEWEST_LEGACY;
  const agreed = known.era === 'legacy' ? known.revision : undefined;
  const result = {
    protocolVersion: agreed ?? wished,
    capabilities: capabilitiesOf(known),
    serverInfo: serverInfoOf(known),
    ...(known.instructions !== undefined && { instructions: known.instructions }),
  };
  return {
    bytes: resultReply(id, JSON.stringify(result)),
    tell: 'the recording has no initialize; answered with what its other messages show',
  };
}

function revisionOf({ revision }: Known): string {
  return revision ?? NEWEST_MODERN;
}

function serverInfoOf({ name, version }: Known) {
  return { name, version };
}

/** Which capability the methods of a recording show (MCP, "Capability negotiation"). */
const SHOWN_BY: readonly (readonly [method: RegExp, capability: string, member?: string])[] = [
  [/^tools\//, 'tools'],
  [/^resources\//, 'resources'],
  [/^resources\/subscribe$/, 'resources', 'subscribe'],
  [/^prompts\//, 'prompts'],
  [/^completion\//, 'completions'],
  [/^logging\//, 'logging'],
  [/^notifications\/message$/, 'logging'],
  [/^notifications\/tools\/list_changed$/, 'tools', 'listChanged'],
  [/^notifications\/resources\/list_changed$/, 'resources', 'listChanged'],
  [/^notifications\/prompts\/list_changed$/, 'prompts', 'listChanged'],
];

function capabilitiesOf(known: Known): Record<string, Record<string, true>> {
  const capabilities: Record<string, Record<string, true>> = {};
  for (const each of known.messages) {
    const isSign = isKind(each, 'request') ? each.from === 'client' : each.from === 'server';
    if (!isSign || !(isKind(each, 'request') || isKind(each, 'notification'))) continue;
    for (const [pattern, capability, member] of SHOWN_BY) {
      if (!pattern.test(each.message.method)) continue;
      const found = capabilities[capability] ?? {};
      capabilities[capability] = member === undefined ? found : { ...found, [member]: true };
    }
  }
  return capabilities;
}
