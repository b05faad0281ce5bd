import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../src/model/recording.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { node, start, teed } from '../support/peer.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { askAsrama, SDK_CLIENTS, type SdkClient, seenBy } from '../support/sdk-clients.ts';
import { endingOf, eraOf, faultsIn, playedBothWays } from '../support/tapped.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => node(join(import.meta.dirname, '../fixtures/servers', name));

/** Eras of the recordings: a client that probes leaves one of the probe, if that told it to go on. */
const ERAS: Record<string, Record<string, readonly string[]>> = {
  v1: {
    v1: ['legacy'],
    v2: ['legacy'],
    'v2 auto': ['unknown', 'legacy'],
    'v2 pinned': ['unknown'],
  },
  v2: {
    v1: ['legacy'],
    v2: ['legacy'],
    'v2 auto': ['modern', 'modern'],
    'v2 pinned': ['modern', 'modern'],
  },
};

describe.each(['v1', 'v2'])('asrama on SDK %s, driven through tee by', (sdk) => {
  verifies('tee:sdk-clients');
  const command = node(bin, 'asrama', '--sdk', sdk);

  it.each(SDK_CLIENTS)('the client %s', async (name) => {
    const { seen, recordings } = await playedBothWays(playing(name, askAsrama), command);
    expect(recordings.map(eraOf)).toEqual(ERAS[sdk]?.[name]);
    expect(recordings.map(({ end }) => end?.closedBy)).toEqual(recordings.map(() => 'client'));
    expect(recordings.flatMap(faultsIn)).toEqual([]);
    if (name === 'v2 pinned' && sdk === 'v1') {
      expect(seen).toEqual({ refused: expect.stringContaining('did not offer pinned') });
      return;
    }
    expect(seen).toMatchObject({ server: { name: 'asrama' }, errors: [] });
    const [session, probe] = recordings.toReversed();
    // Not killed: the client sends SIGTERM to a server that stays for two seconds. That its output has
    // ended is told where its exit is not known yet.
    const ending = session ? endingOf(session).filter((each) => each !== 'stdout-closed') : [];
    expect(ending).toEqual(['started', 'stdin-closed', 'exit 0']);
    // The client is done with it at once: end of input and SIGTERM in one breath.
    if (probe) expect(endingOf(probe)).toContain('signal SIGTERM');
  });
});

describe('a server that does not know the probe of a client for both eras', () => {
  verifies('tee:sdk-clients');
  const play = playing('v2 auto', (client) => client.listTools());

  it.each([
    ['refuses it', 'plain.mjs', 'unknown', []],
    ['refuses the revision, and lists older ones', 'legacy-refusal.mjs', 'modern', []],
    [
      'ends',
      'ends-at-probe.mjs',
      'unknown',
      [
        expect.stringMatching(
          /^problem process\/died-before-handshake: server\/discover .* code 1 /,
        ),
      ],
    ],
  ])('%s: the client opens as before', async (_, name, era, faults) => {
    const { seen, recordings } = await playedBothWays(play, fixture(name));
    expect(seen).toMatchObject({ results: { tools: [{ name: 'probe' }] }, errors: [] });
    expect(recordings.map(eraOf)).toEqual([era, 'legacy']);
    expect(recordings.map(faultsIn)).toEqual([faults, []]);
  });

  it('refuses the revision, and lists newer ones alone: the client gives up', async () => {
    const { seen, recordings } = await playedBothWays(play, fixture('modern-refusal.mjs'));
    expect(seen).toEqual({ refused: 'ProtocolError: Unsupported protocol version' });
    expect(recordings.map(eraOf)).toEqual(['modern']);
  });
});

describe('a server that offers a version which is none', () => {
  verifies('tee:sdk-clients');

  it.each(['v1', 'v2'])('is left by the client %s, and the recording says why', async (name) => {
    const play = playing(name, (client) => client.listTools());
    const { seen, recordings } = await playedBothWays(play, fixture('no-version.mjs'));
    expect(seen).toEqual({ refused: expect.stringContaining('2099-01-01') });
    expect(recordings.map(({ end }) => end?.closedBy)).toEqual(['client']);
    expect(recordings.flatMap(faultsIn)).toEqual([
      expect.stringMatching(
        /^warning lifecycle\/revision: .* answered 2099-01-01: .* the client closed /,
      ),
    ]);
  });
});

describe('two recordings of one conversation, at both ends of a bridge', () => {
  verifies('tee:order');

  it('hold the same messages in the same order, however early they were sent', async () => {
    const folder = emptyFolder();
    const [near, far] = [join(folder, 'near.ndjson'), join(folder, 'far.ndjson')];
    const bridge = start(teed(['-o', near], teed(['-o', far], fixture('plain.mjs'))));
    // The server must not be asked before it is told `initialized`; what is, stays where it was.
    const methods = ['initialize', 'logging/setLevel', 'notifications/initialized', 'tools/list'];
    const clientInfo = { name: 'client', version: '1' };
    const paramsOf: Readonly<Record<string, object>> = {
      initialize: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
      'logging/setLevel': { level: 'info' },
    };
    const messages = methods.map((method, id) => ({
      jsonrpc: '2.0',
      ...(!method.startsWith('notifications/') && { id }),
      method,
      params: paramsOf[method] ?? {},
    }));
    bridge.child.stdin?.end(messages.map((each) => `${JSON.stringify(each)}\n`).join(''));
    await bridge.ended;
    const [a, b] = await Promise.all([near, far].map(loadRecording));
    expect(a && askedIn(a)).toEqual(methods);
    expect(b && askedIn(b)).toEqual(methods);
    expect(a && faultsIn(a)).toEqual([
      expect.stringMatching(/^note lifecycle\/order: logging\/setLevel \(id 1\) came before/),
    ]);
    // The times at both ends may differ, and that is told as `info`.
    const compared = await sadap(['diff', near, far, '--fail-on', 'minor']);
    expect(compared).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/no differences|3 of 3 common exchanges mean the same/),
    });
  });
});

function askedIn(recording: Recording): unknown[] {
  return buildSession(recording).messages.flatMap(({ from, message }) =>
    from === 'client' && 'method' in message ? [message.method] : [],
  );
}

function playing(name: string, converse: (client: SdkClient) => Promise<unknown>) {
  return (command: readonly string[]) => seenBy(name, { command }, converse);
}
