import { at, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { HiddenWhen } from '../../model/profile.ts';
import { array, type Reader, whole } from '../cover.ts';
import { createDraft, type Draft, ruleOf, wayOf } from '../draft.ts';
import { placesOf } from '../places.ts';
import type { RuleName } from '../rules.ts';
import { deferred } from './deferral.ts';
import { result } from './envelope.ts';
import { tool } from './members.ts';
import { type ModelName, modelName, modelNames } from './tool-name.ts';

/** What a page of the tool list needs to know of the others. */
export interface ListPage {
  readonly server: string;
  /** Number of tools on the pages before this one. */
  readonly first: number;
  /** Names of all tools of the list, all pages. */
  readonly names: readonly string[];
}

/**
 * A `tools/list` result. Places count through the whole list as the host's API request does; tools
 * that the host leaves out are counted too.
 */
export function toolList(page: ListPage): Reader {
  return (node, pointer, draft) => {
    const names = modelNames(draft.profile, page.server, page.names);
    const tools = array((index) => offered(page, index, names), whole('listing', 'tools'));
    const members = { tools, nextCursor: whole('listing.cursor') };
    result(members, whole('hostOnly'))(node, pointer, draft);
  };
}

function offered(page: ListPage, index: number, names: readonly ModelName[]): Reader {
  return (node, pointer, draft) => {
    const position = page.first + index;
    const left = leftOut(node, page, position, draft);
    if (left) return whole(left)(node, pointer, draft);
    const { profile } = draft;
    const nameOf = (name: string) =>
      page.names[position] === name && names[position]
        ? names[position]
        : modelName(profile, page.server, name);
    const found = nameOf(stringMember(node, 'name') ?? '');
    if (found.lost) return lost(found, pointer, draft);
    const sofar = createDraft(profile);
    const place = placesOf(profile.api).tool(position);
    tool({ name: nameOf, server: page.server }, place)(node, pointer, sofar);
    deferred(draft, node, pointer, sofar);
  };
}

/** A tool that has no name left. */
function lost({ rule, name }: ModelName, pointer: string, draft: Draft): void {
  draft.fates.push({ pointer, kind: 'dropped', stage: 'tool-name', rule, note: name });
}

/** The rule by which the model is never offered a tool; undefined: it is. */
function leftOut(
  node: JsonNode,
  { server, first }: ListPage,
  position: number,
  { profile }: Draft,
): RuleName | undefined {
  if (first > 0 && !wayOf(ruleOf(profile, 'listing.pages').fate)) return 'listing.pages';
  const { when = [] } = ruleOf(profile, 'listing.hidden');
  if (when.some((each) => isHidden(node, server, each))) return 'listing.hidden';
  const { max, fate } = ruleOf(profile, 'listing.limit');
  return max !== undefined && position >= max && !wayOf(fate) ? 'listing.limit' : undefined;
}

function isHidden(node: JsonNode, server: string, when: HiddenWhen): boolean {
  if ('serverHas' in when) return new RegExp(`[${when.serverHas}]`, 'u').test(server);
  if ('without' in when) return isMissing(member(node, when.without));
  if ('rootHas' in when)
    return when.rootHas.some((key) => member(member(node, 'inputSchema'), key) !== undefined);
  if ('invalidSchema' in when)
    return stringMember(member(node, 'inputSchema'), 'type') !== 'object';
  const list = at(node, '_meta', ...when.meta.split('.'));
  if (list?.kind !== 'array') return false;
  return !list.items.some((each) => each.kind === 'string' && each.value === when.lacks);
}

function isMissing(node: JsonNode | undefined): boolean {
  return node === undefined || (node.kind === 'string' && node.value === '');
}
