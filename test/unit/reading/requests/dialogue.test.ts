import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../../src/reading/profiles.ts';
import { type Dialogue, dialogueOf } from '../../../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../../../src/reading/requests/index.ts';
import type { Turn } from '../../../../src/reading/requests/steps.ts';
import { requestJson } from '../../../../src/reading/requests/values.ts';
import { type Conversation, conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';

function call(talk: Conversation, id: number, name: string, more: object = {}): Conversation {
  const params = { name, arguments: { n: id }, ...more };
  return talk.client({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

function answer(talk: Conversation, id: number, text = `answer ${id}`): Conversation {
  const result = { content: [{ type: 'text', text }] };
  return talk.server({ jsonrpc: '2.0', id, result });
}

function listed(talk: Conversation, id: number, ...names: readonly string[]): Conversation {
  const tools = names.map((name) => ({ name, description: `d ${name}`, inputSchema: OBJECT }));
  return talk
    .client({ jsonrpc: '2.0', id, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id, result: { tools } });
}

const OBJECT = { type: 'object' };

function made(talk: Conversation, host?: string): Dialogue {
  return dialogueOf(talk.session(), profileOf(host));
}

/** `a+b` for calls of one answer, `search a`, or `words`. */
function answers({ turns }: Dialogue): string[] {
  return turns.map(({ answer: own }) => {
    if (own.kind === 'calls') return own.calls.map(({ tool }) => tool).join('+');
    return own.kind === 'search'
      ? `search ${own.tools.map(({ tool }) => tool).join('+')}`
      : 'words';
  });
}

function toolsOf(turn: Turn | undefined): string[] | undefined {
  return turn?.tools?.tools.map(({ tool }) => tool);
}

function bodyOf(dialogue: Dialogue, number: number): string {
  const turn = dialogue.turns[number - 1];
  return turn ? requestJson(requestOf(dialogue, turn)) : '';
}

describe('the turns of a session', () => {
  verifies('requests/turns');

  it('are one for each call that was made alone, and one for the last words', () => {
    const talk = listed(conversation(), 1, 'a');
    answer(call(answer(call(talk, 2, 'a'), 2), 3, 'a'), 3);
    expect(answers(made(talk))).toEqual(['a', 'a', 'words']);
  });

  it('have one answer for calls that were in flight together, though one ends before another begins', () => {
    const talk = listed(conversation(), 1, 'a', 'b', 'c', 'd');
    call(call(talk, 2, 'a'), 3, 'b');
    call(answer(talk, 2), 4, 'c');
    answer(answer(talk, 4), 3);
    answer(call(talk, 5, 'd'), 5);
    expect(answers(made(talk))).toEqual(['a+b+c', 'd', 'words']);
  });

  it('have one answer for a long call and all that were made while it was in flight', () => {
    const talk = listed(conversation(), 1, 'long', 'b', 'c');
    answer(call(call(talk, 2, 'long'), 3, 'b'), 3);
    answer(answer(call(talk, 4, 'c'), 4), 2);
    expect(answers(made(talk))).toEqual(['long+b+c', 'words']);
  });

  it('say so when a call without an answer may or may not have been made together with the next', () => {
    const talk = listed(conversation(), 1, 'a', 'b', 'c');
    answer(call(call(talk, 2, 'a'), 3, 'b'), 3);
    answer(call(talk, 4, 'c'), 4);
    const dialogue = made(talk);
    expect(answers(dialogue)).toEqual(['a+b', 'c', 'words']);
    expect(dialogue.turns[0]?.unsure).toContain('#2 was never settled');
    expect(dialogue.turns[1]?.unsure).toBeUndefined();
    expect(bodyOf(dialogue, 2)).toContain('‹no answer was recorded›');
  });

  it('end with a cancellation, whatever comes later', () => {
    const talk = listed(conversation(), 1, 'a', 'b');
    call(talk, 2, 'a').client({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    });
    answer(answer(call(talk, 3, 'b'), 2, 'too late'), 3);
    const dialogue = made(talk);
    expect(answers(dialogue)).toEqual(['a', 'b', 'words']);
    expect(bodyOf(dialogue, 3)).toContain('‹the call was cancelled›');
    expect(bodyOf(dialogue, 3)).not.toContain('too late');
  });

  it('take the tools from the newest list that the host had asked for by then', () => {
    const talk = listed(conversation(), 1, 'a');
    answer(call(talk, 2, 'a'), 2);
    talk.server({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    answer(call(talk, 3, 'a'), 3);
    listed(talk, 4, 'a', 'b');
    answer(call(talk, 5, 'b'), 5);
    const { turns } = made(talk);
    expect(turns.map(toolsOf)).toEqual([['a'], ['a'], ['a', 'b'], ['a', 'b']]);
  });

  it('have no tools where none were listed', () => {
    const { turns } = made(answer(call(conversation(), 2, 'a'), 2));
    expect(turns.map(toolsOf)).toEqual([undefined, undefined]);
  });

  it('join the pages of a list, and wait for the last of them', () => {
    const page = (id: number, name: string, params: object, more: object) =>
      talk.client({ jsonrpc: '2.0', id, method: 'tools/list', params }).server({
        jsonrpc: '2.0',
        id,
        result: { tools: [{ name, inputSchema: OBJECT }], ...more },
      });
    const talk = conversation();
    page(1, 'a', {}, { nextCursor: 'x' });
    page(2, 'b', { cursor: 'x' }, {});
    answer(call(talk, 3, 'b'), 3);
    expect(toolsOf(made(talk).turns[0])).toEqual(['a', 'b']);
  });

  it('take several rounds of a call for one, and read the last', () => {
    const talk = listed(conversation(), 1, 'a');
    const params = { name: 'a', arguments: { n: 2 } };
    talk
      .client({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })
      .server({
        jsonrpc: '2.0',
        id: 2,
        result: { resultType: 'input_required', inputRequests: {}, requestState: 's' },
      })
      .client({
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { ...params, inputResponses: {}, requestState: 's' },
      });
    const dialogue = made(answer(talk, 3, 'after the question'));
    expect(answers(dialogue)).toEqual(['a', 'words']);
    expect(bodyOf(dialogue, 2)).toContain('after the question');
  });

  it('follow a task to its result', () => {
    const talk = listed(conversation(), 1, 'a', 'b');
    call(talk, 2, 'a', { task: { ttl: 1000 } })
      .server({ jsonrpc: '2.0', id: 2, result: { task: { taskId: 't1', status: 'working' } } })
      .client({ jsonrpc: '2.0', id: 3, method: 'tasks/get', params: { taskId: 't1' } })
      .server({ jsonrpc: '2.0', id: 3, result: { taskId: 't1', status: 'completed' } })
      .client({ jsonrpc: '2.0', id: 4, method: 'tasks/result', params: { taskId: 't1' } });
    answer(talk, 4, 'of the task');
    answer(call(talk, 5, 'b'), 5);
    const dialogue = made(talk);
    expect(answers(dialogue)).toEqual(['a', 'b', 'words']);
    expect(bodyOf(dialogue, 2)).toContain('of the task');
  });

  it('begin anew with another opening', () => {
    const talk = listed(conversation().initialized(), 1, 'a');
    answer(call(talk, 2, 'a'), 2);
    listed(talk.initialized(), 3, 'a');
    answer(call(talk, 4, 'a'), 4);
    const { turns } = made(talk);
    expect(turns.map((each) => [each.number, each.conversation, each.length])).toEqual([
      [1, 1, 1],
      [2, 1, 3],
      [3, 2, 1],
      [4, 2, 3],
    ]);
  });

  it('are of the conversations in which anything was listed, called or brought', () => {
    const talk = listed(conversation().initialized().initialized(), 1, 'a');
    const { turns } = made(answer(call(talk, 2, 'a'), 2));
    expect(turns.map((each) => [each.number, each.conversation])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('offer no tool that the host leaves out', () => {
    const long = 'x'.repeat(140);
    const talk = answer(call(listed(conversation({ label: 'sv' }), 1, 'a', long), 2, 'a'), 2);
    expect(toolsOf(made(talk, 'claude-code:all-tools').turns[0])).toEqual(['a']);
    expect(bodyOf(made(talk, 'claude-code:all-tools'), 1)).not.toContain('xxx');
  });

  it('exist where nothing was said', () => {
    expect(answers(made(conversation()))).toEqual(['words']);
    expect(bodyOf(made(conversation()), 1)).toContain('‹the user’s words›');
  });
});

describe('what the recording cannot know', () => {
  it('is a placeholder: the words of user, host and model', () => {
    verifies('requests/placeholders');
    const dialogue = made(answer(call(listed(conversation(), 1, 'a'), 2, 'a'), 2));
    const body = bodyOf(dialogue, 2);
    for (const what of [
      'model',
      'the host’s own instructions',
      'the user’s words',
      'the model’s words, if any',
    ])
      expect(body).toContain(`"‹${what}›"`);
  });

  it('does not hold for the id of a call that the host sends along', () => {
    verifies('requests/placeholders');
    const talk = listed(conversation(), 1, 'a');
    call(talk, 2, 'a', { _meta: { 'claudecode/toolUseId': 'toolu_01X' } });
    const body = bodyOf(made(answer(talk, 2)), 2);
    expect(body).toContain('"type":"tool_use","id":"toolu_01X"');
    expect(body).toContain('"tool_use_id":"toolu_01X"');
  });
});

describe('what the user brings', () => {
  it('is a message of its own, behind words of the model', () => {
    verifies('requests/brought');
    const talk = listed(conversation(), 1, 'a');
    answer(call(talk, 2, 'a'), 2);
    talk.client({ jsonrpc: '2.0', id: 3, method: 'prompts/get', params: { name: 'p' } }).server({
      jsonrpc: '2.0',
      id: 3,
      result: { messages: [{ role: 'user', content: { type: 'text', text: 'of the prompt' } }] },
    });
    const dialogue = made(talk);
    expect(answers(dialogue)).toEqual(['a', 'words', 'words']);
    expect(bodyOf(dialogue, 2)).not.toContain('of the prompt');
    expect(bodyOf(dialogue, 3)).toMatch(/‹the model’s words›.*"role":"user".*of the prompt/);
  });
});

describe('a prompt with several messages', () => {
  it('keeps who said what', () => {
    verifies('requests/brought');
    const said = (role: string, text: string) => ({ role, content: { type: 'text', text } });
    const talk = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'p' } })
      .server({
        jsonrpc: '2.0',
        id: 1,
        result: { messages: [said('user', 'U1'), said('assistant', 'A1'), said('user', 'U2')] },
      });
    const body = JSON.parse(bodyOf(made(talk), 1)) as { messages: { role: string }[] };
    expect(body.messages.map((each) => each.role)).toEqual(['user', 'assistant', 'user']);
  });
});

describe('a failed call', () => {
  const talk = listed(conversation({ label: 'sv' }), 1, 'a');
  call(talk, 2, 'a').server({
    jsonrpc: '2.0',
    id: 2,
    result: { content: [{ type: 'text', text: 'f' }], isError: true },
  });
  call(talk, 3, 'a').server({ jsonrpc: '2.0', id: 3, error: { code: -32050, message: 'e' } });

  it.each([
    ['claude-messages', /"tool_use_id":"call_2","content":\[[^\]]*\],"is_error":true/],
    ['gemini-cli', /"response":\{"error":"[^"]*f.*"response":\{"error":"/],
  ])('has the flag of its API: %s', (host, flag) => {
    verifies('requests/as-read');
    expect(bodyOf(made(talk, host), 3)).toMatch(flag);
  });
});

describe('a model that calls tools from programs', () => {
  it('has one tool of the host, and calls inside of what it runs', () => {
    verifies('requests/deferred');
    const talk = answer(call(listed(conversation({ label: 'sv' }), 1, 'a'), 2, 'a'), 2);
    const dialogue = made(talk, 'codex-cli:code-mode');
    expect(bodyOf(dialogue, 1)).not.toContain('"tools":[{"type":"tool_search"');
    expect(bodyOf(dialogue, 1)).toContain('"type":"additional_tools"');
    const body = bodyOf(dialogue, 3);
    expect(body).toContain('"input":"‹program›tools.mcp__sv__a({\\"n\\":2})‹program›"');
    expect(body).toMatch(/"custom_tool_call_output","call_id":"call_2","output":.*answer 2/);
  });
});

describe('tools that are only found by a search', () => {
  it('are searched for once, before their first call, and are whole from then on', () => {
    verifies('requests/deferred');
    const talk = listed(conversation({ label: 'sv' }), 1, 'a', 'b');
    answer(call(answer(call(talk, 2, 'a'), 2), 3, 'a'), 3);
    const dialogue = made(talk, 'claude-code');
    expect(answers(dialogue)).toEqual(['search a', 'a', 'a', 'words']);
    expect(bodyOf(dialogue, 1)).not.toContain('"d a"');
    expect(bodyOf(dialogue, 2)).toContain('{"type":"tool_reference","tool_name":"mcp__sv__a"}');
    expect(bodyOf(dialogue, 2)).toContain('"d a"');
    expect(bodyOf(dialogue, 4)).not.toContain('"d b"');
  });

  it('stand in the output of the search where the API has such', () => {
    verifies('requests/deferred');
    const talk = answer(call(listed(conversation({ label: 'sv' }), 1, 'a', 'b'), 2, 'a'), 2);
    const dialogue = made(talk, 'codex-cli:gpt-5.5');
    expect(bodyOf(dialogue, 2)).toMatch(/"type":"tool_search_output".*"name":"mcp__sv".*"d a"/);
  });
});

describe('parallel calls', () => {
  const talk = listed(conversation({ label: 'sv' }), 1, 'a', 'b');
  answer(answer(call(call(talk, 2, 'a'), 3, 'b'), 3), 2);

  it.each([
    ['claude-messages', /"assistant","content":\[[^\]]*tool_use[^\]]*tool_use[^\]]*\]/],
    ['vscode-copilot', /"tool_calls":\[\{[^\]]*\},\{[^\]]*\}\]/],
    ['codex-cli', /"function_call",.{1,120}\},\{"type":"function_call",/],
    ['gemini-cli', /functionCall[^\]]*functionCall[^\]]*\]\},\{"role":"user"/],
  ])('are calls of one message, their results in the order of the calls: %s', (host, calls) => {
    verifies('requests/turns');
    const dialogue = made(talk, host);
    expect(answers(dialogue)).toEqual(['a+b', 'words']);
    const body = bodyOf(dialogue, 2);
    expect(body).toMatch(calls);
    expect(body).toMatch(/answer 2.*answer 3/s);
  });
});
