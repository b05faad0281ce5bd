import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiFormat } from '../../../src/model/profile.ts';
import { anthropicSchema, chatSchema, geminiSchema, responsesSchema } from './schemas.ts';

interface Members {
  readonly [key: string]: unknown;
}

/**
 * What an API would refuse in a body, one line each; none: it takes it. First the form, then what the
 * form cannot say: each call has its result where the API looks for it, names are unique.
 */
export function refusedBy(api: Exclude<ApiFormat, 'unknown'>, body: unknown): string[] {
  const { schema, order } = FORMATS[api];
  const validate = ajv.compile(schema);
  if (!validate(body)) {
    // With oneOf the deepest fault is the telling one.
    const errors = [...(validate.errors ?? [])].sort(
      (one, other) => depth(other.instancePath) - depth(one.instancePath),
    );
    return errors.map((each) => `${each.instancePath} ${each.message}`);
  }
  // The schema has been checked.
  return order(body as Members);
}

const ajv = new Ajv2020({ allErrors: true, strict: false });

const FORMATS = {
  anthropic: { schema: anthropicSchema, order: anthropicOrder },
  'openai-chat': { schema: chatSchema, order: chatOrder },
  'openai-responses': { schema: responsesSchema, order: responsesOrder },
  gemini: { schema: geminiSchema, order: geminiOrder },
};

function depth(pointer: string): number {
  return pointer.split('/').length;
}

function objects(value: unknown): Members[] {
  // Only called on what a schema has checked to be a list of objects.
  return Array.isArray(value) ? (value as Members[]) : [];
}

function twice(names: readonly unknown[]): string[] {
  const again = names.filter((each, index) => names.indexOf(each) !== index);
  return again.map((each) => `the tool ${String(each)} is there twice`);
}

/** The user begins; roles alternate; results of all calls stand first in the next message. */
function anthropicOrder(body: Members): string[] {
  const messages = objects(body['messages']);
  const faults = twice(objects(body['tools']).map((each) => each['name']));
  let due: unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant'))
      faults.push(`message ${index}: ${String(role)}`);
    const blocks = objects(content);
    if (blocks.length === 0) faults.push(`message ${index} is empty`);
    const results = blocks.filter((each) => each['type'] === 'tool_result');
    const ids = results.map((each) => each['tool_use_id']);
    if (ids.join() !== due.join())
      faults.push(`message ${index}: results ${ids.join()}, due ${due.join()}`);
    if (results.some((each, place) => blocks[place] !== each))
      faults.push(`message ${index}: results stand behind other blocks`);
    due = blocks.filter((each) => each['type'] === 'tool_use').map((each) => each['id']);
  }
  if (due.length > 0) faults.push(`calls without results: ${due.join()}`);
  return faults;
}

/** Each call is answered by a tool message before anybody else speaks. */
function chatOrder(body: Members): string[] {
  const faults = twice(
    objects(body['tools']).map((each) => objects([each['function']])[0]?.['name']),
  );
  let due: unknown[] = [];
  for (const [index, message] of objects(body['messages']).entries()) {
    const { role } = message;
    if (role === 'tool') {
      const id = message['tool_call_id'];
      if (!due.includes(id)) faults.push(`message ${index} answers no call: ${String(id)}`);
      due = due.filter((each) => each !== id);
      continue;
    }
    if (due.length > 0) faults.push(`message ${index}: calls without results: ${due.join()}`);
    due = objects(message['tool_calls']).map((each) => each['id']);
    faults.push(...argumentsOf(objects(message['tool_calls']).map((each) => each['function'])));
  }
  if (due.length > 0) faults.push(`calls without results: ${due.join()}`);
  return faults;
}

/** Calls and outputs belong together by their ids. */
function responsesOrder(body: Members): string[] {
  const items = objects(body['input']);
  const tools = objects(body['tools']);
  const faults = twice(tools.map((each) => each['name'] ?? each['type']));
  for (const each of tools) faults.push(...twice(objects(each['tools']).map((own) => own['name'])));
  const open = new Set<unknown>();
  for (const [index, { type, call_id: id }] of items.entries()) {
    if (String(type).endsWith('_call')) open.add(id);
    else if (String(type).endsWith('_output') && !open.delete(id))
      faults.push(`item ${index} answers no call: ${String(id)}`);
  }
  if (open.size > 0) faults.push(`calls without results: ${[...open].join()}`);
  faults.push(...argumentsOf(items.filter((each) => each['type'] === 'function_call')));
  return faults;
}

/** As many responses as calls, by name and in order, in the content right behind them. */
function geminiOrder(body: Members): string[] {
  const faults: string[] = [];
  let due: unknown[] = [];
  for (const [index, { role, parts }] of objects(body['contents']).entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'model'))
      faults.push(`content ${index}: ${String(role)}`);
    const own = objects(parts);
    const named = (key: string) =>
      objects(own.flatMap((each) => (each[key] ? [each[key]] : []))).map((each) => each['name']);
    const answers = named('functionResponse');
    if (answers.join() !== due.join())
      faults.push(`content ${index}: responses ${answers.join()}, due ${due.join()}`);
    due = named('functionCall');
  }
  if (due.length > 0) faults.push(`calls without responses: ${due.join()}`);
  const tools = objects(body['tools']).flatMap((each) => objects(each['functionDeclarations']));
  return [...faults, ...twice(tools.map((each) => each['name']))];
}

/** Arguments are the JSON text of an object. */
function argumentsOf(calls: readonly unknown[]): string[] {
  return objects(calls).flatMap(({ arguments: text }) => {
    try {
      const value: unknown = JSON.parse(String(text));
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? []
        : [`arguments are no object: ${String(text)}`];
    } catch {
      return [`arguments are no JSON: ${String(text)}`];
    }
  });
}
