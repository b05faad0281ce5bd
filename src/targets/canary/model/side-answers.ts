import type { JsonMembers } from '../marker.ts';

/** What a host asks beside the model: lists of models, counts of tokens. */
export function sideAnswer(
  method: string,
  path: string,
): { readonly status: number; readonly json: JsonMembers } {
  if (method === 'POST' && path.endsWith('/count_tokens')) return ok({ input_tokens: 1 });
  if (method === 'POST' && path.endsWith(':countTokens')) return ok({ totalTokens: 1 });
  const one = /\/models\/([^/:]+)$/.exec(path)?.[1];
  if (method === 'GET' && one) return ok(model(one));
  if (method === 'GET' && path.endsWith('/models')) return ok(MODELS);
  const message = `the canary's model does not answer ${method} ${path}`;
  return { status: 404, json: { error: { type: 'not_found_error', message } } };
}

function ok(json: JsonMembers) {
  return { status: 200, json };
}

/** Members of all three vendors, so that each client finds those that it looks for. */
function model(id: string): JsonMembers {
  return {
    id,
    type: 'model',
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    object: 'model',
    created: 0,
    owned_by: 'canary',
    name: `models/${id}`,
    displayName: id,
    inputTokenLimit: 1_000_000,
    outputTokenLimit: 100_000,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  };
}

const IDS = ['canary-model'];
const MODELS: JsonMembers = {
  object: 'list',
  data: IDS.map(model),
  models: IDS.map(model),
  has_more: false,
  first_id: 'canary-model',
  last_id: 'canary-model',
};
