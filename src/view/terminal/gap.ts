import type { JsonNode } from '../../model/json.ts';
import { stringMember } from '../../model/json.ts';
import { escapeText } from './escape.ts';
import type { Compound } from './place.ts';
import { cut } from './width.ts';

/** `… 37 more: read_file, write_file, …`: what a gap in a list or an object leaves out. */
export function gapText(node: Compound, hidden: readonly number[], columns: number): string {
  const names = hidden
    .slice(0, MOST_NAMES)
    .map((index) => nameAt(node, index))
    .filter((name) => name !== undefined);
  const list = names.length > 0 ? `: ${names.join(', ')}` : '';
  const more = names.length > 0 && names.length < hidden.length ? ', …' : '';
  return cut(`… ${hidden.length} more${list}${more}`, columns);
}

const MOST_NAMES = 40;

function nameAt(node: Compound, index: number): string | undefined {
  const name = node.kind === 'object' ? node.members[index]?.key : ownName(node.items[index]);
  return name === undefined ? undefined : escapeText(name.slice(0, 100));
}

function ownName(item: JsonNode | undefined): string | undefined {
  return stringMember(item, 'name') ?? stringMember(item, 'uri');
}
