// The MCP helpers of `@anthropic-ai/sdk` with its tool runner, over the official client of MCP.
import Anthropic from '@anthropic-ai/sdk';
import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { format, KEY, MODEL, MOST_TURNS, PROMPT, server, url } from './env.mjs';

const client = new Client({ name: 'canary-host', version: '1.0.0' });
await client.connect(new StdioClientTransport(server));
const listed = [];
let cursor;
do {
  const page = await client.listTools(cursor === undefined ? {} : { cursor });
  listed.push(...page.tools);
  cursor = page.nextCursor;
} while (cursor !== undefined);

const anthropic = new Anthropic({ baseURL: url, apiKey: KEY, maxRetries: 0 });
const runner = anthropic.beta.messages.toolRunner({
  model: MODEL,
  max_tokens: 1000,
  max_iterations: MOST_TURNS,
  messages: [{ role: 'user', content: PROMPT }],
  tools: mcpTools(listed, client),
  stream: format === 'anthropic-stream',
});
for await (const message of runner) if (format === 'anthropic-stream') await message.finalMessage();
await client.close();
