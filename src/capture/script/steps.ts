import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  member,
} from '../../model/json.ts';
import { membersOf, type Params, paramsOf, type TextMember, textOf } from '../json-text.ts';
import { readExpectations } from './expectations.ts';
import type { Problems } from './problems.ts';
import { anyMap, didYouMean, duration, list, mapWith, scalarText, text } from './shape.ts';
import { describe, fail, placeOf, quote, type Source } from './source.ts';
import type { Action, ListMethod, Step } from './types.ts';

/** How one kind of step is read: its value in the script → what is to be done, and its name. */
interface StepKind {
  read(source: Source, value: JsonNode): { readonly action: Action; readonly label?: string };
}

/** Every step that a script can hold, by its word. */
const STEPS: Readonly<Record<string, StepKind>> = {
  open: bare({ kind: 'open' }),
  initialize: bare({ kind: 'initialize' }),
  discover: bare({ kind: 'discover' }),
  explore: bare({ kind: 'explore' }),
  'tools/list': listing('tools/list'),
  'tools/call': call('tools/call', 'name', true),
  'resources/list': listing('resources/list'),
  'resources/templates/list': listing('resources/templates/list'),
  'resources/read': call('resources/read', 'uri', false),
  'prompts/list': listing('prompts/list'),
  'prompts/get': call('prompts/get', 'name', true),
  complete: { read: complete },
  ping: bare({ kind: 'request', method: 'ping', params: undefined }),
  request: { read: (source, value) => generic(source, value, 'request') },
  notify: { read: (source, value) => generic(source, value, 'notify') },
  raw: { read: raw },
  parallel: { read: parallel },
  wait: { read: wait },
};

/** The words of all steps, in the order of the documentation. */
export const STEP_WORDS: readonly string[] = Object.keys(STEPS);

const OPTIONS: readonly string[] = ['expect', 'timeout', 'id'];

/**
 * The steps of a script: each a word alone, or a map with one step's word and its options. Steps that
 * are wrong are left out and kept in `problems`.
 */
export function readSteps(source: Source, node: JsonNode, problems: Problems): Step[] {
  const { items } = list(source, node, 'steps');
  if (items.length === 0)
    fail(source, node, 'steps is empty: there is nothing to do', 'begin with - open');
  return items.flatMap((item) => problems.attempt(() => readStep(source, item)) ?? []);
}

function readStep(source: Source, node: JsonNode): Step {
  if (node.kind === 'string') return build(source, node, node, node.value, nothingAt(node), []);
  const map = anyMap(source, node, 'a step');
  const options = map.members.filter((each) => OPTIONS.includes(each.key));
  const [chosen, second] = map.members.filter((each) => !OPTIONS.includes(each.key));
  if (!chosen) return fail(source, map, `a step needs one of ${STEP_WORDS.join(', ')}`);
  if (second)
    return fail(
      source,
      second.start,
      `a step does one thing; found ${quote(chosen.key)} and ${quote(second.key)}`,
      'start a new step with "- ", or indent what belongs to the first',
    );
  return build(source, node, chosen.start, chosen.key, chosen.value, options);
}

function build(
  source: Source,
  node: JsonNode,
  where: JsonNode | number,
  word: string,
  value: JsonNode,
  options: readonly JsonMember[],
): Step {
  const kind = Object.hasOwn(STEPS, word) ? STEPS[word] : undefined;
  if (!kind)
    return fail(
      source,
      where,
      `unknown step ${quote(word)}; expected one of ${STEP_WORDS.join(', ')}`,
      didYouMean(word, STEP_WORDS),
    );
  const { action, label = word } = kind.read(source, value);
  const option = (name: string) => options.find((each) => each.key === name);
  const timeout = option('timeout');
  const expect = option('expect');
  return {
    label,
    place: placeOf(source, node.start),
    timeoutMs: timeout && duration(source, timeout.value, 'timeout'),
    id: readId(source, option('id'), action),
    expect: expect ? expectations(source, expect, action) : [],
    action,
  };
}

function readId(source: Source, option: JsonMember | undefined, action: Action) {
  if (!option) return undefined;
  if (action.kind !== 'request')
    return fail(source, option.start, 'id: only a step that sends one request takes an id');
  const { value } = option;
  // Any JSON value, so that a script can try what a server makes of `1.5` or null.
  return textOf(value);
}

const ANSWERLESS: readonly Action['kind'][] = ['notify', 'pause', 'explore', 'parallel'];

function expectations(source: Source, option: JsonMember, action: Action) {
  if (ANSWERLESS.includes(action.kind))
    return fail(source, option.start, 'expect: this step has no answer of its own');
  return readExpectations(source, option.value);
}

function bare(action: Action): StepKind {
  return {
    read(source, value) {
      mapWith(source, value, 'this step', []);
      return { action };
    },
  };
}

function listing(method: ListMethod): StepKind {
  return bare({ kind: 'list', method });
}

