import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../src/protocol/session.ts';
import { loadRecording } from '../../src/recording/load.ts';
import { asramaOverHttp, proxyBefore } from '../support/proxy-run.ts';
import { askAsrama, SDK_CLIENTS, seenBy } from '../support/sdk-clients.ts';
import { faultsIn } from '../support/tapped.ts';
import { verifies } from '../support/verifies.ts';

const ERAS: Record<string, Record<string, string>> = {
  v1: { v1: 'legacy', v2: 'legacy', 'v2 auto': 'legacy', 'v2 pinned': 'unknown' },
  v2: { v1: 'legacy', v2: 'legacy', 'v2 auto': 'modern', 'v2 pinned': 'modern' },
};

describe.each(['v1', 'v2'] as const)('asrama on SDK %s over HTTP, through the proxy', (sdk) => {
  verifies('proxy:same-results');

  it.each(SDK_CLIENTS)('gives the same to the client %s', async (name) => {
    const server = await asramaOverHttp(sdk);
    const proxy = await proxyBefore(server.url);
    const see = (url: string) => seenBy(name, { url, token: 't-1' }, askAsrama);
    const directly = await see(server.url);
    expect(await see(proxy.url)).toEqual(directly);
    expect(await proxy.stop()).toBe(0);
    const recording = await loadRecording(proxy.recording);
    expect(recording.damage).toEqual([]);
    expect(readFileSync(proxy.recording, 'utf8')).not.toContain('t-1');
    const { era, orphans, exchanges } = buildSession(recording);
    expect(era).toBe(ERAS[sdk]?.[name]);
    expect(orphans).toEqual([]);
    expect(exchanges.filter(({ outcome }) => outcome.kind !== 'answered')).toEqual([]);
    expect(faultsIn(recording)).toEqual([]);
  });
});
