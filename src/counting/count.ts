import { SadapError } from '../errors.ts';
import type { CountApi, CountRequest } from './apis.ts';

/** Longest wait for one answer, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Asks a counting API how many tokens a request has. The only place of the program that connects to a
 * model's API; nothing calls it without the user's consent. Throws `request-failed` with the status, or
 * with the reason why there was no answer; never with the key.
 */
export async function countTokens(api: CountApi, request: CountRequest): Promise<number> {
  const url = new URL(api.path(request), api.base);
  const answer = await sent(api, url, request);
  if (!answer.ok)
    throw new SadapError(
      'request-failed',
      `${url.origin} did not count the tokens: ${answer.status} ${answer.reason}`,
      { hint: api.hint(answer.status) },
    );
  const count = answer.body[api.member];
  if (typeof count === 'number') return count;
  throw new SadapError('request-failed', `${url.origin} sent no number of tokens`);
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly reason: string;
  readonly body: { readonly [member: string]: unknown };
}

async function sent(api: CountApi, url: URL, request: CountRequest): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...api.headers },
      body: api.body(request),
      // A key must not follow to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const body = membersOf(await response.text());
    return { ok: response.ok, status: response.status, reason: reasonIn(body), body };
  } catch (error) {
    throw new SadapError('request-failed', `${url.origin} cannot be asked: ${whyOf(error)}`, {
      cause: error,
    });
  }
}

/** An answer that is no JSON object has no members. */
function membersOf(text: string): Answer['body'] {
  try {
    const value: unknown = JSON.parse(text);
    // An object, which has members of any kind.
    return typeof value === 'object' && value !== null ? (value as Answer['body']) : {};
  } catch {
    return {};
  }
}

/** Both APIs put their words into `error.message`. */
function reasonIn({ error }: Answer['body']): string {
  const isObject = typeof error === 'object' && error !== null;
  const message = isObject && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message.slice(0, 300) : '';
}

/** What stands behind `fetch failed`. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
