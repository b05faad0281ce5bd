import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { bin } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { servingHttp } from '../support/serve-run.ts';
import { verifies } from '../support/verifies.ts';

const everything = samplePath('everything');

/** What reached the client besides the results of its calls. */
class Heard {
  readonly logs: unknown[] = [];
  readonly asked: string[] = [];
  readonly progress: number[] = [];
  changes = 0;
}

/** A client of SDK 1 that answers the server as the recorded one did. */
function clientOfEverything(heard: Heard): Client {
  const capabilities = { roots: {}, sampling: {}, elicitation: {} };
  const client = new Client({ name: 'client-x', version: '1' }, { capabilities });
  client.setRequestHandler(ListRootsRequestSchema, () => {
    heard.asked.push('roots');
    return { roots: [{ uri: 'file:///srv/catatan', name: 'catatan' }] };
  });
  client.setRequestHandler(CreateMessageRequestSchema, () => {
    heard.asked.push('sampling');
    const content = { type: 'text' as const, text: 'Dua anak kelas 7A.' };
    return { role: 'assistant' as const, model: 'none', content, stopReason: 'endTurn' };
  });
  client.setRequestHandler(ElicitRequestSchema, () => {
    heard.asked.push('elicitation');
    return { action: 'decline' as const };
  });
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    heard.logs.push(params.data);
  });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    heard.changes += 1;
  });
  return client;
}

/** The tour that was recorded with the reference server: tools that ask, tell and take their time. */
async function tour(client: Client, heard: Heard): Promise<string[]> {
  await client.listTools();
  await client.setLoggingLevel('debug');
  const call = async (name: string, args: object = {}) => {
    const onprogress = ({ progress }: { progress: number }) => heard.progress.push(progress);
    const params = { name, arguments: { ...args } };
    const { content } = await client.callTool(params, undefined, { onprogress });
    return JSON.stringify(content);
  };
  const answers = [
    await call('trigger-long-running-operation', { duration: 0.4, steps: 4 }),
    await call('trigger-sampling-request', { prompt: 'Siapa kelas 7A?', maxTokens: 50 }),
    await call('trigger-elicitation-request'),
    ...(await Promise.all(['satu', 'dua'].map((message) => call('echo', { message })))),
  ];
  await client.ping();
  return answers;
}

const EXPECTED = [
  'Long running operation completed',
  'Dua anak kelas 7A.',
  'User declined',
  'Echo: satu',
  'Echo: dua',
];

describe('a session in which the server asks and tells plays', () => {
  verifies('serve-in-place', 'serve-sdk-clients');

  it('on stdio, with its pauses', async () => {
    verifies('serve-timing');
    const heard = new Heard();
    const client = clientOfEverything(heard);
    // This client forgets progress that comes in one piece with the answer.
    const args = [bin, 'serve', everything, '--timing', 'recorded'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
    );
    const answers = await tour(client, heard);
    expectTour(answers, heard);
    await client.close();
  });

  it('over HTTP, with nothing to tell', async () => {
    verifies('serve-http');
    const serving = await servingHttp([everything]);
    const heard = new Heard();
    const client = clientOfEverything(heard);
    // Its types do not stand `exactOptionalPropertyTypes`.
    const transport = new StreamableHTTPClientTransport(new URL(serving.url));
    await client.connect(transport as unknown as StdioClientTransport);
    const answers = await tour(client, heard);
    expectTour(answers, heard);
    await client.close();
    expect(await serving.stop()).toBe(0);
    expect(serving.told().trimEnd().split('\n')).toHaveLength(1);
  });
});

function expectTour(answers: readonly string[], heard: Heard): void {
  for (const [nth, words] of EXPECTED.entries()) expect(answers[nth]).toContain(words);
  expect(heard.asked).toEqual(['roots', 'sampling', 'elicitation']);
  // The last one was recorded in one piece with the answer, and is forgotten as it was then.
  expect(heard.progress.slice(0, 3)).toEqual([1, 2, 3]);
  expect(heard.changes).toBe(4);
  expect(heard.logs).toEqual(['Roots updated: 1 root(s) received from client']);
}
