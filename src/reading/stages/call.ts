import { stringMember } from '../../model/json.ts';
import { json, malformed, type Reader, whole } from '../cover.ts';
import { giveFate, wayOf } from '../draft.ts';
import { placesOf } from '../places.ts';
import { params, result } from './envelope.ts';
import { toolResult } from './result.ts';
import { inputResponses, type Round } from './rounds.ts';
import type { CallFacts } from './sdk-checks.ts';
import { modelName } from './tool-name.ts';

/**
 * The params of `tools/call`. In a later round of the same call the host sends name and arguments
 * again by itself; the model wrote them once.
 */
export function callParams(serverLabel: string, round: Round): Reader {
  const again = whole('call.again');
  const members = {
    name: round.isLater ? again : writtenName(serverLabel),
    arguments: round.isLater ? again : writtenArguments,
    requestState: whole('call.requestState'),
    inputResponses: inputResponses(round),
    task: whole('call.task'),
  };
  return params(members, whole('call.other'));
}

/** The result of `tools/call`, whenever it arrives: at once, or by a task. */
export function callResult(facts: CallFacts): Reader {
  return (node, pointer, draft) => {
    const isTask = stringMember(node, 'resultType') === 'task';
    (isTask ? taskResult : toolResult(facts))(node, pointer, draft);
  };
}

/** The state of a task (`tasks/get`), which may hold the result of its call. */
export function taskState(facts: CallFacts): Reader {
  return result({ result: callResult(facts), error: whole('rpcError.call') }, whole('call.task'));
}

const taskResult = result({}, whole('call.task'));

/** The name that the server gets is what is left of the name that the model wrote. */
function writtenName(serverLabel: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const { name } = modelName(draft.profile, serverLabel, node.value);
    const { fate } = giveFate(draft, pointer, 'call.name', `the model wrote ${name}`);
    if (wayOf(fate))
      draft.texts.push({
        place: placesOf(draft.profile.api).callName,
        way: 'wrote',
        text: name,
        from: pointer,
      });
  };
}

const writtenArguments: Reader = (node, pointer, draft) => {
  json('call.arguments', placesOf(draft.profile.api).callInput)(node, pointer, draft);
};
