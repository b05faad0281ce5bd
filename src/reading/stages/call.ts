import { stringMember } from '../../model/json.ts';
import { json, malformed, type Reader, whole } from '../cover.ts';
import { giveFate, wayOf } from '../draft.ts';
import { blocks } from './blocks.ts';
import { params, result } from './envelope.ts';
import { isError } from './errors.ts';
import { inputResponses, type Round } from './rounds.ts';
import { structuredContent } from './structured.ts';
import { modelName } from './tool-name.ts';

/**
 * The params of `tools/call`. In a later round of the same call the host sends name and arguments
 * again by itself; the model wrote them once.
 */
export function callParams(serverLabel: string, round: Round): Reader {
  const again = whole('call.again');
  const members = {
    name: round.isLater ? again : writtenName(serverLabel),
    arguments: round.isLater ? again : json('call.arguments', 'tool_use.input'),
    requestState: whole('call.requestState'),
    inputResponses: inputResponses(round),
    task: whole('call.task'),
  };
  return params(members, whole('call.other'));
}

/** The result of `tools/call`, whenever it arrives: at once, or by a task. */
export const callResult: Reader = (node, pointer, draft) => {
  const isTask = stringMember(node, 'resultType') === 'task';
  (isTask ? taskResult : finalResult)(node, pointer, draft);
};

const taskResult = result({}, whole('call.task'));

const finalResult = result(
  {
    content: blocks('tool_result.content', 'blocks.text'),
    structuredContent,
    isError,
    task: whole('call.task'),
  },
  whole('result.other'),
);

/** The state of a task (`tasks/get`), which may hold the result of its call. */
export const taskState: Reader = result(
  { result: callResult, error: whole('rpcError.call') },
  whole('call.task'),
);

/** The name that the server gets is what is left of the name that the model wrote. */
function writtenName(serverLabel: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const name = modelName(draft.profile, serverLabel, node.value);
    const { fate } = giveFate(draft, pointer, 'call.name', `the model wrote ${name}`);
    if (wayOf(fate))
      draft.texts.push({ place: 'tool_use.name', way: 'wrote', text: name, from: pointer });
  };
}
