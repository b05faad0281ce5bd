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
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: (request: CountRequest) => string;
  readonly body: (request: CountRequest) => string;
  /** Member of the answer that has the number. */
  readonly member: string;
  readonly hint: (status: number) => string;
}

/**
 * The counting API of a format, by the variables that the makers' SDKs read too; undefined for formats
 * whose tokens are counted here. Claude: `POST /v1/messages/count_tokens`; Gemini: `:countTokens`.
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
    base: env['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com',
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
    base: env['GOOGLE_GEMINI_BASE_URL'] ?? 'https://generativelanguage.googleapis.com',
    headers: { 'x-goog-api-key': key ?? '' },
    path: ({ model }) => `v1beta/models/${encodeURIComponent(model)}:countTokens`,
    // The body is an object with members, so its brace can be opened.
    body: ({ model, body }) =>
      `{"generateContentRequest":{"model":${JSON.stringify(`models/${model}`)},${body.slice(1)}}`,
    member: 'totalTokens',
    hint: (status) => hintFor(status, 'GEMINI_API_KEY'),
  };
}

function hintFor(status: number, keyName: string): string {
  if (status === 401 || status === 403) return `is ${keyName} right?`;
  if (status === 404) return 'is the name of the model right? (--model)';
  return 'without --exact-tokens the tokens are estimated here';
}
