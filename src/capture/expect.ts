import { type JsonNode, nodeAt } from '../model/json.ts';
import { parseJson } from '../wire/json.ts';
import { textOf } from './json-text.ts';
import type { Check, Expectation } from './script/types.ts';

/** What does not hold of a message, one line for each expectation that fails. */
export function unmet(message: JsonNode, expectations: readonly Expectation[]): string[] {
  return expectations.flatMap((each) => {
    const problem = problemOf(message, each);
    return problem === undefined ? [] : [`${nameOf(each)} ${problem}`];
  });
}

function nameOf({ pointer, json }: Expectation): string {
  const at = pointer === '' ? 'the message' : pointer;
  return json === undefined ? at : `${at}, read as JSON, ${json || 'as a whole'}`;
}

function problemOf(message: JsonNode, { pointer, json, check }: Expectation): string | undefined {
  const found = nodeAt(message, pointer);
  if (json === undefined || !found) return judge(found, check);
  if (found.kind !== 'string') return `is ${brief(found)}, not text`;
  const inner = parseJson(Buffer.from(found.value));
  if (!inner.ok) return `is no JSON: ${inner.detail} at byte ${inner.offset}`;
  return judge(nodeAt(inner.node, json), check);
}

function judge(found: JsonNode | undefined, check: Check): string | undefined {
  if (check.kind === 'absent') return found && `is ${brief(found)}, expected nothing there`;
  if (!found) return `is absent, expected ${wanted(check)}`;
  if (check.kind === 'equals')
    return equal(found, check.value) ? undefined : `is ${brief(found)}, expected ${wanted(check)}`;
  const text = found.kind === 'string' ? found.value : textOf(found);
  return check.pattern.test(text) ? undefined : `is ${brief(found)}, expected ${wanted(check)}`;
}

function wanted(check: Exclude<Check, { kind: 'absent' }>): string {
  return check.kind === 'equals' ? brief(check.value) : `a match of ${check.pattern.source}`;
}

function brief(node: JsonNode): string {
  const text = textOf(node);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

/** JSON equality: member order and the spelling of numbers do not count; of duplicate keys the last. */
function equal(one: JsonNode, other: JsonNode): boolean {
  if (one.kind === 'object' && other.kind === 'object') return equalObjects(one, other);
  if (one.kind === 'array' && other.kind === 'array')
    return (
      one.items.length === other.items.length &&
      one.items.every((item, index) => equalOrBothAbsent(item, other.items[index]))
    );
  if (one.kind === 'number' && other.kind === 'number') return equalNumbers(one.text, other.text);
  if (one.kind === 'string' && other.kind === 'string') return one.value === other.value;
  return one.kind === 'literal' && other.kind === 'literal' && one.value === other.value;
}

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;

function equalObjects(one: ObjectNode, other: ObjectNode): boolean {
  const [mine, theirs] = [one, other].map(
    ({ members }) => new Map(members.map((each) => [each.key, each.value])),
  );
  if (!mine || !theirs || mine.size !== theirs.size) return false;
  return [...mine].every(([key, value]) => equalOrBothAbsent(value, theirs.get(key)));
}

function equalOrBothAbsent(one: JsonNode, other: JsonNode | undefined): boolean {
  return other !== undefined && equal(one, other);
}

/** Two spellings of a double are equal; integers that a double cannot hold must be spelled alike. */
function equalNumbers(one: string, other: string): boolean {
  if (one === other) return true;
  const [mine, theirs] = [Number(one), Number(other)];
  return mine === theirs && Math.abs(mine) <= Number.MAX_SAFE_INTEGER;
}
