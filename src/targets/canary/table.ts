import type { JsonValue } from '../../model/json.ts';
import { pointerTo } from '../../model/json.ts';
import { type CanaryOptions, createCanary } from './handler.ts';
import { type JsonMembers, MARKER } from './marker.ts';
import { canaryTools } from './tools.ts';

/** One thing that the client asks, and what the canary says to it; enough to see every member once. */
export interface Script {
  /** What it is about: a method, or `call NAME`. */
  readonly about: string;
  readonly request: JsonMembers;
  /** Everything that the server sends because of it, the answer last. */
  readonly answers: readonly JsonMembers[];
}

/** A member of an answer with a value that occurs nowhere else. */
export interface MarkedMember {
  /** As in `Script`. */
  readonly about: string;
  /** JSON pointer into the answer. */
  readonly pointer: string;
  readonly marker: string;
  /** The whole value; markers may stand in the middle of it. */
  readonly value: string;
}

/** A whole session with the canary, in the legacy era unless `modern`: opening, lists, one call of each tool, reads. */
export function canarySession(options: CanaryOptions = {}): readonly Script[] {
  const canary = createCanary(options);
  let id = 0;
  return requests(options).map(([about, legacy, params]) => {
    const request = { jsonrpc: '2.0', id: id++, ...asked(legacy, params, options.modern) };
    return { about, request, answers: canary(request).messages };
  });
}

function requests(options: CanaryOptions): (readonly [string, string, JsonMembers])[] {
  const tools = canaryTools().filter(({ name }) => !options.skip?.includes(name));
  return [
    ['initialize', 'initialize', OPENING],
    ['tools/list', 'tools/list', {}],
    ...(options.onePage
      ? []
      : [['tools/list 2', 'tools/list', { cursor: 'CNRY-page-2' }] as const]),
    ['resources/list', 'resources/list', {}],
    ['resources/templates/list', 'resources/templates/list', {}],
    ['prompts/list', 'prompts/list', {}],
    ...tools.map(({ name, input }) => {
      const params = { name, arguments: input, _meta: { progressToken: name } };
      return [`call ${name}`, 'tools/call', params] as const;
    }),
    ['prompts/get', 'prompts/get', { name: 'canary_prompt' }],
  ];
}

/** The modern era has no opening of its own, and says with each request what the client is. */
function asked(method: string, params: JsonMembers, modern: boolean | undefined): JsonMembers {
  if (!modern) return { method, params };
  const isOpening = method === 'initialize';
  // The params of the requests above have no other `_meta` than a token.
  const before = (params['_meta'] ?? {}) as JsonMembers;
  return {
    method: isOpening ? 'server/discover' : method,
    params: { ...(isOpening ? {} : params), _meta: { ...before, ...CLIENT } },
  };
}

const CLIENT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'sadap', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const OPENING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'sadap', version: '0' },
};

/** Every member with a marker, in the order of the session. */
export function markedMembers(session: readonly Script[] = canarySession()): MarkedMember[] {
  return session.flatMap(({ about, answers }) =>
    answers.flatMap((answer) =>
      [...leavesOf(answer, '')].flatMap(([pointer, value]) =>
        markersIn(value).map((marker) => ({ about, pointer, marker, value })),
      ),
    ),
  );
}

function* leavesOf(value: JsonValue, pointer: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* leavesOf(child, pointerTo(pointer, key));
}

/** The markers of a string, and the one that base64 hides. */
export function markersIn(value: string): string[] {
  return value.match(MARKER) ?? decoded(value)?.match(MARKER) ?? [];
}

function decoded(value: string): string | undefined {
  const isBase64 = value.length >= 24 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
  return isBase64 ? Buffer.from(value, 'base64').toString('latin1') : undefined;
}
