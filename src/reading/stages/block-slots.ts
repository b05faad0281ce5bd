import { createHash } from 'node:crypto';
import { type JsonNode, member, pointerTo, stringMember } from '../../model/json.ts';
import type { Rule } from '../../model/profile.ts';
import { countedMembers } from '../counted.ts';
import { base64Size } from '../cover.ts';
import type { Piece } from '../pieces.ts';
import type { RuleName } from '../rules.ts';
import { callSlots } from './call-slots.ts';
import type { CallFacts } from './sdk-checks.ts';

/** A block's rule, and the call that it is a result of. */
export interface BlockCall {
  readonly name: RuleName;
  readonly rule: Rule;
  readonly facts: CallFacts | undefined;
}

/**
 * What templates may name of a block: its texts and numbers, those of its resource, `{media_bytes}`,
 * `{media_size}` and `{media_sha}` of its data, and what they may name of the call.
 */
export function blockSlots(
  node: JsonNode,
  pointer: string,
  { facts, name, rule }: BlockCall,
): Map<string, readonly Piece[]> {
  const slots = new Map<string, readonly Piece[]>(facts ? callSlots(facts, name) : []);
  const add = (owner: JsonNode | undefined, base: string) => {
    if (owner?.kind !== 'object') return;
    for (const [key, value] of countedMembers(owner)) {
      const text =
        value.kind === 'string' ? value.value : value.kind === 'number' ? value.text : undefined;
      if (text !== undefined) slots.set(key, [{ text, from: pointerTo(base, key) }]);
    }
  };
  add(node, pointer);
  add(member(node, 'resource'), `${pointer}/resource`);
  const templates = [rule.text, rule.trail, rule.userBefore, rule.userAfter].join(' ');
  if (templates.includes('{media_')) addMedia(slots, node, name);
  return slots;
}

function addMedia(slots: Map<string, readonly Piece[]>, node: JsonNode, rule: RuleName): void {
  const data = stringMember(node, 'data') ?? stringMember(member(node, 'resource'), 'blob');
  if (data === undefined) return;
  const sum = createHash('sha1').update(Buffer.from(data, 'base64')).digest('hex').slice(0, 6);
  const size = base64Size(data);
  slots.set('media_bytes', [{ text: String(size), rule }]);
  slots.set('media_size', [{ text: sizeInWords(size), rule }]);
  slots.set('media_sha', [{ text: sum, rule }]);
}

/** A size in the largest unit that is not too large for it, rounded up. */
function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.ceil(bytes / 1024)} KB`;
  return `${Math.ceil(bytes / 1024 ** 2)} MB`;
}
