// OpenAI Agents SDK for JavaScript.
import {
  Agent,
  MCPServerStdio,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  setTracingDisabled,
} from '@openai/agents';
import OpenAI from 'openai';
import { format, KEY, MODEL, MOST_TURNS, PROMPT, server, untilDone, url } from './env.mjs';

setTracingDisabled(true);
const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
const Model = format === 'chat' ? OpenAIChatCompletionsModel : OpenAIResponsesModel;
const mcp = new MCPServerStdio({ name: 'canary', ...server });
await mcp.connect();
const agent = new Agent({
  name: 'canary-host',
  model: new Model(openai, MODEL),
  mcpServers: [mcp],
});
await untilDone(() =>
  new Runner({ tracingDisabled: true }).run(agent, PROMPT, { maxTurns: MOST_TURNS }),
);
await mcp.close();
