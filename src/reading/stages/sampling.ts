/** A server that asks the host's model: a request of its own, beside the conversation. */
import { stringMember } from '../../model/json.ts';
import { array, json, malformed, media, object, type Reader, text, whole } from '../cover.ts';
import { content } from './blocks.ts';
import { params, result } from './envelope.ts';

/** The params of `sampling/createMessage`: what the model is asked to go on from. */
export const samplingParams: Reader = params(
  {
    systemPrompt: text('sampling.system', 'sampling.system'),
    messages: array((index) => message(`sampling.messages[${index}]`), whole('sampling.messages')),
    tools: json('sampling.tools', 'sampling.tools'),
  },
  whole('sampling.other'),
);

/** What the model answered, as the result of `sampling/createMessage` or as an input response. */
export const samplingAnswer: Reader = result(
  {
    role: whole('sampling.role'),
    content: (node, pointer, draft) => {
      const place = 'sampling.answer';
      const isList = node.kind === 'array';
      const list = array((index) => written(`${place}[${index}]`), whole('sampling.answer', place));
      (isList ? list : written(place))(node, pointer, draft);
    },
  },
  whole('sampling.other'),
);

function message(place: string): Reader {
  const members = {
    role: whole('sampling.role', `${place}.role`),
    content: content(`${place}.content`, 'sampling.text'),
    _meta: whole('blocks.meta'),
  };
  return object(members, whole('sampling.other'));
}

/** A block that the model authored: text, picture, sound, or a tool call as JSON. */
function written(place: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'object') return malformed(node, pointer, draft);
    const type = stringMember(node, 'type');
    const mimeType = stringMember(node, 'mimeType');
    const rule = 'sampling.answer';
    const common = { _meta: whole('blocks.meta'), annotations: whole('blocks.annotations') };
    if (type === 'text')
      object({ ...common, text: text(rule, place) }, whole(rule, place))(node, pointer, draft);
    else if (type === 'image' || type === 'audio')
      object({ ...common, data: media(rule, place, mimeType) }, whole(rule, place))(
        node,
        pointer,
        draft,
      );
    else json(rule, place)(node, pointer, draft);
  };
}
