import { object, type Reader, whole } from '../cover.ts';

interface Readers {
  readonly [member: string]: Reader;
}

/** A JSON-RPC message: its envelope, and readers for `params`, `result` or `error`. */
export function envelope(payload: Readers): Reader {
  const own = whole('envelope');
  return object({ jsonrpc: own, id: own, method: own, ...payload }, whole('envelope.extra'));
}

/** The params of a request or notification, without the protocol's own members. */
export function params(members: Readers, rest: Reader, otherwise?: Reader): Reader {
  return object({ _meta: whole('envelope.meta'), ...members }, rest, otherwise);
}

/** A result, without the members that the protocol adds to any result. */
export function result(members: Readers, rest: Reader, otherwise?: Reader): Reader {
  const cache = whole('envelope.cache');
  const own = {
    _meta: whole('envelope.meta'),
    resultType: whole('envelope.resultType'),
    ttlMs: cache,
    cacheScope: cache,
  };
  return object({ ...own, ...members }, rest, otherwise);
}
