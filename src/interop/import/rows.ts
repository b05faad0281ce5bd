import { type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Damage } from '../../model/recording.ts';
import { parseJson } from '../../wire/json.ts';
import type { Unit } from './format.ts';
import type { Observation } from './observation.ts';

/** A JSON object with the bytes that its offsets point into. */
export interface Row {
  readonly node: JsonNode;
  readonly bytes: Buffer;
}

/** A unit as a JSON object; undefined when it is none. */
export function rowOf({ bytes }: Unit): Row | undefined {
  const parsed = parseJson(bytes);
  return parsed.ok && parsed.node.kind === 'object' ? { node: parsed.node, bytes } : undefined;
}

/** The bytes of a member as the log spells them; undefined when it is absent. */
export function bytesOf({ node, bytes }: Row, key: string): Buffer | undefined {
  const found = member(node, key);
  return found && bytes.subarray(found.start, found.end);
}

/** A member that is a number; undefined for any other. */
export function numberMember(node: JsonNode | undefined, key: string): number | undefined {
  const found = member(node, key);
  return found?.kind === 'number' ? Number(found.text) : undefined;
}

export function isTrue(node: JsonNode | undefined, key: string): boolean {
  const found = member(node, key);
  return found?.kind === 'literal' && found.value === true;
}

/** An array of strings; undefined for anything else. */
export function textsOf(node: JsonNode | undefined): string[] | undefined {
  if (node?.kind !== 'array') return undefined;
  const texts = node.items.flatMap((each) => (each.kind === 'string' ? [each.value] : []));
  return texts.length === node.items.length ? texts : undefined;
}

export function hasText(node: JsonNode | undefined, key: string): boolean {
  return stringMember(node, key) !== undefined;
}

/** Said of a unit that is not as the format has it; blank lines are nothing. */
export function broken(unit: Unit): Observation[] {
  const { bytes } = unit;
  const isBlank = bytes.length < 200 && bytes.toString('latin1').trim() === '';
  const place = damageOf(unit);
  return isBlank ? [] : [{ kind: 'passed-over', count: 1, why: 'broken', ...(place && { place }) }];
}

function damageOf({ bytes, number: line, offset }: Unit): Damage | undefined {
  if (offset === undefined) return undefined;
  const isZero = bytes.every((each) => each === 0);
  return { line, offset, length: bytes.length, why: isZero ? 'nul' : 'not-an-entry' };
}
