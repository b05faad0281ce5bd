import type { JsonMembers } from '../marker.ts';
import { type Offered, objectsOf, type ScriptedCall, textOf } from './api.ts';

/** Tools that a request does not offer by themselves; they are looked for, and called in a way of their own. */
export interface Deferred {
  /** Those that the request names already. */
  readonly tools: readonly Offered[];
  /** The call that looks for tools. */
  readonly search: Omit<ScriptedCall, 'id' | 'tool'>;
  /** The call of one of them. */
  readonly through: (call: ScriptedCall) => ScriptedCall;
}

/** The ways of hiding tools that are known; undefined when a request uses none of them. */
export function deferredTools(
  offered: readonly Offered[],
  body: JsonMembers,
): Deferred | undefined {
  return bridge(offered, body) ?? searchOfResponses(body) ?? code(body);
}

/**
 * A pair of functions `tool_search` and `tool_call` (Qwen Code); tools are named in lines such as
 * `- "NAME": "DESCRIPTION"`.
 */
function bridge(offered: readonly Offered[], body: JsonMembers): Deferred | undefined {
  const search = offered.find(({ name }) => name === 'tool_search');
  const caller = offered.find(({ name }) => name === 'tool_call');
  if (!search || !caller) return undefined;
  const lines = JSON.stringify(body).matchAll(/- \\"([^"\\]+)\\": \\"([^"\\]*)\\"/g);
  const tools = named(lines);
  if (tools.length === 0) return undefined;
  return {
    tools,
    search: { offered: search, input: { query: 'canary', max_results: 20 } },
    through: (call) => {
      const input = { name: call.offered.name, arguments: call.input };
      return { ...call, offered: caller, input };
    },
  };
}

/** The tool `tool_search` of OpenAI Responses; what it finds is offered from then on. */
function searchOfResponses(body: JsonMembers): Deferred | undefined {
  const tool = objectsOf(body['tools']).find(({ type }) => type === 'tool_search');
  if (!tool) return undefined;
  const offered = entryOf('tool_search');
  return {
    tools: [],
    search: { offered, input: { query: 'canary', limit: 100 }, form: 'search' },
    through: (call) => call,
  };
}

/** A tool `exec` that runs JavaScript (Codex, code mode); what it prints names the tools. */
function code(body: JsonMembers): Deferred | undefined {
  const offers = objectsOf(body['input']).filter(({ type }) => type === 'additional_tools');
  const tools = offers.flatMap(({ tools: groups }) => objectsOf(groups));
  const group = tools.find((each) =>
    objectsOf(each['tools']).some(({ type, name }) => type === 'custom' && name === 'exec'),
  );
  if (!group) return undefined;
  const exec = { ...entryOf('exec'), namespace: textOf(group['name']) };
  const lines = JSON.stringify(body).matchAll(
    /\\"name\\":\\"(mcp__[^"\\]+)\\",\\"description\\":\\"((?:[^"\\]|\\\\\\.)*)/g,
  );
  return {
    tools: named(lines),
    search: {
      offered: exec,
      input: { code: LIST_TOOLS },
      form: 'code',
    },
    through: (call) => {
      const name = JSON.stringify(call.offered.name);
      const source = `text(await tools[${name}](${JSON.stringify(call.input)}))`;
      return { ...call, offered: exec, input: { code: source }, form: 'code' };
    },
  };
}

/** Prints the names of all tools with the markers in their descriptions, which are too long to print. */
const LIST_TOOLS = `text(ALL_TOOLS.filter(({ name }) => name.startsWith("mcp__")).map(
  ({ name, description }) => ({ name, description: (description.match(/CNRY-[A-Za-z0-9-]+-x7/g) ?? []).join(" ") })
))`;

function named(lines: Iterable<RegExpMatchArray>): Offered[] {
  return [...lines].map(([, name = '', description = '']) => ({
    ...entryOf(name, description),
  }));
}

function entryOf(name: string, description = ''): Offered {
  return { name, description, entry: { name, description }, pointer: '' };
}
