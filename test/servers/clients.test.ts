import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../support/sadap.ts';
import { SDK_CLIENTS, type SdkClient, seenBy } from '../support/sdk-clients.ts';
import { endingOf, eraOf, faultsIn, playedBothWays } from '../support/tapped.ts';
import { verifies } from '../support/verifies.ts';

const programs = join(import.meta.dirname, 'node_modules/.bin');

const obstacle = existsSync(join(programs, 'mcp-server-everything'))
  ? undefined
  : 'the servers are not installed; npm run servers:install';
if (obstacle) console.warn(`Tests of clients with published servers are skipped: ${obstacle}`);

describe.skipIf(obstacle).each(SDK_CLIENTS)('through tee the client %s', (name) => {
  verifies('tee:sdk-clients');

  it('gets the same from server-everything, and sends it the same', async () => {
    const command = [join(programs, 'mcp-server-everything'), 'stdio'];
    await playedAlike(name, command, async (client) => [
      await client.listTools(),
      await client.callTool({ name: 'echo', arguments: { message: 'halo \u2028 🏠' } }),
      await client.callTool({ name: 'get-sum', arguments: { a: 0.1, b: 0.2 } }),
      await client.callTool({
        name: 'get-structured-content',
        arguments: { location: 'New York' },
      }),
      await client.callTool({ name: 'get-tiny-image', arguments: {} }),
      await client.callTool({ name: 'get-resource-links', arguments: { count: 2 } }),
      await client.callTool({ name: 'no-such', arguments: {} }).catch(String),
      await client.listResources(),
      await client.listPrompts(),
      await client.getPrompt({ name: 'simple-prompt' }),
    ]);
  });

  it('gets the same from server-filesystem, and sends it the same', async () => {
    const folder = join(emptyFolder(), 'catatan');
    mkdirSync(folder);
    writeFileSync(join(folder, 'catatan.txt'), 'Kamar Al-Fatih 1: periksa lampu.\n');
    const path = (file: string) => ({ path: join(folder, file) });
    await playedAlike(name, [join(programs, 'mcp-server-filesystem'), folder], async (client) => [
      await client.listTools(),
      await client.callTool({ name: 'list_allowed_directories', arguments: {} }),
      await client.callTool({ name: 'list_directory', arguments: path('') }),
      await client.callTool({ name: 'read_text_file', arguments: path('catatan.txt') }),
      await client.callTool({ name: 'read_text_file', arguments: path('none.txt') }),
    ]);
  });
});

/** Both servers speak legacy only: a pinned client gives up, a probing one falls back. */
async function playedAlike(
  name: string,
  command: readonly string[],
  converse: (client: SdkClient) => Promise<unknown>,
): Promise<void> {
  const play = (each: readonly string[]) => seenBy(name, { command: each }, converse);
  const { seen, recordings } = await playedBothWays(play, command);
  expect(recordings.flatMap(faultsIn)).toEqual([]);
  if (name === 'v2 pinned') {
    expect(seen).toEqual({ refused: expect.stringContaining('did not offer pinned') });
    expect(recordings.map(eraOf)).toEqual(['unknown']);
    return;
  }
  const listed = expect.objectContaining({ tools: expect.anything() });
  expect(seen).toMatchObject({ errors: [], results: expect.arrayContaining([listed]) });
  const probes = name === 'v2 auto' ? ['unknown'] : [];
  expect(recordings.map(eraOf)).toEqual([...probes, 'legacy']);
  expect(recordings.map(endingOf).at(-1)).toEqual(['started', 'stdin-closed', 'exit 0']);
}