/** A request that names one thing, with or without arguments. */
function call(method: string, key: 'name' | 'uri', withArguments: boolean): StepKind {
  const keys = withArguments ? [key, 'arguments', '_meta'] : [key, '_meta'];
  return {
    read(source, value) {
      const map = mapWith(source, value, method, keys);
      const named = required(source, map, method, key);
      const target = text(source, named, key);
      const given = member(map, 'arguments');
      if (given) anyMap(source, given, 'arguments');
      return {
        action: { kind: 'request', method, params: paramsOf(map) },
        label: `${method} ${target}`,
      };
    },
  };
}

/** `complete: {prompt: NAME | resource: URI-TEMPLATE, argument: {NAME: VALUE}, context: {…}}`. */
function complete(source: Source, value: JsonNode) {
  const keys = ['prompt', 'resource', 'argument', 'context'];
  const map = mapWith(source, value, 'complete', keys);
  const [prompt, resource] = [member(map, 'prompt'), member(map, 'resource')];
  const what = prompt ?? resource;
  if (!what || (prompt && resource))
    return fail(source, map, 'complete needs exactly one of prompt, resource');
  const target = text(source, what, prompt ? 'prompt' : 'resource');
  const ref: TextMember[] = prompt
    ? [
        ['type', '"ref/prompt"'],
        ['name', textOf(what)],
      ]
    : [
        ['type', '"ref/resource"'],
        ['uri', textOf(what)],
      ];
  const argument = anyMap(source, required(source, map, 'complete', 'argument'), 'argument');
  const context = member(map, 'context');
  const action: Action = {
    kind: 'request',
    method: 'completion/complete',
    params: membersOf([
      ['ref', objectOf(ref)],
      ['argument', oneArgument(source, argument)],
      ...(context ? [['context', objectOf([['arguments', textOf(context)]])] as const] : []),
    ]),
  };
  return { action, label: `completion/complete ${target}` };
}

function oneArgument(source: Source, map: JsonObject): string {
  const [argument, second] = map.members;
  if (!argument || second)
    return fail(source, map, 'argument needs exactly one name: value, the one to complete');
  const value = scalarText(source, argument.value, argument.key);
  return objectOf([
    ['name', JSON.stringify(argument.key)],
    ['value', JSON.stringify(value)],
  ]);
}

function objectOf(members: readonly TextMember[]): string {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/** `request: {method, params}` and `notify: {method, params}`; the method alone may stand as text. */
function generic(source: Source, value: JsonNode, kind: 'request' | 'notify') {
  const map =
    value.kind === 'string' ? undefined : mapWith(source, value, kind, ['method', 'params']);
  const method = text(source, map ? required(source, map, kind, 'method') : value, 'method');
  const given = member(map, 'params');
  const params: Params | undefined = given && paramsOf(given);
  const action: Action = { kind, method, params };
  return { action, label: kind === 'notify' ? `notify ${method}` : method };
}

function raw(source: Source, value: JsonNode) {
  const line = text(source, value, 'raw');
  const cut = line.indexOf('\n');
  if (cut >= 0 && cut < line.length - 1)
    return fail(source, value, 'raw is one line; found a line feed inside it');
  const action: Action = { kind: 'raw', line: cut < 0 ? line : line.slice(0, cut) };
  return { action, label: 'raw' };
}

function parallel(source: Source, value: JsonNode) {
  const items: JsonArray = list(source, value, 'parallel');
  const steps = items.items.map((item) => readStep(source, item));
  const index = steps.findIndex((step) => OPENINGS.includes(step.action.kind));
  const opening = items.items[index];
  if (opening) fail(source, opening, 'an opening cannot run beside other steps');
  const action: Action = { kind: 'parallel', steps };
  return { action };
}

const OPENINGS: readonly Action['kind'][] = [
  'open',
  'initialize',
  'discover',
  'explore',
  'parallel',
];

/** `wait: 500ms`, or `wait: {for: notifications/…}`. */
function wait(source: Source, value: JsonNode): { action: Action; label: string } {
  if (value.kind !== 'object') {
    const ms = duration(source, value, 'wait');
    return { action: { kind: 'pause', ms }, label: `wait ${ms} ms` };
  }
  const map = mapWith(source, value, 'wait', ['for']);
  const method = text(source, required(source, map, 'wait', 'for'), 'for');
  return { action: { kind: 'await', method }, label: `wait for ${method}` };
}

function required(source: Source, map: JsonObject, what: string, key: string): JsonNode {
  const found = member(map, key);
  if (!found) return fail(source, map, `${what} needs ${key}`);
  if (found.kind === 'literal' && found.value === null)
    return fail(source, map, `${what} needs ${key}; found ${describe(found)}`);
  return found;
}

function nothingAt(node: JsonNode): JsonNode {
  return { kind: 'literal', value: null, start: node.start, end: node.end };
}
