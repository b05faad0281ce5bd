import { type JsonNode, member, stringMember } from '../model/json.ts';
import type { Located, Request } from '../model/message.ts';

/** Member of `params` that says what a request is about. */
const SUBJECT: { readonly [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'resources/subscribe': 'uri',
  'resources/unsubscribe': 'uri',
  'logging/setLevel': 'level',
};

/** What a request is about, for people: `tools/call cari_anak`. Untrusted text. */
export function subjectOf({ message: { method, params } }: Located<Request>): string {
  const key = SUBJECT[method];
  const name = key === undefined ? undefined : stringMember(params, key);
  return name === undefined ? method : `${method} ${name}`;
}

/** What a request asks with: the arguments of a tool or prompt, when there are any. */
export function questionOf({ message: { params } }: Located<Request>): JsonNode | undefined {
  const found = member(params, 'arguments');
  return found?.kind === 'object' && found.members.length === 0 ? undefined : found;
}
