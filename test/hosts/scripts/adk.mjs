// Agent Development Kit for JavaScript.
import { Gemini, InMemoryRunner, LlmAgent, MCPToolset } from '@google/adk';
import { KEY, PROMPT, server, untilDone, url } from './env.mjs';

const model = new Gemini({ model: 'gemini-2.5-pro', apiKey: KEY, baseUrl: url });
// The address goes by the environment in versions that have no option for it.
process.env.GOOGLE_GEMINI_BASE_URL = url;
const toolset = new MCPToolset({ type: 'StdioConnectionParams', serverParams: server });
const agent = new LlmAgent({ name: 'canary_host', model, tools: [toolset] });
const runner = new InMemoryRunner({ agent, appName: 'canary' });
await untilDone(async () => {
  const session = await runner.sessionService.createSession({ appName: 'canary', userId: 'u' });
  const newMessage = { role: 'user', parts: [{ text: PROMPT }] };
  const run = runner.runAsync({
    userId: 'u',
    sessionId: session.id,
    newMessage,
    runConfig: { maxLlmCalls: 200 },
  });
  for await (const event of run)
    if (event.errorCode) throw new Error(`${event.errorCode} ${event.errorMessage}`);
});
await toolset.close();
process.exit(0);
