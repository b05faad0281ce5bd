import type { JsonValue } from '../../model/json.ts';
import type { JsonMembers } from './marker.ts';
import {
  CAPABILITIES,
  contentsOf,
  instructions,
  PROMPTS,
  promptAnswer,
  RESOURCES,
  SERVER_INFO,
  STDERR_LINE,
  TEMPLATES,
  talk,
} from './peer.ts';
import { type CanaryTool, canaryTools } from './tools.ts';

export interface CanaryOptions {
  /** Names of tools that are not listed: one of them may end a host's whole run. */
  readonly skip?: readonly string[] | undefined;
  /** The session is of the modern era (`canarySession`); the server itself goes by each request. */
  readonly modern?: boolean | undefined;
  /** All tools on one page. */
  readonly onePage?: boolean | undefined;
}

/** What the server writes because of one message, in order. */
export interface Reaction {
  readonly messages: readonly JsonMembers[];
  readonly stderr: readonly string[];
}

/** Gives the reaction to each message of the client. Pure but for the era, which is per request. */
export type Canary = (message: JsonMembers) => Reaction;

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
const MODERN = '2026-07-28';

/**
 * The MCP server that has a marker in every member. It answers both eras: a request whose `_meta`
 * names a revision gets the members that 2026-07-28 adds to results. No SDK, which would drop members
 * that it does not know.
 */
export function createCanary(options: CanaryOptions = {}): Canary {
  const tools = canaryTools().filter(({ name }) => !options.skip?.includes(name));
  return (message) => {
    const { id, method } = message;
    if (typeof method !== 'string' || id === undefined) return { messages: [], stderr: [] };
    const params = membersOf(message['params']);
    const isModern =
      membersOf(params['_meta'])['io.modelcontextprotocol/protocolVersion'] !== undefined;
    const reply = answer(method, params, tools, options) ?? unknownMethod(method);
    const answered = { jsonrpc: '2.0', id, ...(isModern ? modern(reply, method) : reply.body) };
    const notes = (reply.notes ?? []).map((note) => ({ jsonrpc: '2.0', ...note }));
    return { messages: [...notes, answered], stderr: reply.stderr ?? [] };
  };
}

interface Reply {
  readonly body: { readonly result: JsonMembers } | { readonly error: JsonMembers };
  readonly notes?: readonly JsonMembers[];
  readonly stderr?: readonly string[];
}

function answer(
  method: string,
  params: JsonMembers,
  tools: readonly CanaryTool[],
  options: CanaryOptions,
): Reply | undefined {
  const fixed = FIXED[method]?.(params);
  if (fixed) return { body: { result: fixed } };
  if (method === 'tools/list') return { body: { result: page(params['cursor'], tools, options) } };
  if (method === 'tools/call') return call(params, tools);
  if (method === 'resources/read') return read(params['uri']);
  return undefined;
}

const FIXED: { readonly [method: string]: (params: JsonMembers) => JsonMembers } = {
  initialize: (params) => ({
    protocolVersion: REVISIONS.find((each) => each === params['protocolVersion']) ?? '2025-11-25',
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: instructions(),
  }),
  'server/discover': () => ({
    supportedVersions: [MODERN],
    capabilities: CAPABILITIES,
    instructions: instructions(),
  }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'resources/list': () => ({ resources: RESOURCES }),
  'resources/templates/list': () => ({ resourceTemplates: TEMPLATES }),
  'prompts/list': () => ({ prompts: PROMPTS }),
  'prompts/get': () => promptAnswer(),
  'completion/complete': () => ({ completion: { values: [] } }),
};

function page(
  cursor: JsonValue | undefined,
  tools: readonly CanaryTool[],
  { onePage }: CanaryOptions,
): JsonMembers {
  if (onePage) return { tools: tools.map(({ definition }) => definition) };
  const number = cursor === undefined ? 1 : 2;
  const listed = tools.filter((tool) => tool.page === number).map(({ definition }) => definition);
  return { tools: listed, ...(number === 1 && { nextCursor: 'CNRY-page-2' }) };
}

function call(params: JsonMembers, tools: readonly CanaryTool[]): Reply {
  const tool = tools.find(({ name }) => name === params['name']);
  if (!tool) return failed(-32_602, `Unknown tool: ${JSON.stringify(params['name'])}`);
  const { result, error, talks } = tool.answer;
  const body = error ? { error } : { result: result ?? {} };
  if (!talks) return { body };
  const token = membersOf(params['_meta'])['progressToken'];
  const known = typeof token === 'string' || typeof token === 'number' ? token : undefined;
  return { body, notes: talk(known), stderr: [STDERR_LINE] };
}

function read(uri: JsonValue | undefined): Reply {
  const contents = typeof uri === 'string' ? contentsOf(uri) : undefined;
  return contents ? { body: { result: { contents } } } : failed(-32_002, 'Resource not found');
}

function unknownMethod(method: string): Reply {
  return failed(-32_601, `Method not found: ${method}`);
}

function failed(code: number, message: string): Reply {
  return { body: { error: { code, message } } };
}

/** Lists, reads and the discovery may be kept by the client (2026-07-28, server/utilities/caching). */
const KEPT = /^(server\/discover|.*\/list|resources\/read)$/;

function modern({ body }: Reply, method: string): JsonMembers {
  if ('error' in body) return body;
  const cache = KEPT.test(method) ? { ttlMs: 0, cacheScope: 'private' } : {};
  const _meta = {
    ...membersOf(body.result['_meta']),
    'io.modelcontextprotocol/serverInfo': SERVER_INFO,
  };
  return { result: { ...body.result, resultType: 'complete', ...cache, _meta } };
}

/** The members of an object; none for anything else. */
function membersOf(value: JsonValue | undefined): JsonMembers {
  // An array is an object too, and has none of the members that are asked for.
  return typeof value === 'object' && value !== null ? (value as JsonMembers) : {};
}
