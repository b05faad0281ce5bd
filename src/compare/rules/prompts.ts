import { at, type JsonNode, member, pointerTo, stringMember } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { Found } from '../change.ts';
import { itemsOf } from '../schema/types.ts';
import { movedMatches, nthWithNth } from '../sequence.ts';
import { diffValues } from '../values.ts';
import type { ItemPair } from './definitions.ts';

/** What changed in a prompt that both sessions list. */
export function promptChanges(pair: ItemPair): Found[] {
  const { before, after, subject } = pair;
  const own = differences(before.node, after.node, after.pointer, subject, ['/arguments']);
  return [...own, ...argumentChanges(pair)];
}

function argumentChanges({ before, after, subject }: ItemPair): Found[] {
  const [old, now] = [argumentsOf(before.node), argumentsOf(after.node)];
  const matches = nthWithNth(named(old), named(now));
  const [kept, known] = [new Set(matches.map(([x]) => x)), new Set(matches.map(([, y]) => y))];
  const found: Found[] = [];
  for (const [index, node] of old.entries())
    if (!kept.has(index)) {
      const pointer = pointerTo(`${before.pointer}/arguments`, index);
      found.push({
        rule: `prompt.${need(node)}-gone`,
        subject,
        pointer,
        before: node,
        ...note(node),
      });
    }
  for (const [index, node] of now.entries())
    if (!known.has(index)) {
      const pointer = pointerTo(`${after.pointer}/arguments`, index);
      found.push({
        rule: `prompt.${need(node)}-added`,
        subject,
        pointer,
        after: node,
        ...note(node),
      });
    }
  for (const [x, y] of matches) {
    const [was, is] = [old[x], now[y]];
    const pointer = pointerTo(`${after.pointer}/arguments`, y);
    if (was && is) append(found, argumentChange(was, is, pointer, subject));
  }
  if (movedMatches(matches).length > 0)
    found.push({ rule: 'prompt.order', subject, pointer: `${after.pointer}/arguments` });
  return found;
}

function argumentChange(was: JsonNode, is: JsonNode, pointer: string, subject: string): Found[] {
  const [wasNeeded, isNeeded] = [need(was), need(is)];
  const rest = differences(was, is, pointer, subject, ['/required']);
  if (wasNeeded === isNeeded) return rest;
  return [{ rule: `prompt.made-${isNeeded}`, subject, pointer, ...note(is) }, ...rest];
}

function differences(
  before: JsonNode,
  after: JsonNode,
  base: string,
  subject: string,
  ignore: readonly string[],
): Found[] {
  return diffValues(before, after, { ignore }).map((each): Found => {
    const { kind: _kind, was: _was, moved: _moved, rules: _rules, ...values } = each;
    const isText = each.pointer === '/title' || each.pointer === '/description';
    const rule = isText ? 'prompt.text' : 'prompt.member';
    return { rule, subject, ...values, pointer: base + each.pointer };
  });
}

function argumentsOf(prompt: JsonNode): readonly JsonNode[] {
  return itemsOf(member(prompt, 'arguments'));
}

function named(items: readonly JsonNode[]): (readonly [number, string])[] {
  return items.map((each, index) => [index, stringMember(each, 'name') ?? ''] as const);
}

/** Absent means optional (MCP 2025-11-25, schema, `PromptArgument`). */
function need(argument: JsonNode): 'required' | 'optional' {
  const required = at(argument, 'required');
  return required?.kind === 'literal' && required.value === true ? 'required' : 'optional';
}

function note(argument: JsonNode): { note?: string } {
  const name = stringMember(argument, 'name');
  return name === undefined ? {} : { note: name };
}
