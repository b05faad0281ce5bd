import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

describe('sadap canary', () => {
  it('serves on stdio and ends at the end of its input', async () => {
    verifies('canary.eras');
    const input = '{"jsonrpc":"2.0","id":0,"method":"ping"}\n';
    const { status, stdout, stderr } = await sadap(['canary'], { input });
    expect(stdout).toBe('{"jsonrpc":"2.0","id":0,"result":{}}\n');
    expect(stderr).toBe('canary: ready on stdio\n');
    expect(status).toBe(0);
  });

  it.each(['legacy', 'modern'])('can be recorded in the %s era', async (era) => {
    verifies('canary.eras');
    const folder = emptyFolder();
    const path = join(folder, 'canary.ndjson');
    const args = [
      'record',
      '--era',
      era,
      '--quiet',
      '-o',
      path,
      '--',
      process.execPath,
      bin,
      'canary',
    ];
    const { status, stderr } = await sadap(args, { cwd: folder });
    expect([status, stderr]).toEqual([0, expect.anything()]);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('CNRY-canary-text-one-description-x7');
    expect(text).toContain('CNRY-canary-second-text-description-x7');
  });

  it('is a model on 127.0.0.1 until it is told to stop', async () => {
    verifies('canary.model.local');
    const path = join(emptyFolder(), 'capture.ndjson');
    const child = spawn(process.execPath, [bin, 'canary', '--model', '-o', path]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said] = await once(child.stderr.setEncoding('utf8'), 'data');
    const url = /^canary: model on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(said))?.[1];
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body: '{"model":"m"}' });
    expect(await answer.json()).toMatchObject({ model: 'm' });
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });

  it.each([
    [['canary', '--model', '--listen', '0.0.0.0:80'], '--listen wants 127.0.0.1:PORT'],
    [['canary', 'sing'], 'canary does not know "sing"'],
    [['canary', 'report'], 'canary report wants a CAPTURE'],
    [['canary', 'report', '/no/such/file'], 'no file /no/such/file'],
  ])('refuses %j', async (args, message) => {
    verifies('canary.model.local');
    const { status, stderr } = await sadap(args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
