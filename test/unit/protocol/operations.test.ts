import { describe, expect, it } from 'vitest';
import { canonical } from '../../../src/protocol/canonical.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { answer, call, complete, modern } from '../../support/messages.ts';
import { verifies } from '../../support/verifies.ts';

const move = (id: unknown, more: object = {}, name = 'move') =>
  modern(id, 'tools/call', { name, arguments: { child: 'Otieno', room: 'B2' }, ...more });
const inputRequired = (id: unknown, more: object = {}) =>
  answer(id, { resultType: 'input_required', inputRequests: { ok: {} }, ...more });
const inputResponses = { ok: { action: 'accept' } };

/** The `seq` of the requests of each operation. */
const operations = (told: Conversation) =>
  told.session().operations.map((each) => each.exchanges.map(({ request }) => request.seq));

describe('the rounds of a call', () => {
  it('are one operation when the state that the server gave comes back', () => {
    verifies('operation:rounds');
    const told = conversation()
      .client(move(2))
      .server(inputRequired(2, { requestState: 'st-1' }))
      .client(move(3, { inputResponses, requestState: 'st-1' }))
      .server(inputRequired(3, { requestState: 'st-2' }))
      .client(move(4, { inputResponses, requestState: 'st-2' }))
      .server(complete(4, { content: [] }));
    expect(operations(told)).toEqual([[0, 2, 4]]);
    expect(told.session().operations[0]?.method).toBe('tools/call');
  });

  it('are one operation without a state, by equal parameters, however they are ordered', () => {
    verifies('operation:rounds');
    const retry = modern(3, 'tools/call', {
      inputResponses,
      arguments: { room: 'B2', child: 'Otieno' },
      name: 'move',
    });
    const told = conversation().client(move(2)).server(inputRequired(2)).client(retry);
    expect(operations(told)).toEqual([[0, 2]]);
  });

  it.each([
    ['another tool', move(3, { inputResponses, requestState: 's' }, 'other')],
    ['another state', move(3, { inputResponses, requestState: 't' })],
    ['no state', move(3, { inputResponses })],
    ['no answers to the questions', move(3)],
    ['another method', modern(3, 'prompts/get', { name: 'move', requestState: 's' })],
    ['other arguments', modern(3, 'tools/call', { name: 'move', requestState: 's' })],
  ])('are not linked by a request with %s', (_, request) => {
    verifies('operation:rounds');
    const told = conversation()
      .client(move(2))
      .server(inputRequired(2, { requestState: 's' }))
      .client(request);
    expect(operations(told)).toEqual([[0], [2]]);
  });

  it('are not linked before the server asked, nor twice', () => {
    verifies('operation:rounds');
    const told = conversation()
      .client(move(1, { requestState: 's' }))
      .client(move(2))
      .server(inputRequired(2, { requestState: 's' }))
      .client(move(3, { inputResponses, requestState: 's' }))
      .client(move(4, { inputResponses, requestState: 's' }));
    expect(operations(told)).toEqual([[0], [1, 3], [4]]);
  });

  it('are not linked when two calls could be meant', () => {
    verifies('operation:rounds');
    const told = conversation()
      .client(move(1))
      .client(move(2))
      .server(inputRequired(1))
      .server(inputRequired(2))
      .client(move(3, { inputResponses }))
      .client(move(4, { inputResponses }));
    expect(operations(told)).toEqual([[0], [1], [4], [5]]);
  });

  it('exist only where the specification allows input_required', () => {
    verifies('operation:rounds');
    const told = conversation()
      .client(modern(1, 'tools/list'))
      .server(inputRequired(1, { requestState: 's' }))
      .client(modern(2, 'tools/list', { requestState: 's' }));
    expect(operations(told)).toEqual([[0], [2]]);
  });
});

describe('a request of the server', () => {
  it('is never a round of a call', () => {
    verifies('operation:rounds');
    const told = conversation()
      .server(move(1))
      .client(inputRequired(1, { requestState: 's' }))
      .client(move(1, { inputResponses, requestState: 's' }));
    expect(operations(told)).toEqual([[0], [2]]);
  });
});

describe('every other exchange', () => {
  it('is an operation of its own', () => {
    const told = conversation().client(call(1)).server(answer(1)).client(call(2)).server(answer(2));
    expect(operations(told)).toEqual([[0], [2]]);
  });
});

describe('canonical JSON', () => {
  const text = (json: string) => {
    const parsed = parseJson(Buffer.from(json));
    return parsed.ok ? canonical(parsed.node) : undefined;
  };

  it('is equal for what means the same', () => {
    expect(text('{"b":[1,{}], "a":"\\u00e9","a":"x"}')).toBe(text('{ "a":"x", "b": [ 1, { } ] }'));
    expect(text('"\\u00e9"')).toBe(text('"é"'));
  });

  it.each([
    ['1', '1.0'],
    ['"1"', '1'],
    ['[1,[2]]', '[[1],2]'],
    ['[12]', '[1,2]'],
    ['{"a":null}', '{}'],
    ['["a,b"]', '["a","b"]'],
  ])('differs for %s and %s', (one, other) => {
    expect(text(one)).not.toBe(text(other));
  });

  it('bears any depth and any length', () => {
    expect(text(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toHaveLength(60_000 - 1);
    expect(text(`[${'1,'.repeat(300_000)}1]`)).toHaveLength(600_004);
  });
});
