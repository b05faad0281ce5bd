import { type JsonNode, member, stringMember } from '../model/json.ts';
import { type AskTools, ask, askList, attemptOf } from './attempts.ts';
import { membersOf, type Params } from './json-text.ts';
import type { ListMethod } from './script/types.ts';
import type { Attempt } from './step-result.ts';

/** More than a recording is good for. What is left out is said in the recording. */
const MOST_READ = 500;

/** One request that the exploration made, and what came of it. */
export interface Found {
  readonly label: string;
  readonly attempt: Attempt;
}

export interface ExploreTools extends AskTools {
  readonly timeoutMs: number;
  readonly note: (text: string) => void;
}

/**
 * Looks at all that a server declares: every list with all pages, every resource, every prompt that
 * needs no argument. Yields after each request, so that the caller can stop.
 */
export async function* explore(tools: ExploreTools): AsyncGenerator<Found> {
  const declared = (capability: string) => member(tools.state.capabilities, capability);
  if (declared('tools')) yield (await listed(tools, 'tools/list')).found;
  if (declared('resources')) yield* resources(tools);
  if (declared('prompts')) yield* prompts(tools);
}

async function* resources(tools: ExploreTools): AsyncGenerator<Found> {
  const { found, items } = await listed(tools, 'resources/list');
  yield found;
  yield withoutObligation((await listed(tools, 'resources/templates/list')).found);
  for (const item of some(tools, items, 'resources')) {
    const uri = stringMember(item, 'uri');
    if (uri !== undefined) yield await asked(tools, 'resources/read', 'uri', uri);
  }
}

async function* prompts(tools: ExploreTools): AsyncGenerator<Found> {
  const { found, items } = await listed(tools, 'prompts/list');
  yield found;
  for (const item of some(tools, items.filter(needsNothing), 'prompts')) {
    const name = stringMember(item, 'name');
    if (name !== undefined) yield await asked(tools, 'prompts/get', 'name', name);
  }
}

async function listed(tools: ExploreTools, method: ListMethod) {
  const { items, ...attempt } = await askList(tools, method, {
    label: method,
    timeoutMs: tools.timeoutMs,
  });
  return { found: { label: method, attempt }, items };
}

async function asked(
  tools: ExploreTools,
  method: string,
  key: string,
  value: string,
): Promise<Found> {
  const params: Params = membersOf([[key, JSON.stringify(value)]]);
  const label = `${method} ${value}`;
  const reply = await ask(tools, method, params, { label, timeoutMs: tools.timeoutMs });
  return { label, attempt: attemptOf(reply) };
}

/** The capability `resources` promises no templates: a server without the method is not at fault. */
function withoutObligation({ label, attempt }: Found): Found {
  const refused = attempt.status === 'failed' && attempt.details[0]?.startsWith('error -32601');
  return { label, attempt: refused ? { ...attempt, status: 'ok', details: [] } : attempt };
}

function some(tools: ExploreTools, items: readonly JsonNode[], what: string): readonly JsonNode[] {
  if (items.length > MOST_READ)
    tools.note(`only the first ${MOST_READ} of ${items.length} ${what} are read`);
  return items.slice(0, MOST_READ);
}

function needsNothing(prompt: JsonNode): boolean {
  const named = member(prompt, 'arguments');
  if (named?.kind !== 'array') return true;
  return !named.items.some((each) => {
    const required = member(each, 'required');
    return required?.kind === 'literal' && required.value === true;
  });
}
