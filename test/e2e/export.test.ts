import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadapWithin } from '../support/memory.ts';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const HEADER =
  '{"type":"header","format":"sadap","version":1,"session":"01939e5a-0000-7000-8000-000000000000","startedAt":"2026-11-30T10:10:00.000000Z","recorder":"sadap/0.1.0","mode":"record","exact":true,"server":{"label":"shop","command":["node","shop.js"]}}\n';

/** A message as its line in a recording. */
function line(seq: number, from: string, message: string): string {
  return `{"type":"message","seq":${seq},"at":"2026-11-30T10:10:00.00${seq % 10}000Z","from":"${from}","message":${message}}\n`;
}

const CALL =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"login","arguments":{"password":"made-up-secret"}}}';
const RUN =
  HEADER +
  line(0, 'client', CALL) +
  line(1, 'server', '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');

function folderWith(content: string): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'run.ndjson'), content);
  return folder;
}

describe('sadap export', () => {
  verifies('export.masked');

  it.each(['jsonl', 'har', 'inspector', 'mcp-cassette', 'csv'])(
    '--to %s leaves secrets out unless told not to',
    async (to) => {
      const cwd = folderWith(RUN);
      const masked = await sadap(['export', 'run.ndjson', '--to', to], { cwd });
      expect([masked.status, masked.stderr]).toEqual([
        0,
        'sadap: took 1 value out of run.ndjson (secrets: 1); leave them in with --keep secrets\n',
      ]);
      expect(masked.stdout).toContain('tools/call');
      expect(masked.stdout).not.toContain('made-up-secret');
      const kept = await sadap(['export', 'run.ndjson', '--to', to, '--keep', 'all'], { cwd });
      expect([kept.stdout, kept.stderr]).toEqual([expect.stringContaining('made-up-secret'), '']);
    },
  );

  it('names kinds as --keep does, and what was named as it was', async () => {
    verifies('export.taken-told');
    const cwd = folderWith(RUN.replace('"content":[]', '"nik":"4711","mail":"a@example.org"'));
    const args = ['export', 'run.ndjson', '--to', 'jsonl', '--member', 'nik'];
    expect((await sadap(args, { cwd })).stderr).toBe(
      'sadap: took 3 values out of run.ndjson (secrets: 1, member nik: 1, email: 1); leave them in with --keep secrets,email\n',
    );
    const kept = await sadap([...args, '--keep', 'secrets,email'], { cwd });
    expect(kept.stderr).toBe('sadap: took 1 value out of run.ndjson (member nik: 1)\n');
  });

  it('gives the size of each entry as it was', async () => {
    verifies('export.taken-told');
    const cwd = folderWith(
      `${RUN}{"type":"stderr","seq":2,"at":"2026-11-30T10:10:00.009000Z","text":"for a@example.org"}\n`,
    );
    const { stdout } = await sadap(['export', 'run.ndjson', '--to', 'csv'], { cwd });
    const [, call, , stderr] = stdout.split('\r\n');
    expect(call).toContain(`,request,client,tools/call,1,,${CALL.length},`);
    expect(stderr).toContain(`,stderr,server,,,,${'for a@example.org'.length},`);
    expect(stdout).not.toContain('a@example.org');
  });

  it('goes into a file, never over one, and comes back by import', async () => {
    const cwd = folderWith(RUN);
    const to = ['export', 'run.ndjson', '--to', 'inspector', '-o', 'run.json'];
    expect((await sadap(to, { cwd })).status).toBe(0);
    const again = await sadap(to, { cwd });
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('run.json exists')]);
    expect(JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8'))).toHaveLength(1);
    const back = await sadap(['import', 'run.json', '--list', '--json'], { cwd });
    expect(JSON.parse(back.stdout)).toMatchObject({
      format: 'inspector-protocol',
      fromClient: 1,
      fromServer: 1,
    });
  });

  it.runIf(process.platform !== 'win32')('goes into a device without a word', async () => {
    const cwd = folderWith(RUN);
    const args = ['export', 'run.ndjson', '--to', 'jsonl', '--keep', 'all', '-o', '/dev/null'];
    const { status, stdout, stderr } = await sadap(args, { cwd });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  it('says what the form has no place for, and what it could not read', async () => {
    const cwd = folderWith(
      `${RUN}garbage\n{"type":"stray","seq":2,"at":"2026-11-30T10:10:00.009000Z","from":"server","why":"not-json","text":"hi"}\n`,
    );
    const { status, stderr } = await sadap(['export', 'run.ndjson', '--to', 'jsonl'], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain('this form has no place for 1 stray of run.ndjson');
    expect(stderr).toContain('1 damaged place of run.ndjson could not be read');
    const har = await sadap(['export', 'run.ndjson', '--to', 'har'], { cwd });
    expect(har.stderr).not.toContain('no place');
    expect(JSON.parse(har.stdout).log.entries).toHaveLength(2);
  });

  it.each(['asrama-sdk-v1', 'everything'])(
    'writes %s as a HAR that is imported as the same lines of stdio',
    async (name) => {
      verifies('export.har-stdio');
      const cwd = emptyFolder();
      const file = join(import.meta.dirname, '../../recordings', `${name}.ndjson`);
      const args = ['export', file, '--to', 'har', '--keep', 'all', '-o', 'run.har'];
      const { status, stderr } = await sadap(args, { cwd });
      expect([status, stderr]).toEqual([0, expect.stringContaining('of stderr of')]);
      const imported = await sadap(['import', 'run.har', '-o', 'back.ndjson'], { cwd });
      expect(imported.status).toBe(0);
      const shapes = (path: string) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .filter((each) => /^\{"type":"(?:message|stray)"/.test(each))
          .map((each) => each.replace(/"seq":\d+,/, ''));
      expect(shapes(file).length).toBeGreaterThan(20);
      expect(shapes(join(cwd, 'back.ndjson'))).toEqual(shapes(file));
      const exchanges = JSON.parse(readFileSync(join(cwd, 'run.har'), 'utf8')).log.entries;
      const asked = new Set(exchanges.map((each: { _from: string }) => each._from));
      expect(asked).toEqual(new Set(name === 'everything' ? ['client', 'server'] : ['client']));
    },
  );

  it.each(['inspector', 'har'])('streams a large recording to %s', async (to) => {
    verifies('export.constant-memory');
    const text = 'x '.repeat(4000);
    const pairs = Array.from(
      { length: 6000 },
      (_, index) =>
        line(2 * index, 'client', `{"jsonrpc":"2.0","id":${index},"method":"ping"}`) +
        line(
          2 * index + 1,
          'server',
          `{"jsonrpc":"2.0","id":${index},"result":{"text":"${text}"}}`,
        ),
    );
    // 50 MB, of which no more than a few are held at a time.
    const cwd = folderWith(HEADER + pairs.join(''));
    const args = ['export', 'run.ndjson', '--to', to, '-o', 'out'];
    const { status, stderr, megabytes } = await sadapWithin(args, cwd);
    expect([status, stderr]).toEqual([0, '']);
    expect(megabytes).toBeLessThan(200);
  });
});
