import { at, type JsonNode, member, stringMember } from '../model/json.ts';
import { answerOf, type Era, type Exchange } from '../model/session.ts';
import type { Part } from './pair.ts';
import { isAsked, resultOf } from './peers.ts';

/** `_meta` key by which every request of 2026-07-28 names its revision ("Reserved keys"). */
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/** `UnsupportedProtocolVersion` (2026-07-28, "Error codes"); only modern servers know it. */
const UNSUPPORTED_VERSION = '-32022';

export interface EraFacts {
  readonly era: Era;
  readonly revision: string | undefined;
}

/**
 * The era of a conversation, from what its two sides did (2026-07-28, "Versioning" and "Transports:
 * backward compatibility"). An envelope alone does not make it modern, because a client that speaks
 * both eras probes with one and may then fall back.
 */
export function eraOf(part: Part): EraFacts {
  const signs = signsOf(part);
  const era = judge(signs);
  return { era, revision: revisionOf(era, signs) };
}

/** A probe alone puts no revision in force: after `initialize` only the server's answer does. */
function revisionOf(era: Era, { negotiated, named }: Signs): string | undefined {
  if (era === 'modern') return named;
  return era === 'legacy' ? negotiated : (negotiated ?? named);
}

/** What speaks for an era. */
interface Signs {
  /** `initialize` was sent, or `notifications/initialized` shows that it must have been. */
  readonly handshake: boolean;
  /** The version in the newest result of `initialize`. */
  readonly negotiated: string | undefined;
  /** The server said -32022 with a list of versions: to a probe, a request, or to `initialize`. */
  readonly refused: boolean;
  /** The server's `server/discover` result does not list the version it was asked in. */
  readonly contradiction: boolean;
  /** ... and one that does. */
  readonly discovered: boolean;
  /** A request with an envelope that is no probe. */
  readonly enveloped: boolean;
  /** The newest version in an envelope that the server did not refuse or leave out. */
  readonly named: string | undefined;
}

function judge(signs: Signs): Era {
  if (signs.negotiated !== undefined) return signs.contradiction ? 'ambiguous' : 'legacy';
  if (signs.enveloped || signs.discovered || signs.refused) return 'modern';
  if (signs.contradiction) return 'ambiguous';
  return signs.handshake ? 'legacy' : 'unknown';
}

function signsOf({ exchanges, messages }: Part): Signs {
  const opened = exchanges.filter((each) => isAsked(each, 'initialize'));
  const probes = exchanges.filter((each) => isAsked(each, 'server/discover'));
  const enveloped = exchanges.filter((each) => envelopeVersion(each) !== undefined);
  const inForce = enveloped.filter((each) => !isRefused(each) && !isContradicted(each));
  return {
    handshake: opened.length > 0 || messages.some(({ message }) => isInitialized(message)),
    negotiated: opened.map(negotiatedVersion).findLast((each) => each !== undefined),
    refused: exchanges.some(isRefused),
    contradiction: probes.some(isContradicted),
    discovered: probes.some((each) => supportedVersions(each) && !isContradicted(each)),
    enveloped: enveloped.some((each) => !isAsked(each, 'server/discover')),
    named: inForce.map(envelopeVersion).at(-1),
  };
}

function isInitialized(message: { kind: string; method?: string }): boolean {
  return message.kind === 'notification' && message.method === 'notifications/initialized';
}

function negotiatedVersion(exchange: Exchange): string | undefined {
  return stringMember(resultOf(exchange), 'protocolVersion');
}

function envelopeVersion({ request }: Exchange): string | undefined {
  if (request.from !== 'client') return undefined;
  return stringMember(member(request.message.params, '_meta'), PROTOCOL_VERSION);
}

function isRefused(exchange: Exchange): boolean {
  const answer = answerOf(exchange)?.message;
  if (exchange.request.from !== 'client' || answer?.kind !== 'failure') return false;
  const code = member(answer.error, 'code');
  const supported = at(answer.error, 'data', 'supported');
  return (
    code?.kind === 'number' && code.text === UNSUPPORTED_VERSION && supported?.kind === 'array'
  );
}

function isContradicted(exchange: Exchange): boolean {
  const asked = envelopeVersion(exchange);
  const supported = supportedVersions(exchange);
  return asked !== undefined && supported !== undefined && !supported.includes(asked);
}

function supportedVersions(exchange: Exchange): (string | undefined)[] | undefined {
  if (!isAsked(exchange, 'server/discover')) return undefined;
  const list = member(resultOf(exchange), 'supportedVersions');
  return list?.kind === 'array' ? list.items.map(textOf) : undefined;
}

function textOf(node: JsonNode): string | undefined {
  return node.kind === 'string' ? node.value : undefined;
}
