// mcp-use with its LangChain agent.
import { MCPAgent, MCPClient } from 'mcp-use';
import { format, KEY, MODEL, MOST_TURNS, PROMPT, server, untilDone, url } from './env.mjs';

const models = {
  anthropic: async () => {
    const { ChatAnthropic } = await import('@langchain/anthropic');
    return new ChatAnthropic({ model: MODEL, apiKey: KEY, anthropicApiUrl: url, maxRetries: 0 });
  },
  chat: async () => {
    const { ChatOpenAI } = await import('@langchain/openai');
    const configuration = { baseURL: `${url}/v1` };
    return new ChatOpenAI({ model: MODEL, apiKey: KEY, configuration, maxRetries: 0 });
  },
};

const client = MCPClient.fromDict({ mcpServers: { canary: server } });
const agent = new MCPAgent({
  llm: await models[format](),
  client,
  maxSteps: MOST_TURNS,
  memoryEnabled: false,
});
await untilDone(() => agent.run({ prompt: PROMPT, maxSteps: MOST_TURNS }));
await client.closeAllSessions();
