import { array, object, type Reader, text, whole } from '../cover.ts';
import { giveFate, ruleOf, wayOf } from '../draft.ts';
import { added, textFrom } from '../pieces.ts';
import { params, result } from './envelope.ts';
import { inputResponses, type Round } from './rounds.ts';

/** The params of `resources/read`: the host names what it wants to attach. */
export function resourceParams(round: Round): Reader {
  const members = {
    requestState: whole('call.requestState'),
    inputResponses: inputResponses(round),
  };
  return params(members, whole('resources.request'));
}

/** The contents of a resource, each a place in the message that they are attached to. */
export const resourceContents: Reader = result(
  { contents: array((index) => item(`messages[].content[${index}]`), whole('resources.contents')) },
  whole('resources.label'),
);

function item(place: string): Reader {
  const members = {
    text: attached(place),
    blob: whole('resources.blob'),
    _meta: whole('blocks.meta'),
  };
  return object(members, whole('resources.label'));
}

/** The text of a resource, with what the host puts around it. */
function attached(place: string): Reader {
  return (node, pointer, draft) => {
    const { before, after, fate } = ruleOf(draft.profile, 'resources.text');
    const way = wayOf(fate);
    if (node.kind !== 'string' || !way || (before ?? after) === undefined)
      return text('resources.text', place)(node, pointer, draft);
    giveFate(draft, pointer, 'resources.text', place);
    const pieces = [
      ...added('resources.text', before),
      { text: node.value, from: pointer },
      ...added('resources.text', after),
    ];
    const whole = textFrom(place, way, pieces);
    if (whole) draft.texts.push(whole);
  };
}
