import type { JsonNode } from '../model/json.ts';
import { isDoubtfulName, isSecretHeader, isSecretName, looksRandom } from './names.ts';
import type { Spot } from './redact-json.ts';

/** Members that hold the name of a value, and members that hold the value. */
const NAMES = new Set(['name', 'key', 'header', 'field', 'variable', 'param', 'option']);
const VALUES = new Set(['value', 'val', 'default', 'defaultvalue', 'values']);

/**
 * The name of a value that stands beside it, not above it: `{"name":"API_KEY","value":"x"}`,
 * `[["authorization","x"]]`, `["--token","x"]`, `"password":["x"]`, `"password":{"value":"x"}`.
 * With whether such a name is a secret's in that place.
 */
export function nameBeside(spot: Spot): NameBeside | undefined {
  const { above } = spot;
  if (above?.node.kind === 'object') return inObject(spot, above, above.node.members);
  if (above?.node.kind !== 'array') return undefined;
  return inPair(spot, above, above.node.items) ?? inList(spot, above, above.node.items);
}

export interface NameBeside {
  readonly name: string;
  readonly isSecret: boolean;
}

function inObject(
  { step, node }: Spot,
  above: Spot,
  members: readonly { readonly key: string; readonly value: JsonNode }[],
): NameBeside | undefined {
  if (!VALUES.has(step.toLowerCase())) return undefined;
  for (const { key, value } of members.slice(0, MOST_MEMBERS))
    if (value.kind === 'string' && NAMES.has(key.toLowerCase())) return byName(value.value, node);
  return step.toLowerCase() === 'default' ? undefined : byName(above.step);
}

/** Whoever describes a value needs few members for it; a wider object is something else. */
const MOST_MEMBERS = 16;

/** A list of pairs, as headers and variables are often sent. */
function inPair({ step, node }: Spot, { above }: Spot, items: readonly JsonNode[]) {
  const [first] = items;
  if (step !== '1' || items.length !== 2 || first?.kind !== 'string') return undefined;
  // A table of two columns with a heading is written in the same way.
  if (node.kind === 'string' && /^[A-Za-z]{1,12}$/.test(node.value)) return undefined;
  // A pair alone may be a list of two names: `"required":["password","user"]`.
  const isOfPairs = above?.node.kind === 'array' && above.node.items.slice(0, 8).every(isPair);
  const name = first.value;
  return isOfPairs ? { name, isSecret: isSecretName(name) || isSecretHeader(name) } : undefined;
}

function isPair(node: JsonNode): boolean {
  return node.kind === 'array' && node.items.length === 2 && node.items[0]?.kind === 'string';
}

/** What follows an option in a command line, or what the list as a whole is named. */
function inList({ step, node }: Spot, above: Spot, items: readonly JsonNode[]) {
  const before = items[Number(step) - 1];
  if (before?.kind === 'string' && /^--?[A-Za-z][\w.-]*$/.test(before.value)) {
    const isOption = node.kind === 'string' && /^--?[A-Za-z]/.test(node.value);
    return isOption ? undefined : byName(before.value, node);
  }
  // `dependentRequired` lists names behind names.
  return above.above?.step.startsWith('depend') ? undefined : byName(above.step);
}

function byName(name: string, node?: JsonNode): NameBeside {
  const isRandom = node?.kind === 'string' && isDoubtfulName(name) && looksRandom(node.value);
  return { name, isSecret: isSecretName(name) || isRandom };
}
