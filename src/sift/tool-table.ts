import { parsed } from '../check/evidence/plain-json.ts';
import { type JsonNode, member, stringMember } from '../model/json.ts';
import type { Span } from '../recording/text-hash.ts';
import { ArgumentCheck } from './argument-check.ts';
import { isCommonSchema } from './certain.ts';

/** What is known of the tools of one name, in all lists together. */
export interface SiftedTool {
  readonly hasOutput: boolean;
  /** What its arguments have to keep; undefined when only the rule can say whether they do. */
  readonly inputs: readonly ArgumentCheck[] | undefined;
}

/** The tools that a server listed, by name. */
export class ToolTable {
  readonly #byName = new Map<string, SiftedTool>();

  get(name: string): SiftedTool | undefined {
    return this.#byName.get(name);
  }

  /** @param bytes the frame that the definition stands in */
  add(node: JsonNode, bytes: Buffer): void {
    const name = stringMember(node, 'name');
    if (name === undefined) return;
    const before = this.#byName.get(name);
    const input = inputOf(node, bytes);
    const known = before ? before.inputs : [];
    this.#byName.set(name, {
      hasOutput: member(node, 'outputSchema') !== undefined || before?.hasOutput === true,
      inputs: known && input && known.length < MOST_INPUTS ? [...known, ...input] : undefined,
    });
  }
}

/** A tool that is listed again and again has as many schemas. */
const MOST_INPUTS = 8;
/** Bytes; larger schemas and arguments are checked for a limited time. */
const MOST_BYTES = 32 * 1024;

function inputOf(tool: JsonNode, bytes: Buffer): ArgumentCheck[] | undefined {
  const schema = member(tool, 'inputSchema');
  if (schema?.kind !== 'object') return [];
  if (schema.end - schema.start > MOST_BYTES) return undefined;
  const value = parsed(bytes.toString('utf8', schema.start, schema.end));
  return isCommonSchema(value) ? [new ArgumentCheck(value)] : undefined;
}

/** Has no rule a word on a call of this tool, by its definition and arguments? A yes is certain. */
export function isOrdinary(
  { hasOutput, inputs }: SiftedTool,
  { bytes, start, end }: Span,
): boolean {
  if (hasOutput || !inputs || end - start > MOST_BYTES) return false;
  for (const each of inputs)
    if (!(end > start ? each.isKept(bytes, start) : each.isKept(NOTHING, 0))) return false;
  return true;
}

/** Absent arguments are empty ones. */
const NOTHING = Buffer.from('{}');
