import { type Change, jsonText } from '../../compare/change.ts';
import { ignoring } from '../../compare/normalise.ts';
import { valuesEqual } from '../../compare/values.ts';
import type { JsonNode } from '../../model/json.ts';
import type { Acceptance, Condition } from './types.ts';

/** The first acceptance that a difference falls under; undefined when nobody expects it. */
export function acceptanceOf(
  change: Change,
  accept: readonly Acceptance[],
): Acceptance | undefined {
  return accept.find((each) => selects(each, change) && holds(each.condition, change));
}

function selects({ rules, method, tool, pointer, json }: Acceptance, change: Change): boolean {
  if (rules && !rules.includes(change.rule)) return false;
  const [what = '', ...name] = change.subject.split(' ');
  if (method !== undefined && what !== method) return false;
  // A tool is the subject of its calls, and of what its definition differs in.
  const isOfTool = what === 'tools/call' || what === 'tool';
  if (tool !== undefined && !(isOfTool && name.join(' ') === tool)) return false;
  if (pointer !== undefined && !covers(pointer, change.pointer)) return false;
  return json === undefined || (change.inner !== undefined && covers(json, change.inner));
}

/** The empty pointer is the whole, so it covers everything. */
function covers(pointer: string, found: string | undefined): boolean {
  if (found === undefined) return false;
  return pointer === '' || ignoring([pointer])(found);
}

function holds(condition: Condition | undefined, { after }: Change): boolean {
  if (!condition) return true;
  if (condition.kind === 'absent') return after === undefined;
  if (!after) return false;
  switch (condition.kind) {
    case 'equals':
      return valuesEqual(after, condition.value);
    case 'matches':
      return condition.pattern.test(textOf(after));
    case 'range':
      return isWithin(after, condition.least, condition.most);
  }
}

function textOf(node: JsonNode): string {
  return node.kind === 'string' ? node.value : jsonText(node);
}

/** A text that is a number counts as one: tools often write numbers as text. */
function isWithin(node: JsonNode, least: number, most: number): boolean {
  const text = textOf(node).trim();
  const value = Number(text);
  return text !== '' && Number.isFinite(value) && value >= least && value <= most;
}
