import { describe, expect, it } from 'vitest';
import type { JsonMembers } from '../../../../src/targets/canary/marker.ts';
import { chat } from '../../../../src/targets/canary/model/chat.ts';
import { gemini } from '../../../../src/targets/canary/model/gemini.ts';
import { least } from '../../../../src/targets/canary/model/least.ts';
import { responses } from '../../../../src/targets/canary/model/responses.ts';
import { CallScript } from '../../../../src/targets/canary/model/script.ts';
import { verifies } from '../../../support/verifies.ts';

function tool(name: string, description = ''): JsonMembers {
  return { type: 'function', function: { name, description } };
}

describe('the script of the model', () => {
  verifies('canary.model.script');

  it('remembers what was offered when a request only brings a result', () => {
    const script = new CallScript();
    const tools = [tool('canary_text_one'), tool('canary_text_two')];
    script.next(chat, { tools, messages: [{ role: 'user' }] }, 'm');
    const { calls } = script.next(chat, { messages: [{ role: 'tool' }] }, 'm');
    expect(calls.map((call) => call.tool)).toEqual(['canary_text_two']);
  });

  it('keeps its calls for the run when a host asks something else about the history', () => {
    const script = new CallScript();
    const tools = [tool('canary_text_one'), tool('canary_text_two')];
    script.next(chat, { tools }, 'm');
    const aside = { messages: [{ role: 'tool' }, { role: 'user' }] };
    expect(script.next(chat, aside, 'm').calls).toEqual([]);
  });

  it('answers in the form that a request wants', () => {
    const responseJsonSchema = {
      type: 'object',
      properties: { why: { type: 'string' }, sure: { type: 'number' } },
    };
    const body = { generationConfig: { responseJsonSchema } };
    expect(new CallScript().next(gemini, body, 'm').text).toBe('{"why":"x","sure":0}');
  });

  it('searches deferred tools, and calls them through the tool for that', () => {
    const script = new CallScript();
    const text = 'Tools:\n- "mcp__c__canary_text_one": "CNRY-canary-text-one-description-x7"\n';
    const body = {
      tools: [tool('tool_search'), tool('tool_call')],
      messages: [{ role: 'user', content: text }],
    };
    const [search] = script.next(chat, body, 'm').calls;
    expect(search).toMatchObject({ tool: '(search)', offered: { name: 'tool_search' } });
    const [call] = script.next(chat, body, 'm').calls;
    expect(call).toMatchObject({
      tool: 'canary_text_one',
      offered: { name: 'tool_call' },
      input: { name: 'mcp__c__canary_text_one', arguments: { q: 'x' } },
    });
    expect(script.next(chat, body, 'm').calls).toEqual([]);
  });

  it('searches with the tool of OpenAI Responses, and calls what was found', () => {
    const script = new CallScript();
    const tools = [{ type: 'tool_search', execution: 'client' }];
    const first = script.next(responses, { tools, input: [{ role: 'user' }] }, 'm');
    expect(responses.answer(first)['output']).toMatchObject([
      { type: 'tool_search_call', execution: 'client', arguments: { query: 'canary' } },
    ]);
    const group = { type: 'namespace', name: 'mcp__c', tools: [{ name: 'canary_text_one' }] };
    const input = [{ type: 'tool_search_output', tools: [group] }];
    const second = script.next(responses, { tools, input }, 'm');
    expect(responses.answer(second)['output']).toMatchObject([
      { type: 'function_call', name: 'canary_text_one', namespace: 'mcp__c' },
    ]);
  });

  it('writes program text where tools are called by it', () => {
    const script = new CallScript();
    const exec = { type: 'custom', name: 'exec' };
    const offer = {
      type: 'additional_tools',
      tools: [{ type: 'namespace', name: 'functions', tools: [exec] }],
    };
    const first = script.next(responses, { input: [offer] }, 'm');
    expect(responses.answer(first)['output']).toMatchObject([
      { type: 'custom_tool_call', name: 'exec', input: expect.stringContaining('ALL_TOOLS') },
    ]);
    const listed = [{ name: 'mcp__c__canary_text_one', description: '' }];
    const output = { type: 'custom_tool_call_output', output: JSON.stringify(listed) };
    const second = script.next(responses, { input: [offer, output] }, 'm');
    const event = responses.events(second).find(({ event: type }) => type?.endsWith('item.done'));
    expect(event?.data).toMatchObject({
      item: { input: 'text(await tools["mcp__c__canary_text_one"]({"q":"x"}))' },
    });
  });

  it.each([
    [{ type: 'STRING' }, 'x'],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ type: 'array', items: {} }, []],
    [{ type: 'boolean' }, false],
    [{ properties: { a: { type: 'integer' } } }, { a: 0 }],
  ])('finds for %j the least value %j', (schema, value) => {
    expect(least(schema)).toEqual(value);
  });
});
