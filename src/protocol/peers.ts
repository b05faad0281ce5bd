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
 * Reads `initialize` (legacy) and the `_meta` of requests and results (2026-07-28). Where a server
 * refused one way of opening, what counts is the other: the last opening wins, member by member.
 */
export function introductions(part: Part): Introductions {
  const initialize = part.exchanges.filter((each) => isAsked(each, 'initialize')).map(handshake);
  const told = [...part.messages.map(envelope), ...part.exchanges.map(discovery), ...initialize];
  return {
    client: peer(told.map((each) => each.client)),
    server: peer(told.map((each) => each.server)),
    instructions: told.findLast((each) => each.instructions !== undefined)?.instructions,
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

/** What one message tells: nodes as sent, of which any may be absent. */
interface Told {
  readonly client?: Card;
  readonly server?: Card;
  readonly instructions?: string | undefined;
}

interface Card {
  readonly info: JsonNode | undefined;
  readonly capabilities: JsonNode | undefined;
}

function handshake(exchange: Exchange): Told {
  const { params } = exchange.request.message;
  const result = resultOf(exchange);
  return {
    client: { info: member(params, 'clientInfo'), capabilities: member(params, 'capabilities') },
    server: { info: member(result, 'serverInfo'), capabilities: member(result, 'capabilities') },
    instructions: stringMember(result, 'instructions'),
  };
}

function envelope(located: Located): Told {
  if (located.from === 'client' && isKind(located, 'request')) {
    const meta = member(located.message.params, '_meta');
    const capabilities = member(meta, CLIENT_CAPABILITIES);
    return { client: { info: member(meta, CLIENT_INFO), capabilities } };
  }
  if (located.from === 'client' || !isKind(located, 'result')) return {};
  const info = at(located.message.result, '_meta', SERVER_INFO);
  return { server: { info, capabilities: undefined } };
}

function discovery(exchange: Exchange): Told {
  if (!isAsked(exchange, 'server/discover')) return {};
  const result = resultOf(exchange);
  return {
    server: { info: undefined, capabilities: member(result, 'capabilities') },
    instructions: stringMember(result, 'instructions'),
  };
}

function peer(cards: readonly (Card | undefined)[]): Peer | undefined {
  const info = cards.findLast((each) => each?.info)?.info;
  const capabilities = cards.findLast((each) => each?.capabilities)?.capabilities;
  if (!info && !capabilities) return undefined;
  return {
    name: stringMember(info, 'name'),
    version: stringMember(info, 'version'),
    capabilities,
  };
}
