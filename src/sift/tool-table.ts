import { parsed } from '../check/evidence/plain-json.ts';
import { type JsonNode, member, stringMember } from '../model/json.ts';
import type { CallScan } from './call-scan.ts';
import { isCommonSchema, keeps } from './certain.ts';
import { NameTable } from './name-table.ts';

/** What is known of the tools of one name, in all lists together. */
export interface SiftedTool {
  readonly hasOutput: boolean;
  /** What its arguments have to keep; undefined when only the rule can say whether they do. */
  readonly inputs: readonly object[] | undefined;
}

/** The tools that a server listed, by name. */
export class ToolTable {
  readonly #byName = new NameTable<SiftedTool>();

  get(bytes: Uint8Array, start: number, end: number): SiftedTool | undefined {
    return this.#byName.get(bytes, start, end);
  }

  /** @param bytes the frame that the definition stands in */
  add(node: JsonNode, bytes: Buffer): void {
    const name = stringMember(node, 'name');
    if (name === undefined) return;
    const key = Buffer.from(name);
    const before = this.#byName.get(key, 0, key.length);
    const input = inputOf(node, bytes);
    const known = before ? before.inputs : [];
    this.#byName.set(key, {
      hasOutput: member(node, 'outputSchema') !== undefined || before?.hasOutput === true,
      inputs: known && input && known.length < MOST_INPUTS ? [...known, ...input] : undefined,
    });
  }
}

/** A tool that is listed again and again has as many schemas. */
const MOST_INPUTS = 8;
/** Bytes; larger schemas and arguments are checked for a limited time. */
const MOST_BYTES = 32 * 1024;

function inputOf(tool: JsonNode, bytes: Buffer): object[] | undefined {
  const schema = member(tool, 'inputSchema');
  if (schema?.kind !== 'object') return [];
  if (schema.end - schema.start > MOST_BYTES) return undefined;
  const value = parsed(bytes.toString('utf8', schema.start, schema.end));
  return isCommonSchema(value) ? [value] : undefined;
}

/** Has no rule a word on a call of this tool, by its definition and arguments? A yes is certain. */
export function isOrdinary(
  { hasOutput, inputs }: SiftedTool,
  bytes: Buffer,
  scan: CallScan,
): boolean {
  if (hasOutput || !inputs || scan.argumentsEnd - scan.argumentsStart > MOST_BYTES) return false;
  if (inputs.length === 0) return true;
  const text = bytes.toString('utf8', scan.argumentsStart, scan.argumentsEnd);
  const value = text === '' ? {} : parsed(text);
  return inputs.every((each) => keeps(value, each));
}
