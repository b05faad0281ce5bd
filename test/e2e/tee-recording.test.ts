import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Recording } from '../../src/model/recording.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import { rawBytes } from '../../src/recording/raw.ts';
import { node, start, teed } from '../support/peer.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const ticks = (...args: string[]) => node(fixture('ticks.mjs'), ...args);

function load(file: string): Recording {
  return recordingFrom(readFileSync(file), file);
}

function ticksIn(recording: Recording): number[] {
  return recording.items.flatMap((item) =>
    item.type === 'frame' ? [JSON.parse(item.frame.bytes.toString()).tick] : [],
  );
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

const MIB = 1024 * 1024;
/** Says something, begins a line of 16 MiB, and says what it is told to in between; ends the line when told so. */
const LONG = `
const { stdout, stderr, stdin } = process;
stdout.write('{"tick":0}\\n{"result":"' + 'é'.repeat(${4 * MIB}));
stdin.on('data', (text) => {
  if (String(text).startsWith('log')) stderr.write('a log line\\n');
  else stdout.write('x'.repeat(${8 * MIB}) + '","id":7}\\n', () => process.exit());
});`;

describe('a line that is too long for memory', () => {
  const long = () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = start(teed(['-o', file], ['node', '-e', LONG]));
    const grown = async (size: number) => {
      while (!existsSync(file) || statSync(file).size < size) await sleep(5);
    };
    return { file, peer, grown };
  };

  it('grows in the recording, is no damage there, and torn off by SIGKILL costs nothing else', async () => {
    verifies('tee:append-first', 'tee:bounded-memory');
    const { file, peer, grown } = long();
    await grown(5 * MIB);
    const [row = ''] = (await sadap(['list', file, '--json'])).stdout.split('\n');
    expect(JSON.parse(row)).toMatchObject({ state: 'open', damage: 0 });
    peer.child.kill('SIGKILL');
    await peer.ended;
    const recording = load(file);
    expect(ticksIn(recording)).toEqual([0]);
    expect(recording.damage.map(({ why }) => why)).toEqual(['torn']);
    expect(Number(recording.damage[0]?.length)).toBeGreaterThan(5 * MIB);
  });

  it('goes out of the way of what comes before it ends, and is whole for who follows', async () => {
    verifies('tee:round-trip', 'watch:same-items');
    const { file, peer, grown } = long();
    await grown(5 * MIB);
    const follower = start(node(bin, 'show', file, '--follow', '--json'));
    await follower.says('tick');
    peer.child.stdin?.write('log\n');
    await follower.says('"stderr"');
    expect(statSync(file).size).toBeLessThan(MIB);
    peer.child.stdin?.write('go on\n');
    const { stdout, code } = await peer.ended;
    expect(code).toBe(0);
    const recording = load(file);
    expect(recording.damage).toEqual([]);
    expect(rawBytes(recording.items, 'server').equals(stdout)).toBe(true);
    const kinds = recording.items.map((item) =>
      item.type === 'frame' ? item.frame.from : item.type,
    );
    expect(kinds).toEqual([
      'event',
      'server',
      'client',
      'stderr',
      'client',
      'server',
      'event',
      'end',
    ]);
    const seen = (await follower.ended).stdout.toString().trim().split('\n');
    expect(seen.filter((line) => line.length > 8 * MIB)).toHaveLength(1);
  });
});

