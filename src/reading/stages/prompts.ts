import { array, object, type Reader, whole } from '../cover.ts';
import { content } from './blocks.ts';
import { params, result } from './envelope.ts';
import { inputResponses, type Round } from './rounds.ts';

/** The params of `prompts/get`: what the user chose. */
export function promptParams(round: Round): Reader {
  const members = {
    requestState: whole('call.requestState'),
    inputResponses: inputResponses(round),
  };
  return params(members, whole('prompts.request'));
}

/** The messages of a prompt. Their places count from the first message that is inserted. */
export const promptMessages: Reader = result(
  { messages: array((index) => message(`messages[${index}]`), whole('prompts.messages')) },
  whole('prompts.other'),
);

function message(place: string): Reader {
  const members = {
    role: whole('prompts.role', `${place}.role`),
    content: content(`${place}.content`, 'prompts.text'),
    _meta: whole('blocks.meta'),
  };
  return object(members, whole('prompts.other'));
}
