// Mastra with `@mastra/mcp`.
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
import { format, KEY, MODEL, MOST_TURNS, PROMPT, server, untilDone, url } from './env.mjs';

const models = {
  anthropic: async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY })(MODEL);
  },
  chat: async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: 'canary', baseURL: `${url}/v1`, apiKey: KEY })(MODEL);
  },
};

const mcp = new MCPClient({ servers: { canary: server } });
const model = await models[format]();
const agent = new Agent({
  id: 'canary-host',
  name: 'canary-host',
  instructions: 'Test.',
  model,
  tools: await mcp.listTools(),
});
await untilDone(() => agent.generate(PROMPT, { maxSteps: MOST_TURNS }));
await mcp.disconnect();
process.exit(0);
