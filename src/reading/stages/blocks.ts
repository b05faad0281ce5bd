import { type JsonNode, stringMember } from '../../model/json.ts';
import { array, malformed, media, object, type Reader, text, whole } from '../cover.ts';
import type { RuleName } from '../rules.ts';
import { annotations } from './audience.ts';

/** One content block, or a list of them: what `content` may be in a message. */
export function content(place: string, textRule: RuleName): Reader {
  return (node, pointer, draft) => {
    const reader = node.kind === 'array' ? blocks : (one: string) => block(`${one}[0]`, textRule);
    reader(place, textRule)(node, pointer, draft);
  };
}

/** A list of content blocks that become the blocks of `place` in the API request. */
export function blocks(place: string, textRule: RuleName): Reader {
  return array((index) => block(`${place}[${index}]`, textRule), whole('blocks', place));
}

/** A content block that becomes the block at `place`, by its type. */
function block(place: string, textRule: RuleName): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'object') return malformed(node, pointer, draft);
    readerFor(node, place, textRule)(node, pointer, draft);
  };
}

function readerFor(node: JsonNode, place: string, textRule: RuleName): Reader {
  const type = stringMember(node, 'type');
  if (type === 'text') return textBlock(place, textRule);
  if (type === 'image') return imageBlock(place, stringMember(node, 'mimeType'));
  return whole(WHOLE_TYPES.get(type) ?? 'blocks.otherType');
}

/** Types that have one fate for the whole block. */
const WHOLE_TYPES: ReadonlyMap<string | undefined, RuleName> = new Map<string, RuleName>([
  ['audio', 'blocks.audio'],
  ['resource_link', 'blocks.resourceLink'],
  ['resource', 'blocks.resource'],
]);

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

function withCommon(members: { readonly [key: string]: Reader }): Reader {
  const common = { annotations, _meta: whole('blocks.meta') };
  return object({ ...common, ...members }, whole('blocks.other'));
}
