// Vercel AI SDK: `ai` with `@ai-sdk/mcp`, the same for both majors.
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { generateText, stepCountIs, streamText } from 'ai';
import { format, KEY, MODEL, MOST_TURNS, PROMPT, server, untilDone, url } from './env.mjs';

const models = {
  anthropic: async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY })(MODEL);
  },
  responses: async () => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: `${url}/v1`, apiKey: KEY }).responses(MODEL);
  },
  chat: async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: 'canary', baseURL: `${url}/v1`, apiKey: KEY })(MODEL);
  },
  gemini: async () => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: KEY })(MODEL);
  },
};

const client = await createMCPClient({ transport: new StdioTransport(server) });
const request = {
  model: await models[format](),
  tools: await client.tools(),
  prompt: PROMPT,
  stopWhen: stepCountIs(MOST_TURNS),
};
await untilDone(async () => {
  // Streaming and not take different ways through the providers; one format uses the other way.
  if (format === 'anthropic') await generateText(request);
  else
    await streamText({ ...request, onError: ({ error }) => console.error(error) }).consumeStream();
});
await client.close();
