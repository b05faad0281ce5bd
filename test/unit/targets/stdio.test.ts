import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runAsrama } from '../../../src/targets/asrama/index.ts';
import { startService } from '../../../src/targets/asrama/service.ts';
import { verifies } from '../../support/verifies.ts';
import { converse, initialize, MODERN_META, resultOf } from './conversation.ts';

afterEach(() => vi.unstubAllEnvs());

const rooms = { name: 'daftar_kamar', arguments: {} };

describe.each(['v1', 'v2'] as const)('asrama on stdio with SDK %s', (sdk) => {
  it('answers what was asked before the input ended, then ends', async () => {
    verifies('asrama-ends');
    const conversation = converse({ sdk });
    const answers = [
      initialize(conversation),
      conversation.ask('tools/call', rooms),
      conversation.ask('tools/call', { name: 'cari_anak', arguments: {} }),
      conversation.ask('resources/read', { uri: 'asrama://kamar' }),
    ];
    const lines = await conversation.end();
    await Promise.all(answers);
    expect(lines).toHaveLength(4);
  });

  it('ends when the input ends before anything was sent', async () => {
    verifies('asrama-ends');
    expect(await converse({ sdk }).end()).toEqual([]);
  });

  it('ends when the client no longer reads', async () => {
    verifies('asrama-ends');
    const output = new PassThrough();
    const leave = () => void output.destroy(new Error('EPIPE'));
    const served = runAsrama({ sdk, input: new PassThrough(), output, log: leave });
    await expect(served).resolves.toBeUndefined();
    expect(output.destroyed).toBe(true);
  });

  it('tells apart invalid arguments, a failure and success by isError', async () => {
    verifies('asrama-errors');
    const conversation = converse({ sdk });
    await initialize(conversation);
    const isError = async (name: string, args: object) =>
      resultOf(await conversation.ask('tools/call', { name, arguments: args }))['isError'];
    expect(await isError('absensi_harian', {})).toBe(true);
    expect(await isError('cari_anak', { limit: 'banyak' })).toBe(true);
    expect(await isError('detail_anak', { id_anak: 'X999' })).toBe(true);
    expect(await isError('detail_anak', { id_anak: 'A001' })).toBe(false);
    expect(await isError('cari_anak', { limit: 500 })).toBe(false);
    await conversation.end();
  });

  it('asks the service that the environment names', async () => {
    const service = await startService({ token: 'lain' });
    vi.stubEnv('ASRAMA_API_URL', service.url);
    vi.stubEnv('ASRAMA_API_TOKEN', 'lain');
    const right = converse({ sdk });
    await initialize(right);
    expect(resultOf(await right.ask('tools/call', rooms))['isError']).toBe(false);
    await right.end();
    vi.stubEnv('ASRAMA_API_TOKEN', '');
    const wrong = converse({ sdk });
    await initialize(wrong);
    const refused = resultOf(await wrong.ask('tools/call', rooms));
    expect(JSON.stringify(refused)).toContain('status 401');
    await wrong.end();
    await service.close();
  });
});

describe('the eras of asrama', () => {
  verifies('asrama-eras');

  it('are both answered by SDK v2; the first message decides', async () => {
    const conversation = converse({ sdk: 'v2' });
    const discovered = resultOf(await conversation.ask('server/discover', { _meta: MODERN_META }));
    expect(discovered).toMatchObject({
      supportedVersions: ['2026-07-28'],
      instructions: expect.stringContaining('asrama'),
    });
    const params = { ...rooms, _meta: MODERN_META };
    expect(resultOf(await conversation.ask('tools/call', params))).toMatchObject({
      resultType: 'complete',
      isError: false,
    });
    await conversation.end();
  });

  it.each([{ sdk: 'v1' as const }, { sdk: 'v2' as const, legacyOnly: true }])(
    'are only the legacy one with %o',
    async (options) => {
      const conversation = converse(options);
      expect(await conversation.ask('server/discover', { _meta: MODERN_META })).toMatchObject({
        error: { code: -32601 },
      });
      expect(resultOf(await initialize(conversation))['protocolVersion']).toBe('2025-06-18');
      await conversation.end();
    },
  );
});

describe('the URL of the service', () => {
  it.each(['not a url', 'file:///etc/passwd'])('is refused when it is %s', async (apiUrl) => {
    await expect(runAsrama({ sdk: 'v2', apiUrl })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(apiUrl),
    });
  });
});
