import { type JsonNode, member, stringMember } from '../../model/json.ts';
import { array, besideJson, malformed, media, object, type Reader, text, whole } from '../cover.ts';
import { giveKind, ruleOf, wayOf } from '../draft.ts';
import type { RuleName } from '../rules.ts';
import { annotations, isForOthers } from './audience.ts';
import { isTaken, shaped } from './block-forms.ts';
import type { CallFacts } from './sdk-checks.ts';

/** One content block, or a list of them: what `content` may be in a message. */
export function content(place: string, textRule: RuleName): Reader {
  return (node, pointer, draft) => {
    const reader = node.kind === 'array' ? blocks : (one: string) => block(`${one}[0]`, textRule);
    reader(place, textRule)(node, pointer, draft);
  };
}

/**
 * A list of content blocks that become the blocks of `place` in the API request. The numbers of
 * places count the blocks of the message, also those that do not arrive.
 */
export function blocks(place: string, textRule: RuleName, facts?: CallFacts): Reader {
  return array((index) => block(`${place}[${index}]`, textRule, facts), whole('blocks', place));
}

/** The rule for a content block, by its type. */
export function blockRule(node: JsonNode, textRule: RuleName = 'blocks.text'): RuleName {
  const type = stringMember(node, 'type');
  if (type === 'text') return textRule;
  if (type === 'resource') return isBlob(node) ? 'blocks.resourceBlob' : 'blocks.resource';
  return RULES.get(type) ?? 'blocks.otherType';
}

/** A content block that becomes the block at `place`, by its type. */
export function block(place: string, textRule: RuleName, facts?: CallFacts): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'object') return malformed(node, pointer, draft);
    if (isForOthers(node, draft.profile)) return whole('audience')(node, pointer, draft);
    const name = blockRule(node, textRule);
    const rule = ruleOf(draft.profile, name);
    const isShaped = [rule.form, rule.text, rule.before, rule.respells, rule.trail].some(
      (each) => each !== undefined,
    );
    // A format that the API refuses.
    if (!isShaped && rule.otherwise && !isTaken(node, rule)) {
      giveKind(draft, pointer, name, rule.otherwise.fate, rule.otherwise.note);
      return;
    }
    const reader = isShaped ? shaped(name, rule, place, facts) : readerFor(node, name, place);
    reader(node, pointer, draft);
  };
}

function readerFor(node: JsonNode, rule: RuleName, place: string): Reader {
  const type = stringMember(node, 'type');
  if (type === 'text') return textBlock(place, rule);
  if (type === 'image') return imageBlock(place, stringMember(node, 'mimeType'));
  return type === 'resource' ? resourceBlock(place, rule) : whole(rule);
}

const RULES: ReadonlyMap<string | undefined, RuleName> = new Map<string, RuleName>([
  ['image', 'blocks.image'],
  ['audio', 'blocks.audio'],
  ['resource_link', 'blocks.resourceLink'],
]);

function isBlob(node: JsonNode): boolean {
  return stringMember(member(node, 'resource'), 'blob') !== undefined;
}

function textBlock(place: string, rule: RuleName): Reader {
  return withCommon({ type: whole(rule, place), text: text(rule, place) });
}

function imageBlock(place: string, mimeType: string | undefined): Reader {
  return withCommon({
    type: whole('blocks.image', place),
    data: media('blocks.image', `${place}.source.data`, mimeType),
    mimeType: whole('blocks.image', `${place}.source.media_type`),
  });
}

/** The text of an embedded resource, where a profile lets it arrive just so. */
function resourceBlock(place: string, rule: RuleName): Reader {
  return (node, pointer, draft) => {
    const arrives = wayOf(ruleOf(draft.profile, rule).fate) && rule === 'blocks.resource';
    if (!arrives) return whole(rule)(node, pointer, draft);
    const resource = object({ text: text(rule, place) }, whole('blocks.other'));
    withCommon({ type: whole(rule, place), resource })(node, pointer, draft);
  };
}

function withCommon(members: { readonly [key: string]: Reader }): Reader {
  const common = { annotations, _meta: besideJson('blocks.meta') };
  return object({ ...common, ...members }, whole('blocks.other'));
}
