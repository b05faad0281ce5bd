import { type JsonNode, type JsonValue, member } from '../../model/json.ts';
import type { Profile } from '../../model/profile.ts';
import { ruleOf } from '../draft.ts';
import { MOST_CHECKS, schemaProblem } from '../json-schema.ts';

/** The call that a result belongs to, as far as the session knows it. */
export interface CallFacts {
  /** The tool as the server names it. */
  readonly tool: string | undefined;
  /** The name by which the model knows it. */
  readonly modelName: string;
  readonly server: string;
  /** What the model wrote. */
  readonly args: JsonNode | undefined;
  /** Its definition in the newest list. */
  readonly definition: JsonNode | undefined;
  /** The definition stands on the page that was listed last. */
  readonly onLastPage: boolean;
  /** The definition stands on the first page. */
  readonly onFirstPage: boolean;
}

/** Why an SDK refuses a result, as it would say it. */
export interface BrokenPromise {
  readonly code: number;
  readonly message: string;
}

/**
 * Does this result break the promise of its tool's outputSchema, and does the host's SDK look? Only
 * keywords that every validator knows are looked at, so a fault may be missed.
 */
export function brokenPromise(
  result: JsonNode,
  isError: boolean,
  facts: CallFacts,
  profile: Profile,
): BrokenPromise | undefined {
  const { fate, checks, missing, mismatch } = ruleOf(profile, 'sdk.outputSchema');
  const schema = member(facts.definition, 'outputSchema');
  if (fate !== 'fails' || !schema || isError) return undefined;
  if (checks === 'last-page' && !facts.onLastPage) return undefined;
  if (checks === 'first-page' && !facts.onFirstPage) return undefined;
  const structured = member(result, 'structuredContent');
  const tool = facts.tool ?? '';
  const named = (text: string) => text.replaceAll('{tool}', () => tool);
  if (!structured) return { code: -32600, message: named(missing ?? MISSING) };
  if (endless.has(schema)) return undefined;
  const left = { checks: MOST_CHECKS };
  const problem = schemaProblem(plain(structured), plain(schema) ?? true, left);
  if (left.checks < 0) endless.add(schema);
  if (!problem) return undefined;
  return { code: -32602, message: named(mismatch ?? MISMATCH) };
}

/** Schemas that took too much once; they would again for every result and host. */
const endless = new WeakSet<JsonNode>();

const MISSING = 'Tool {tool} has an output schema but did not return structured content';
/** The words of the validator follow; they differ between validators. */
const MISMATCH = "Structured content does not match the tool's output schema: ‹details›";

/** Deeper values are not looked into. */
const DEEPEST = 100;

function plain(node: JsonNode, depth = 0): JsonValue | undefined {
  if (depth > DEEPEST) return undefined;
  if (node.kind === 'number') return Number(node.text);
  if (node.kind === 'array') return node.items.map((each) => plain(each, depth + 1) ?? null);
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(
    node.members.map((each) => [each.key, plain(each.value, depth + 1) ?? null]),
  );
}
