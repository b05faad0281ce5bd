import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it.each([
    [['--ignore', 'now'], '--ignore wants a JSON pointer'],
    [['--timing', 'fast'], '--timing wants none, recorded or a factor'],
  ])('refuses %j', async (args, why) => {
    const ran = await sadap(['serve', memory, ...args]);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toContain(why);
  });
});
