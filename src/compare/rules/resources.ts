import type { Found } from '../change.ts';
import { diffValues } from '../values.ts';
import type { ItemPair } from './definitions.ts';
import type { RuleId } from './table.ts';

/** What changed in a resource, or in a template, that both sessions list. */
export function resourceChanges(
  { before, after, subject }: ItemPair,
  what: 'resource' | 'template',
): Found[] {
  return diffValues(before.node, after.node).map((each): Found => {
    const { kind: _kind, was: _was, moved: _moved, rules: _rules, ...values } = each;
    const pointer = after.pointer + each.pointer;
    return { rule: ruleOf(each.pointer, what), subject, ...values, pointer };
  });
}

function ruleOf(pointer: string, what: 'resource' | 'template'): RuleId {
  if (pointer === '/mimeType') return `${what}.type`;
  const isText = ['/name', '/title', '/description'].includes(pointer);
  return isText ? `${what}.text` : `${what}.member`;
}
