import { checkSession } from '../../../src/check/registry.ts';
import { ajvChecker } from '../../../src/check/schemas/ajv.ts';
import type { Finding } from '../../../src/model/finding.ts';
import type { Conversation } from '../../support/conversation.ts';

/** All that is found, with a checker of schemas as the program has one. */
export function check(conversation: Conversation): Finding[] {
  return checkSession(conversation.session(), { schemas: ajvChecker() });
}

/** Findings as `severity rule: title`, the form in which the tests state them. */
export function findingsOf(conversation: Conversation): string[] {
  return check(conversation).map(({ severity, rule, title }) => `${severity} ${rule}: ${title}`);
}

/** The ids of the rules that found something. */
export function rulesOf(conversation: Conversation): string[] {
  return check(conversation).map((each) => each.rule);
}

/** The findings of one rule. */
export function findingsBy(rule: string, conversation: Conversation): Finding[] {
  return check(conversation).filter((each) => each.rule === rule);
}

/** What the methods must have, so that a test names only what it is about. */
const PARAMS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'client-x', version: '1.0' },
  },
  'sampling/createMessage': { messages: [], maxTokens: 10 },
  'elicitation/create': { message: 'Sure?', requestedSchema: { type: 'object' } },
};

export function request(id: number | string | null, method: string, params?: object): object {
  const all = { ...PARAMS[method], ...params };
  return { jsonrpc: '2.0', id, method, ...((params ?? PARAMS[method]) && { params: all }) };
}

export function call(id: number | string, name = 'probe', args: object = {}): object {
  return request(id, 'tools/call', { name, arguments: args });
}

export function result(id: number | string | null, value: object = {}): object {
  return { jsonrpc: '2.0', id, result: value };
}

export function text(id: number | string, said: string, isError?: boolean): object {
  const flag = isError === undefined ? {} : { isError };
  return result(id, { content: [{ type: 'text', text: said }], ...flag });
}

export function failure(id: number | string | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function notification(method: string, params?: object): object {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}
