import { SadapError } from '../errors.ts';
import type { ApiFormat } from '../model/profile.ts';

/** A request to a model, to be counted. */
export interface CountRequest {
  /** Name of the model. */
  readonly model: string;
  /** The body as JSON, as the model would get it. */
  readonly body: string;
}

/** An API that counts the tokens of a request. */
export interface CountApi {
  /** The variable that holds the key. */
  readonly keyName: string;
  readonly key: string | undefined;
  /** Ends with a slash. */
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: (request: CountRequest) => string;
  readonly body: (request: CountRequest) => string;
  /** Member of the answer that has the number. */
  readonly member: string;
  readonly hint: (status: number) => string;
}

/**
 * The counting API of a format, by the variables that the makers' SDKs read too; undefined for formats
 * whose tokens are counted here. Throws `usage` for an address that is none. Claude: `POST /v1/messages/count_tokens`; Gemini: `:countTokens`.
 */
export function countApiOf(api: ApiFormat, env: NodeJS.ProcessEnv): CountApi | undefined {
  if (api === 'anthropic') return claude(env);
  return api === 'gemini' ? gemini(env) : undefined;
}

function claude(env: NodeJS.ProcessEnv): CountApi {
  const key = env['ANTHROPIC_API_KEY'];
  return {
    keyName: 'ANTHROPIC_API_KEY',
    key,
    base: addressOf(env, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com'),
    headers: { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' },
    path: () => 'v1/messages/count_tokens',
    body: ({ body }) => body,
    member: 'input_tokens',
    hint: (status) => hintFor(status, 'ANTHROPIC_API_KEY'),
  };
}

function gemini(env: NodeJS.ProcessEnv): CountApi {
  const key = env['GEMINI_API_KEY'];
  return {
    keyName: 'GEMINI_API_KEY',
    key,
    base: addressOf(env, 'GOOGLE_GEMINI_BASE_URL', 'https://generativelanguage.googleapis.com'),
    headers: { 'x-goog-api-key': key ?? '' },
    path: ({ model }) => `v1beta/models/${encodeURIComponent(model)}:countTokens`,
    // The body is an object with members, so its brace can be opened.
    body: ({ model, body }) =>
      `{"generateContentRequest":{"model":${JSON.stringify(`models/${model}`)},${body.slice(1)}}`,
    member: 'totalTokens',
    hint: (status) => hintFor(status, 'GEMINI_API_KEY'),
  };
}

/** A key and a recording go there, so plain HTTP is for this machine alone. Throws `usage`. */
function addressOf(env: NodeJS.ProcessEnv, name: string, usual: string): URL {
  const text = env[name] || usual;
  const url = URL.canParse(text) ? new URL(text.endsWith('/') ? text : `${text}/`) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (url && isSafe) return url;
  throw new SadapError('usage', `${name} is no address that a key can be sent to`, {
    hint: 'it begins with https://, or with http:// and an address of this machine',
  });
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

function hintFor(status: number, keyName: string): string {
  if (status === 401 || status === 403) return `is ${keyName} right?`;
  if (status === 404) return 'is the name of the model right? (--model)';
  return 'without --exact-tokens the tokens are estimated here';
}
