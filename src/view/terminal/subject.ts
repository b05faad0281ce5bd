import { at, type JsonNode, stringMember } from '../../model/json.ts';
import type { Located, Request } from '../../model/message.ts';
import { escapeText } from './escape.ts';

/** What a request is about, for people: the tool, the prompt, the resource; else nothing. */
export function subjectOf(request: Located<Request>): string | undefined {
  const { method, params } = request.message;
  const key = SUBJECT[method];
  const name = key === undefined ? undefined : stringMember(params, key);
  return name === undefined ? undefined : escapeText(name.slice(0, MOST));
}

/** What an answer answers: `tools/call cari_anak`, `ping`. */
export function answeredSubject(request: Located<Request>): string {
  const method = escapeText(request.message.method.slice(0, MOST));
  const subject = subjectOf(request);
  return subject === undefined ? method : `${method} ${subject}`;
}

/** What a notification says, in a few words. */
export function notificationSubject(method: string, params: JsonNode | undefined): string {
  if (method === 'notifications/progress')
    return [progress(params), stringMember(params, 'message')]
      .filter((part) => part !== undefined)
      .map((part) => escapeText(part.slice(0, MOST)))
      .join('  ');
  const key = method === 'notifications/message' ? 'level' : 'uri';
  return escapeText((stringMember(params, key) ?? '').slice(0, MOST));
}

/** Code and message of a JSON-RPC error, as one phrase. */
export function errorPhrase(error: JsonNode): string {
  const code = at(error, 'code');
  const parts = [code?.kind === 'number' ? code.text : undefined, stringMember(error, 'message')];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => escapeText(part.slice(0, MOST)))
    .join(' ');
}

const MOST = 300;

const SUBJECT: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'resources/subscribe': 'uri',
  'resources/unsubscribe': 'uri',
  'logging/setLevel': 'level',
};

function progress(params: JsonNode | undefined): string | undefined {
  const [done, total] = [at(params, 'progress'), at(params, 'total')];
  if (done?.kind !== 'number') return undefined;
  return total?.kind === 'number' ? `${done.text}/${total.text}` : done.text;
}