describe('a recording that fails', () => {
  verifies('tee:recording-fails');

  it.each([
    ['a folder that does not exist', (dir: string) => join(dir, 'gone', 'run.ndjson'), 'ENOENT'],
    ['a full disk', () => '/dev/full', 'ENOSPC'],
  ])('%s: traffic goes on, and one line says so', async (_, place, code) => {
    const file = place(emptyFolder());
    const { stdout, stderr, code: status } = await start(teed(['-o', file], ticks('20'))).ended;
    expect(status).toBe(0);
    expect(stdout.toString().trim().split('\n')).toHaveLength(20);
    expect(stderr.toString()).toMatch(/^sadap: .*\n$/);
    expect(stderr.toString()).toContain(file);
    expect(stderr.toString()).toContain(code);
  });

  it.skipIf(process.platform === 'win32')(
    'a named pipe that nobody reads: traffic goes on at once',
    async () => {
      const fifo = join(emptyFolder(), 'pipe');
      await start(['mkfifo', fifo]).ended;
      const ran = await start(teed(['-o', fifo], ticks('20'))).ended;
      expect({ code: ran.code, ticks: ticksOf(ran.stdout) }).toEqual({ code: 0, ticks: upTo(20) });
      expect(ran.stderr.toString()).toMatch(/^sadap: .*ENXIO.*traffic goes on.*\n$/);
      const strict = await start(teed(['--strict', '-o', fifo], ticks('20'))).ended;
      expect({ code: strict.code, stdout: strict.stdout.length }).toEqual({ code: 2, stdout: 0 });
      expect(strict.stderr.toString()).toContain('start its reader first');
    },
  );

  it.skipIf(process.platform === 'win32')(
    'a named pipe whose reader is slow gets the whole recording',
    async () => {
      const fifo = join(emptyFolder(), 'pipe');
      await start(['mkfifo', fifo]).ended;
      const reader = start(['sh', '-c', 'exec < "$0"; sleep 1; cat', fifo]);
      await sleep(100);
      const tee = start(teed(['-o', fifo], ticks('5000')));
      expect((await tee.ended).code).toBe(0);
      const recording = recordingFrom((await reader.ended).stdout, fifo);
      expect(recording.end).toMatchObject({ exit: { code: 0 } });
      expect(ticksIn(recording)).toEqual(upTo(5000));
    },
  );

  it('--strict: nothing is started', async () => {
    const file = join(emptyFolder(), 'gone', 'run.ndjson');
    const ran = await start(teed(['--strict', '-o', file], ticks('20'))).ended;
    expect({ code: ran.code, stdout: ran.stdout.toString() }).toEqual({ code: 2, stdout: '' });
    expect(ran.stderr.toString()).toContain(file);
  });

  it('in the middle: traffic goes on, the file ends with the reason', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const ran = await start(withLimit(400, teed(['-o', file], ticks('300')))).ended;
    expect(ran.code).toBe(0);
    expect(ticksOf(ran.stdout)).toEqual(upTo(300));
    expect(ran.stderr.toString()).toMatch(/^sadap: .*EFBIG.*traffic goes on.*\n$/);
    const recording = load(file);
    expect(recording.damage).toEqual([]);
    expect(recording.end).toMatchObject({
      closedBy: 'sadap',
      reason: expect.stringMatching(/EFBIG/),
    });
    const recorded = ticksIn(recording);
    expect(recorded).toEqual(upTo(recorded.length));
    expect(recorded.length).toBeGreaterThan(20);
  });

  it('in the middle with --strict: nothing passes unrecorded, the server is ended', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const ran = await start(withLimit(64, teed(['--strict', '-o', file], ticks('100000')))).ended;
    expect(ran.code).toBe(1);
    expect(ran.stderr.toString()).toMatch(/^sadap: .*EFBIG.*\n$/);
    expect(ticksOf(ran.stdout)).toEqual(ticksIn(load(file)));
  });

  it('a folder that is removed meanwhile does not disturb the traffic', async () => {
    const dir = join(emptyFolder(), 'recordings');
    mkdirSync(dir);
    const peer = start(teed(['--dir', dir], ticks('3000')));
    await peer.says('"tick":5,');
    rmSync(dir, { recursive: true });
    const { code, stdout, stderr } = await peer.ended;
    expect(code).toBe(0);
    expect(ticksOf(stdout)).toEqual(upTo(3000));
    expect(stderr.toString()).toMatch(/^sadap: the recording .* was removed meanwhile.*\n$/);
  });

  it.skipIf(process.getuid?.() === 0)('a folder that may not be written', async () => {
    const dir = emptyFolder();
    chmodSync(dir, 0o500);
    const { stderr, code } = await start(teed(['--dir', dir], ticks('3'))).ended;
    expect(code).toBe(0);
    expect(stderr.toString()).toMatch(/^sadap: .*EACCES.*\n$/);
  });
});

