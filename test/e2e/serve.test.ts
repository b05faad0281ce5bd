import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRecording } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { sample, sampleNames, samplePath } from '../support/samples.ts';
import { askAsrama, SDK_CLIENTS, seenBy } from '../support/sdk-clients.ts';
import { verifies } from '../support/verifies.ts';

describe.each(sampleNames)('sadap serve recordings/%s.ndjson', (name) => {
  verifies('serve-exact-bytes', 'serve-stdio');

  it('says what the server said, byte for byte, to a client that says what its client said', async () => {
    const recording = sample(name);
    const ran = await sadap(['serve', samplePath(name)], {
      input: rawBytes(recording.items, 'client'),
    });
    expect(ran.stderr).toBe('');
    expect(ran.stdoutBytes.equals(rawBytes(recording.items, 'server'))).toBe(true);
    expect(ran.status).toBe(0);
  });
});

describe.each(['v1', 'v2'])(
  'a client of the SDK that was recorded with asrama on SDK %s',
  (sdk) => {
    verifies('serve-sdk-clients');

    it.each(SDK_CLIENTS)('%s gets the same from the recording', async (client) => {
      const folder = emptyFolder();
      const asrama = [process.execPath, bin, 'asrama', '--sdk', sdk];
      const tee = [process.execPath, bin, 'tee', '--dir', folder, '--', ...asrama];
      const directly = await seenBy(client, { command: tee }, askAsrama);
      // A probe runs in a process of its own, and so is recorded in a file of its own.
      const recordings = readdirSync(folder).sort();
      const files = recordings.map((name) => join(folder, name));
      const serve = [process.execPath, bin, 'serve', ...files];
      expect(await seenBy(client, { command: serve }, askAsrama)).toEqual(directly);
    });
  },
);

describe('sadap serve on stdio', () => {
  const memory = samplePath('memory');

  it('exits with 1 after a miss, which stands on stderr; nothing of its own is on stdout', async () => {
    verifies('serve-loud', 'serve-stdio');
    const input = '{"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":"no_such"}}\n';
    const ran = await sadap(['serve', memory], { input });
    expect(ran.status).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({ id: 'm', error: { code: -32010 } });
    expect(ran.stderr).toMatch(/^sadap: tools\/call no_such is not in the recording; the nearest/);
  });

  it('ends quietly with its client', async () => {
    verifies('serve-stdio');
    const ran = await sadap(['serve', memory], { input: '' });
    expect(ran).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('plays what is left of a damaged recording, and refuses what holds nothing', async () => {
    verifies('serve-damaged');
    const folder = emptyFolder();
    const file = (name: string, bytes: string) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const whole = readFileSync(memory, 'utf8');
    const input = '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n';
    const cut = await sadap(['serve', file('cut', whole.slice(0, -700))], { input });
    expect([cut.status, cut.stdout]).toEqual([0, expect.stringContaining('serverInfo')]);
    expect(cut.stderr).toContain('cut could not be read; the rest plays');
    const [header = ''] = whole.split('\n');
    for (const [bytes, why] of [
      ['', 'empty'],
      [`${header}\n`, 'holds no request of a client'],
    ] as const) {
      const ran = await sadap(['serve', file(why, bytes)], { input });
      expect([ran.status, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining(why)]);
    }
  });

  it('plays a redacted recording to the client with the values that were taken out', async () => {
    verifies('serve-redacted');
    const clean = join(emptyFolder(), 'clean.ndjson');
    const name = 'asrama-sdk-v1';
    const how = ['--member', 'kelas,id_anak,nama', '-o', clean];
    expect((await sadap(['redact', samplePath(name), ...how])).status).toBe(0);
    const input = rawBytes(sample(name).items, 'client');
    const ran = await sadap(['serve', clean], { input });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const redacted = await loadRecording(clean);
    expect(ran.stdoutBytes.equals(rawBytes(redacted.items, 'server'))).toBe(true);
    expect(ran.stdout).toContain('«redacted:kelas:1»');
    const version = ['--pointer', '/result/protocolVersion', '-o', clean, '--force'];
    await sadap(['redact', samplePath(name), ...version]);
    const refused = await sadap(['serve', clean], { input });
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(
      '/result/protocolVersion of the answer to initialize is masked',
    );
  });

  it.each([
    [['-'], 'standard input is the client’s'],
    [['--ignore', 'now'], '--ignore wants a JSON pointer'],
    [['--timing', 'fast'], '--timing wants none, recorded or a factor'],
  ])('refuses %j', async (args, why) => {
    const ran = await sadap(['serve', memory, ...args]);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toContain(why);
  });
});
