import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { node, start } from '../support/peer.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { servingHttp } from '../support/serve-run.ts';
import { verifies } from '../support/verifies.ts';

const recording = samplePath('asrama-sdk-v1');
const initialize = '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}';
const list = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`;
const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

describe('a fault laid over a recording', () => {
  verifies('serve-faults');

  it('ends the connection in the middle of an answer, and the recording stays as it is', async () => {
    const before = readFileSync(recording);
    const peer = start(
      node(bin, 'serve', recording, '--fault', 'on: tools/list, disconnect: during'),
    );
    peer.child.stdin?.write(`${initialize}\n${list(1)}\n`);
    const { stdout, code } = await peer.ended;
    const lines = stdout.toString().split('\n');
    expect([lines.length, code]).toEqual([2, 0]);
    expect(lines[1]).toMatch(/^\{"result":\{"tools":\[/);
    expect(() => JSON.parse(lines[1] ?? '')).toThrow();
    expect(readFileSync(recording)).toEqual(before);
  });

  it('comes from a file, slow and late', async () => {
    const file = join(emptyFolder(), 'faults.yaml');
    writeFileSync(
      file,
      'faults:\n  - { on: ping, slow: { bytes: 8, every: 40ms } }\n  - { on: initialize, delay: 300ms }\n',
    );
    const input = `${initialize}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`;
    const began = performance.now();
    const ran = await sadap(['serve', recording, '--faults', file], { input });
    // The delay that was asked for; what the program needs to start is not promised.
    expect(performance.now() - began).toBeGreaterThan(300);
    const ids = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual([1, 'i']);
  });

  it('works over HTTP as on stdio', async () => {
    const faults = [
      'on: tools/list, times: 1, disconnect: before',
      'on: tools/list, times: 2.., slow: {bytes: 400, every: 5}',
    ].flatMap((each) => ['--fault', each]);
    const { url } = await servingHttp([recording, '--repeat', 'last', ...faults]);
    const opened = await post(url, initialize);
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await expect(post(url, list(1), session)).rejects.toThrow('fetch failed');
    const slow = await (await post(url, list(2), session)).json();
    expect(slow).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    const { url: broken } = await servingHttp([recording, '--fault', 'malformed: true']);
    await expect((await post(broken, initialize)).json()).rejects.toThrow('JSON');
    const { url: half } = await servingHttp([recording, '--fault', 'disconnect: during']);
    await expect((await post(half, initialize)).text()).rejects.toThrow('terminated');
  });

  it('is refused with its place when it says nothing', async () => {
    const ran = await sadap(['serve', recording, '--fault', 'on: tools/list, dely: 2s']);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(
      /^sadap: --fault:1:17: a fault has no "dely".*\n {2}did you mean delay/,
    );
  });
});
