import { type at, member, stringMember } from '../model/json.ts';
import type { Located, Message } from '../model/message.ts';
import { answerOf, type Exchange, type Role, refKey, type Session } from '../model/session.ts';
import { rolesOf } from '../protocol/roles.ts';

/** What a message is, in the words of the document. */
export interface Facts {
  readonly located: Located;
  readonly method: string;
  /** The tool, prompt or resource; undefined where there is none. */
  readonly subject: string | undefined;
  /** `request`, `result`, `result with isError`, `error -32602`, `notification`. */
  readonly label: string;
  readonly exchange: Exchange | undefined;
}

/** Every message of a session that can be named: answers without a question have no method. */
export function factsOf(session: Session): Facts[] {
  const roles = rolesOf(session);
  return session.messages.flatMap((located) => {
    const role: Role | undefined = roles.get(refKey(located));
    const { message } = located;
    if (message.kind === 'notification')
      return [
        {
          located,
          method: message.method,
          subject: undefined,
          label: 'notification',
          exchange: undefined,
        },
      ];
    const request = message.kind === 'request' ? message : role?.exchange?.request.message;
    if (!request) return [];
    const { method, params } = request;
    return [
      {
        located,
        method,
        subject: subjectOf(method, params),
        label: labelOf(message),
        exchange: role?.exchange,
      },
    ];
  });
}

/** `request`, `result with isError`, …: which kinds of message stand apart in the document. */
function labelOf(message: Message): string {
  if (message.kind === 'failure') {
    const code = member(message.error, 'code');
    return `error ${code?.kind === 'number' ? code.text : 'without a code'}`;
  }
  if (message.kind !== 'result') return message.kind;
  const failed = member(message.result, 'isError');
  if (failed?.kind === 'literal' && failed.value === true) return 'result with isError';
  return stringMember(message.result, 'resultType') === 'input_required'
    ? 'result that asks for input'
    : 'result';
}

const SUBJECT: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

function subjectOf(method: string, params: Parameters<typeof at>[0]): string | undefined {
  const key = SUBJECT[method];
  return key === undefined ? undefined : stringMember(params, key);
}

/** From request to answer in microseconds; undefined where there is no answer. */
export function latencyOf(exchange: Exchange): number | undefined {
  const answer = answerOf(exchange);
  return answer && answer.at - exchange.request.at;
}
