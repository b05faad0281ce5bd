import { canaryTools } from '../../../src/targets/canary/tools.ts';

type Json = Record<string, unknown>;

/** How a made-up host puts what it gets into an Anthropic request. */
export interface MadeUpHost {
  readonly tool?: (tool: Json) => Json | undefined;
  readonly result?: (result: Json) => Json;
  readonly system?: string;
}

const PLAIN = {
  tool: ({ name, description, inputSchema }: Json) => ({
    name,
    description,
    input_schema: inputSchema,
  }),
  result: (result: Json) => result,
};

/** The capture of one run of a host that calls every tool of the canary, one a turn. */
export function captureOf(host: MadeUpHost): string {
  const { tool, result, system } = { ...PLAIN, ...host };
  const called = canaryTools();
  const tools = called.flatMap(({ definition }) => tool({ ...definition }) ?? []);
  const messages: Json[] = [{ role: 'user', content: 'go' }];
  const lines: Json[] = [{ type: 'header', format: 'sadap-canary', version: 1 }];
  const ask = (calls: Json[]) =>
    lines.push({
      type: 'request',
      seq: lines.length - 1,
      api: 'anthropic-messages',
      calls,
      body: { ...(system === undefined ? {} : { system }), tools, messages: [...messages] },
    });
  for (const [index, { name, answer }] of called.entries()) {
    const id = `call_${index}`;
    ask([{ tool: name, id, name }]);
    const use = { type: 'tool_use', id, name, input: {} };
    messages.push({ role: 'assistant', content: [use] });
    const content = result({ ...(answer.result ?? { error: answer.error }) });
    messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, ...content }],
    });
  }
  ask([]);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
