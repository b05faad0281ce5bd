import { type JsonMember, type JsonNode, type JsonObject, member } from '../../model/json.ts';
import { anyMap, boolean, mapWith, pattern, pointer, text } from './shape.ts';
import { describe, fail, type Source } from './source.ts';
import type { Check, Expectation } from './types.ts';

const CHECKS = ['equals', 'matches', 'absent'] as const;
const OPERATORS: readonly string[] = [...CHECKS, 'json'];

/**
 * `expect` of a step: a map from pointer to value or check, or a list of maps with `at`. In the map
 * form a map that holds nothing but the words of a check is one; any other value is what must be there.
 */
export function readExpectations(source: Source, node: JsonNode): Expectation[] {
  if (node.kind === 'array') return node.items.map((item) => fromList(source, item));
  if (node.kind === 'object') return node.members.map((each) => fromMap(source, each));
  return fail(
    source,
    node,
    `expect is ${describe(node)}; expected a map of JSON pointers, or a list`,
  );
}

function fromList(source: Source, node: JsonNode): Expectation {
  const map = mapWith(source, anyMap(source, node, 'an expectation'), 'an expectation', [
    'at',
    ...OPERATORS,
  ]);
  const at = member(map, 'at');
  if (!at) fail(source, map, 'an expectation needs at: a JSON pointer such as /result/isError');
  return withCheck(source, map, pointer(source, text(source, at, 'at'), at));
}

function fromMap(source: Source, { key, start, value }: JsonMember): Expectation {
  const path = pointer(source, key, start);
  if (value.kind === 'object' && isCheck(value)) return withCheck(source, value, path);
  return { pointer: path, json: undefined, check: { kind: 'equals', value } };
}

function isCheck(map: JsonObject): boolean {
  return map.members.length > 0 && map.members.every((each) => OPERATORS.includes(each.key));
}

function withCheck(source: Source, map: JsonObject, path: string): Expectation {
  const json = member(map, 'json');
  return {
    pointer: path,
    json: json && pointer(source, text(source, json, 'json'), json),
    check: readCheck(source, map),
  };
}

function readCheck(source: Source, map: JsonObject): Check {
  const found = CHECKS.filter((word) => member(map, word));
  const [word, ...others] = found;
  const value = word && member(map, word);
  if (!word || !value || others.length > 0)
    return fail(source, map, `an expectation needs exactly one of ${CHECKS.join(', ')}`);
  if (word === 'equals') return { kind: 'equals', value };
  if (word === 'matches') return { kind: 'matches', pattern: pattern(source, value, 'matches') };
  if (!boolean(source, value, 'absent'))
    fail(source, value, 'absent: false says nothing; expected absent: true, or matches: ""');
  return { kind: 'absent' };
}