describe('many notifications', () => {
  it('20,000 of them are there, in order', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const { stdout } = await start(teed(['-o', file], ticks('20000'))).ended;
    expect(ticksOf(stdout)).toEqual(upTo(20_000));
    expect(ticksIn(load(file))).toEqual(upTo(20_000));
  });

  it('--max-bytes: the file stops with a remark, traffic flows on', async () => {
    verifies('tee:limit');
    const file = join(emptyFolder(), 'run.ndjson');
    const command = teed(['--max-bytes', '1000000', '-o', file], ticks('5000'));
    const { stdout, stderr, code } = await start(command).ended;
    expect({ code, stderr: stderr.toString() }).toEqual({ code: 0, stderr: '' });
    expect(ticksOf(stdout)).toEqual(upTo(5000));
    const recording = load(file);
    const recorded = ticksIn(recording);
    expect(recorded).toEqual(upTo(recorded.length));
    expect(recorded.length).toBeGreaterThan(700);
    const says = `recording stopped at 1000000 bytes, ${5000 - recorded.length} frames not recorded`;
    expect(recording.items.filter((item) => item.type === 'note').at(-1)).toMatchObject({
      text: says,
    });
    expect(recording.end).toMatchObject({ reason: says, exit: { code: 0 } });
    // What closes it stands behind the limit.
    expect(statSync(file).size).toBeLessThan(1_001_000);
  });
});

describe('the file', () => {
  it('is one for each of two tees that start the same command at once', async () => {
    verifies('tee:own-file');
    const dir = emptyFolder();
    const two = [1, 2].map(() => start(teed(['--dir', dir, '--label', 'same'], ticks('3'))));
    await Promise.all(two.map((each) => each.ended));
    const files = readdirSync(dir);
    expect(files).toHaveLength(2);
    for (const name of files) {
      expect(name).toMatch(/^same-\d{8}T\d{6}Z-[0-9a-f]{8}\.ndjson$/);
      expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
      expect(ticksIn(load(join(dir, name)))).toEqual([0, 1, 2]);
    }
  });

  it('holds the command without its secrets, and no environment', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const command = [...ticks('1'), '--token', 'rahasia-sekali'];
    const env = { ...process.env, SECRET_NAME: 'rahasia-lain' };
    await start(teed(['-o', file], command), { env }).ended;
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/rahasia|SECRET_NAME/);
    expect(load(file).header.server.command?.at(-1)).toBe('«masked:1»');
  });

  it('leaves nothing beside it, also after long lines', async () => {
    const dir = emptyFolder();
    const file = join(dir, 'run.ndjson');
    const peer = start(teed(['-o', file], node(fixture('long-line.mjs'), '12', 'broken')), {
      env: { ...process.env, TMPDIR: dir },
    });
    peer.child.stdin?.write('go\n');
    const { stdout } = await peer.ended;
    const recording = load(file);
    const frames = recording.items.flatMap((item) => (item.type === 'frame' ? [item.frame] : []));
    expect(frames.map(({ from, eol }) => [from, eol])).toEqual([
      ['client', '\n'],
      ['server', '\n'],
    ]);
    expect(frames[1]?.bytes.equals(stdout.subarray(0, -1))).toBe(true);
    expect(readdirSync(dir)).toEqual(['run.ndjson']);
    expect(existsSync(`${file}.server-line`)).toBe(false);
  });
});

/** No file of the process may grow beyond so many blocks of 512 bytes or 1 KiB, as the shell counts. */
function withLimit(blocks: number, command: readonly string[]): string[] {
  return ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', ...command];
}

function ticksOf(stdout: Buffer): number[] {
  return stdout
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).tick);
}
