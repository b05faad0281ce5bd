import type { Exchange } from '../../model/session.ts';
import type { Miss } from '../match/controller.ts';
import { seqText } from './places.ts';

/** Code of the error for a request that the recording has no answer to; free for implementations. */
export const MISS_CODE = -32010;

/** A whole error answer as bytes. `id` as JSON spells it. */
export function errorReply(
  id: string,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}

/** A whole answer as bytes. `result` is JSON text. */
export function resultReply(id: string, result: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
}

/** The loud answer to a miss: what was asked, what was recorded, and where the two differ. */
export function missReply(id: string, miss: Miss): Buffer {
  const { nearest } = miss;
  const data = nearest && {
    nearest: { seq: nearest.exchange.request.seq, request: nearest.question.subject },
    differs: nearest.pointers,
  };
  return errorReply(id, {
    code: MISS_CODE,
    message: `sadap serve: ${missText(miss)}`,
    ...(data && { data }),
  });
}

/** One sentence about a miss. Holds untrusted text. */
export function missText({ question, why, times, nearest }: Miss): string {
  const { subject, isRetry } = question;
  const asked = isRetry ? `${subject}, going on with a call,` : subject;
  if (why === 'used-up')
    return `${asked} was recorded ${countOf(times)} and is asked once more (--repeat last gives the last answer again)`;
  if (!nearest) return `${asked} is not in the recording, nor any request of this method`;
  const where = `the nearest recorded request (${frameOf(nearest.exchange)}) differs at ${nearest.pointers.join(', ')}`;
  return `${asked} is not in the recording; ${where}`;
}

function countOf(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

function frameOf({ request }: Exchange): string {
  return seqText(request);
}

/** An answer of the right shape that holds nothing. `isModern`: by the rules of 2026-07-28. */
export function emptyReply(id: string, method: string, isModern: boolean): Buffer {
  const members = [...(EMPTY[method] ?? [])];
  if (isModern) {
    members.push('"resultType":"complete"');
    if (CACHED.has(method)) members.push('"ttlMs":0', '"cacheScope":"private"');
  }
  return resultReply(id, `{${members.join(',')}}`);
}

/** Members that the result of a method must have (2025-11-25 and 2026-07-28, schema). */
const EMPTY: Readonly<Record<string, readonly string[]>> = {
  'tools/list': ['"tools":[]'],
  'tools/call': ['"content":[]'],
  'resources/list': ['"resources":[]'],
  'resources/templates/list': ['"resourceTemplates":[]'],
  'resources/read': ['"contents":[]'],
  'prompts/list': ['"prompts":[]'],
  'prompts/get': ['"messages":[]'],
  'completion/complete': ['"completion":{"values":[]}'],
};

/** Methods whose results say how long they hold (2026-07-28, "Caching"). */
const CACHED: ReadonlySet<string> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
]);
