// LangChain for JavaScript with `@langchain/mcp-adapters`.
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createAgent } from 'langchain';
import { format, KEY, MODEL, MOST_TURNS, PROMPT, server, untilDone, url } from './env.mjs';

const models = {
  anthropic: async () => {
    const { ChatAnthropic } = await import('@langchain/anthropic');
    return new ChatAnthropic({ model: MODEL, apiKey: KEY, anthropicApiUrl: url, maxRetries: 0 });
  },
  chat: () => openai({}),
  responses: () => openai({ useResponsesApi: true }),
};
async function openai(more) {
  const { ChatOpenAI } = await import('@langchain/openai');
  const configuration = { baseURL: `${url}/v1` };
  return new ChatOpenAI({ model: MODEL, apiKey: KEY, configuration, maxRetries: 0, ...more });
}

const client = new MultiServerMCPClient({
  mcpServers: { canary: { transport: 'stdio', ...server } },
});
const agent = createAgent({ model: await models[format](), tools: await client.getTools() });
await untilDone(() =>
  agent.invoke(
    { messages: [{ role: 'user', content: PROMPT }] },
    { recursionLimit: 3 * MOST_TURNS },
  ),
);
await client.close();
