import { at, type JsonNode, member, stringMember } from '../model/json.ts';
import type { Located } from '../model/message.ts';
import { answerOf, type Exchange, isKind, type Peer } from '../model/session.ts';
import type { Part } from './pair.ts';

/** `_meta` keys by which the sides of 2026-07-28 introduce themselves ("Reserved keys"). */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/** Who the two sides said they are, by the newest word of each. */
export interface Introductions {
  readonly client: Peer | undefined;
  readonly server: Peer | undefined;
  readonly instructions: string | undefined;
}

/**
 * Reads the newest handshake that succeeded; where there is none, the `_meta` of requests and results
 * and the answer to `server/discover` (2026-07-28); at last a handshake that failed.
 */
export function introductions({ messages, exchanges }: Part): Introductions {
  const opened = exchanges.filter((each) => isAsked(each, 'initialize'));
  const agreed = opened.filter(resultOf);
  const discovered = exchanges.filter((each) => isAsked(each, 'server/discover'));
  const fromClient = (key: string, metaKey: string) =>
    newest(agreed, (each) => member(each.request.message.params, key)) ??
    newest(messages, (each) => clientMeta(each, metaKey)) ??
    newest(opened, (each) => member(each.request.message.params, key));
  const fromServer = (key: string) =>
    newest(agreed, (each) => member(resultOf(each), key)) ??
    newest(discovered, (each) => member(resultOf(each), key));
  const serverInfo = fromServer('serverInfo') ?? newest(messages, serverMeta);
  const instructions = fromServer('instructions');
  return {
    client: peer(
      fromClient('clientInfo', CLIENT_INFO),
      fromClient('capabilities', CLIENT_CAPABILITIES),
    ),
    server: peer(serverInfo, fromServer('capabilities')),
    instructions: instructions?.kind === 'string' ? instructions.value : undefined,
  };
}

/** Is it a request of the client for this method? */
export function isAsked({ request }: Exchange, method: string): boolean {
  return request.from === 'client' && request.message.method === method;
}

/** The result of an exchange; undefined when it failed or has no single answer. */
export function resultOf(exchange: Exchange): JsonNode | undefined {
  const answer = answerOf(exchange)?.message;
  return answer?.kind === 'result' ? answer.result : undefined;
}

/** The first that is found, looking from the end. */
function newest<T, R>(list: readonly T[], look: (each: T) => R | undefined): R | undefined {
  for (let nth = list.length - 1; nth >= 0; nth -= 1) {
    const each = list[nth];
    const found = each === undefined ? undefined : look(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function clientMeta(located: Located, key: string): JsonNode | undefined {
  if (located.from !== 'client' || !isKind(located, 'request')) return undefined;
  return at(located.message.params, '_meta', key);
}

function serverMeta(located: Located): JsonNode | undefined {
  if (located.from !== 'server' || !isKind(located, 'result')) return undefined;
  return at(located.message.result, '_meta', SERVER_INFO);
}

function peer(info: JsonNode | undefined, capabilities: JsonNode | undefined): Peer | undefined {
  if (!info && !capabilities) return undefined;
  return {
    name: stringMember(info, 'name'),
    version: stringMember(info, 'version'),
    capabilities,
  };
}
