import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { node, start, teed } from '../support/peer.ts';
import { bin, emptyFolder } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const asrama = (sdk: string) => node(bin, 'asrama', '--sdk', sdk);

/** What a client of the SDK sees of a server, all in all. */
async function session([command = '', ...args]: readonly string[]) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({ command, args: [...args], stderr: 'ignore' });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  await client.connect(transport);
  const { tools } = await client.listTools();
  const found = await client.callTool({ name: 'cari_anak', arguments: { kelas: '7A' } });
  const missing = await client.callTool({ name: 'detail_anak', arguments: { nik: '0' } });
  const refused = await client.callTool({ name: 'tidak_ada', arguments: {} }).catch(String);
  const seen = { server: client.getServerVersion(), tools, found, missing, refused, errors };
  const began = performance.now();
  await client.close();
  return { seen, closing: performance.now() - began };
}

describe.each(['v1', 'v2'])('the client of the TypeScript SDK and asrama on SDK %s', (sdk) => {
  verifies('tee:sdk-clients');

  it('sees the same directly and through tee, and closes without a kill', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const direct = await session(asrama(sdk));
    const through = await session(teed(['-o', file], asrama(sdk)));
    expect(through.seen).toEqual(direct.seen);
    // The client would send SIGTERM after two seconds.
    expect(through.closing).toBeLessThan(1900);
    const { end, damage } = recordingFrom(readFileSync(file), file);
    expect(damage).toEqual([]);
    expect(end).toMatchObject({ closedBy: 'client', exit: { code: 0, signal: null } });
  });

  it('sends and gets the same bytes', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    await session(teed(['-o', file], asrama(sdk)));
    const { items } = recordingFrom(readFileSync(file), file);
    const sent = rawBytes(items, 'client');
    const replies = async (command: readonly string[]) => {
      const peer = start(command);
      // One at a time, as the client did: the server may answer in another order otherwise.
      for (const line of sent.toString().trim().split('\n')) {
        peer.child.stdin?.write(`${line}\n`);
        const { id } = JSON.parse(line);
        if (id !== undefined) await peer.says(`"id":${id}`);
      }
      peer.child.stdin?.end();
      return peer.ended;
    };
    const direct = await replies(asrama(sdk));
    const through = await replies(teed(['-o', '/dev/null'], asrama(sdk)));
    expect(through.stdout.toString()).toBe(direct.stdout.toString());
    expect(through.code).toBe(direct.code);
  });
});
