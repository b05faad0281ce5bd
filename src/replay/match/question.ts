import { type Normalising, requestKey } from '../../compare/normalise.ts';
import { subjectOf } from '../../compare/subject.ts';
import { type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Located, Request } from '../../model/message.ts';

/** A request as matching sees it. */
export interface Question {
  /** Equal exactly for requests that ask the same. */
  readonly key: string;
  readonly method: string;
  /** What it is about, for people: `tools/call cari_anak`. Untrusted text. */
  readonly subject: string;
  /** Params as they are compared: of a retry without the answers that it brings. */
  readonly params: JsonNode | undefined;
  /** It carries the envelope of the modern era. */
  readonly isModern: boolean;
  /** It goes on with a multi-round-trip call. */
  readonly isRetry: boolean;
}

/** Requests by which a client opens or looks whether somebody is there: each is one question. */
export const OPENINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'ping']);

/** Requests that a server may answer with a question (2026-07-28, "Multi round-trip requests"). */
const MULTI_ROUND: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/**
 * What a request asks. Method and params count by value: spelling of numbers, order of members and
 * volatile `_meta` do not (see `requestKey`). Two exceptions: an opening is one question, because
 * every client introduces itself in its own words; and a retry of a multi-round-trip call is the
 * same question whatever answers it brings, because `requestState` says which one it is.
 */
export function questionOf(request: Located<Request>, options: Normalising = {}): Question {
  const { method, params } = request.message;
  const isRetry = isRetryOf(method, params);
  const asked = isRetry ? without(params, 'inputResponses') : params;
  const key = requestKey(method, OPENINGS.has(method) ? undefined : asked, options);
  return {
    key: isRetry ? `retry ${key}` : key,
    method,
    subject: subjectOf(request),
    params: asked,
    isModern: stringMember(member(params, '_meta'), PROTOCOL_VERSION) !== undefined,
    isRetry,
  };
}

function isRetryOf(method: string, params: JsonNode | undefined): boolean {
  if (!MULTI_ROUND.has(method)) return false;
  return Boolean(member(params, 'inputResponses') ?? member(params, 'requestState'));
}

function without(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return node;
  return { ...node, members: node.members.filter((each) => each.key !== key) };
}
