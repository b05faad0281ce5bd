import { array, object, type Reader, text, whole } from '../cover.ts';
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
    text: text('resources.text', place),
    blob: whole('resources.blob'),
    _meta: whole('blocks.meta'),
  };
  return object(members, whole('resources.label'));
}
