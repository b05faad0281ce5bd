import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';

const root = join(import.meta.dirname, '../../..');
/** Beside the packages, so that what is not bundled is found. */
let folder = '';

beforeAll(async () => {
  const modules = dirname(dirname(createRequire(import.meta.url).resolve('esbuild/package.json')));
  folder = mkdtempSync(join(modules, '.asrama-test-'));
  await build({
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['@modelcontextprotocol/*', 'zod', 'zod/*'],
    outfile: join(folder, 'run.cjs'),
    stdin: { contents: PROGRAM, resolveDir: root, loader: 'ts' },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts what its first argument says, with the options in the second. */
const PROGRAM = `
  import { runAsrama, runAsramaService } from './src/targets/asrama/index.ts';
  const run = { runAsrama, runAsramaService }[process.argv[2]];
  run(JSON.parse(process.argv[3])).catch((error) => {
    console.error(error);
    process.exitCode = 70;
  });
`;

function start(run: 'runAsrama' | 'runAsramaService', options: object, env: object = {}) {
  const child = spawn(process.execPath, [join(folder, 'run.cjs'), run, JSON.stringify(options)], {
    env: { ...process.env, ASRAMA_API_URL: '', ASRAMA_HTTP_TOKEN: '', ...env },
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, written, exited };
}

/** Resolves with what the pattern found on stderr. */
async function logged(child: ChildProcess, written: { err: string }, pattern: RegExp) {
  while (!pattern.test(written.err)) {
    if (child.exitCode !== null) throw new Error(`ended: ${written.err}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return pattern.exec(written.err)?.[1] ?? '';
}

const LIST = '{"jsonrpc":"2.0","id":"a","method":"tools/list"}\n';

describe.each([{ sdk: 'v1' }, { sdk: 'v2' }, { sdk: 'v2', legacyOnly: true }])(
  'the process of asrama with %o',
  (options) => {
    it('answers, ends with 0 at the end of its input, and keeps stdout to the protocol', async () => {
      verifies('asrama-ends', 'asrama-stdout-clean');
      const { child, written, exited } = start('runAsrama', options);
      child.stdin.end(LIST);
      expect(await exited).toEqual({ code: 0, signal: null });
      const lines = written.out.split('\n').filter((line) => line !== '');
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(['a']);
      expect(written.err).toMatch(/^asrama: ready on stdio/);
    });

    it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 at %s, its input open', async (signal) => {
      verifies('asrama-ends');
      const { child, written, exited } = start('runAsrama', options);
      await logged(child, written, /ready on stdio/);
      child.kill(signal);
      expect(await exited).toEqual({ code: 0, signal: null });
      expect(written.out).toBe('');
    });
  },
);

describe.each(['v1', 'v2'])('the process of asrama on HTTP with SDK %s', (sdk) => {
  it('says its address and a token of its own, and ends at SIGTERM', async () => {
    verifies('asrama-http-guarded', 'asrama-ends');
    const { child, written, exited } = start('runAsrama', { sdk, http: { port: 0 } });
    const url = await logged(child, written, /ready on (http:\/\/127\.0\.0\.1:\d+\/mcp)/);
    const token = await logged(child, written, /Bearer ([\w-]{32})"/);
    expect((await ping(url, 'wrong')).status).toBe(401);
    expect((await ping(url, token)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(written.out).toBe('');
  });

  it('takes the token of the environment and keeps it to itself', async () => {
    verifies('asrama-http-guarded');
    const env = { ASRAMA_HTTP_TOKEN: 'pilihan-sendiri' };
    const { child, written, exited } = start('runAsrama', { sdk, http: { port: 0 } }, env);
    const url = await logged(child, written, /ready on ([^,\s]+)/);
    expect((await ping(url, 'pilihan-sendiri')).status).toBe(200);
    child.kill('SIGTERM');
    await exited;
    expect(written.err).not.toContain('pilihan-sendiri');
  });
});

function ping(url: string, token: string): Promise<Response> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'probe', version: '1' },
  };
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
}

describe('the process of the service', () => {
  it('says its address, logs requests without the token, and ends at SIGTERM', async () => {
    verifies('asrama-service-token', 'asrama-ends');
    const { child, written, exited } = start('runAsramaService', { port: 0, token: 'kunci' });
    const url = await logged(child, written, /service on (\S+)/);
    const ask = (token: string) =>
      fetch(`${url}/anak?kelas=7A`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask('kunci')).status).toBe(200);
    expect((await ask('rahasia123')).status).toBe(401);
    child.kill('SIGTERM');
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(written.err).toContain('GET /anak?kelas=7A 200');
    expect(written.err).not.toContain('kunci');
    expect(written.out).toBe('');
  });
});
