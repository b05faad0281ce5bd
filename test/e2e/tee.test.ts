import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingFrom } from '../../src/recording/load.ts';
import { type End, node, type Peer, start, teed } from '../support/peer.ts';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const odd = node(fixture('odd.mjs'));

/** What the client sends: as odd as what it gets. */
const sent = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}\r\n'),
  Buffer.from('no JSON\n\n{"id":1,"method":"\u2028"}\n'),
  Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
  Buffer.from(`{"jsonrpc":"2.0","id":2,"method":"big","params":"${'x'.repeat(300_000)}"}\n`),
  Buffer.from('{"cut":'),
]);

/** Runs a command directly, and through tee with a recording. */
async function both(command: readonly string[], act: (peer: Peer) => Promise<void> | void) {
  const file = join(emptyFolder(), 'run.ndjson');
  const [direct, through] = [start(command), start(teed(['-o', file], command))];
  await Promise.all([act(direct), act(through)]);
  const [a, b] = await Promise.all([direct.ended, through.ended]);
  return { direct: a, through: b, file };
}

/** Equal bytes on both outputs, equal end. */
function expectSame(direct: End, through: End): void {
  expect({ code: through.code, signal: through.signal }).toEqual({
    code: direct.code,
    signal: direct.signal,
  });
  expect(through.stdout.equals(direct.stdout)).toBe(true);
  expect(through.stderr.toString('latin1')).toBe(direct.stderr.toString('latin1'));
}

async function exported(file: string, side: string): Promise<Buffer> {
  const ran = await sadap(['export', file, '--to', 'raw', '--side', side]);
  expect(ran.stderr).toBe('');
  return ran.stdoutBytes;
}

describe('a server that sends anything', () => {
  verifies('tee:transparent');

  it('says, gets and ends the same through tee; the recording gives the bytes of both sides', async () => {
    const { direct, through, file } = await both(odd, (peer) => {
      peer.child.stdin?.end(sent);
    });
    expect(direct.code).toBe(7);
    expectSame(direct, through);
    expect((await exported(file, 'server')).equals(direct.stdout)).toBe(true);
    expect((await exported(file, 'client')).equals(sent)).toBe(true);
    const { items, damage, end } = recordingFrom(readFileSync(file), file);
    expect(damage).toEqual([]);
    expect(end).toMatchObject({ closedBy: 'client', exit: { code: 7, signal: null } });
    const errors = items.flatMap((item) => (item.type === 'stderr' ? [item.bytes, item.eol] : []));
    expect(Buffer.concat(errors.map((each) => Buffer.from(each)))).toEqual(direct.stderr);
  });

  it('may get its input in any pieces', async () => {
    const { direct, through, file } = await both(odd, async (peer) => {
      for (let at = 0; at < sent.length; at += 40_009) {
        peer.child.stdin?.write(sent.subarray(at, at + 40_009));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      peer.child.stdin?.end();
    });
    expectSame(direct, through);
    expect((await exported(file, 'client')).equals(sent)).toBe(true);
  });

  it('gets SIGTERM, and its last words and its code come through', async () => {
    const { direct, through, file } = await both(odd, async (peer) => {
      await peer.says('notifications/ready');
      peer.child.kill('SIGTERM');
    });
    expect(direct).toMatchObject({ code: 9, signal: null });
    expectSame(direct, through);
    const { items, end } = recordingFrom(readFileSync(file), file);
    expect(items.some((item) => item.type === 'event' && item.event === 'signal')).toBe(true);
    expect(end?.exit).toEqual({ code: 9, signal: null });
  });

  it.each(['0', '1', '255', 'SIGKILL', 'SIGTERM', 'SIGSEGV', 'SIGHUP', 'SIGINT'])(
    'ends by %s, and so does tee, although the host keeps its end open',
    async (how) => {
      const { direct, through } = await both(node(fixture('dies.mjs'), how), () => {});
      expect(direct.signal ?? String(direct.code)).toBe(how);
      expectSame(direct, through);
    },
  );

  it('gets the same arguments, environment, folder and streams, and nothing of ours', async () => {
    const command = node(fixture('surroundings.mjs'), '--strict', '-o', '', 'a b', '--', 'ü');
    const { direct, through } = await both(command, (peer) => {
      peer.child.stdin?.end();
    });
    const told = JSON.parse(through.stdout.toString());
    expect(told).toEqual(JSON.parse(direct.stdout.toString()));
    expect(told.kinds).toEqual(Array(3).fill(process.platform === 'win32' ? 'pipe' : 'socket'));
  });

  it.skipIf(process.platform === 'win32')(
    'from a host with real pipes it gets sockets instead, and nothing else differs',
    async () => {
      const command = node(fixture('surroundings.mjs'), 'a b');
      // sh, not Node: its pipes are pipe(2).
      const piped = (inside: readonly string[]) =>
        start(['sh', '-c', ': | "$@" 2>&1 | cat', 'sh', ...inside]).ended;
      const direct = await piped(command);
      const through = await piped(teed(['-o', join(emptyFolder(), 'run.ndjson')], command));
      const told = JSON.parse(direct.stdout.toString());
      expect(told.kinds).toEqual(['pipe', 'pipe', 'pipe']);
      const kinds = ['socket', 'socket', 'socket'];
      expect(JSON.parse(through.stdout.toString())).toEqual({ ...told, kinds });
    },
  );
});

describe('a stream that one side closes', () => {
  verifies('tee:ends');

  it('the server closes its output and runs on: the host sees the end at once', async () => {
    const peer = start(teed(['-o', join(emptyFolder(), 'a')], node(fixture('closes-stdout.mjs'))));
    const outputEnded = new Promise((resolve) => peer.child.stdout?.once('end', resolve));
    peer.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n');
    await outputEnded;
    expect(peer.child.exitCode).toBeNull();
    peer.child.stdin?.end();
    expect(await peer.ended).toMatchObject({ code: 0 });
  });

  it('the server stops reading and runs on: the host’s writes fail, recorded once', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = start(teed(['-o', file], node(fixture('closes-stdin.mjs'))));
    const failed = new Promise<NodeJS.ErrnoException>((resolve) =>
      peer.child.stdin?.once('error', resolve),
    );
    const line =
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"x"}}\n';
    peer.child.stdin?.write(line);
    await peer.says('serverInfo');
    const timer = setInterval(() => peer.child.stdin?.write(line), 20);
    expect((await failed).code).toBe('EPIPE');
    clearInterval(timer);
    peer.child.kill('SIGTERM');
    expect(await peer.ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    const { items } = recordingFrom(readFileSync(file), file);
    const broken = items.filter((item) => item.type === 'event' && item.event === 'write-failed');
    expect(broken).toMatchObject([{ code: 'EPIPE' }]);
  });

  it('the host reads no more: the server is recorded to its end', async () => {
    verifies('tee:host-gone');
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = start(teed(['-o', file], node(fixture('ticks.mjs'), '200')));
    await peer.says('"tick":5,');
    peer.child.stdout?.destroy();
    expect(await peer.ended).toMatchObject({ code: 0 });
    const { items, damage } = recordingFrom(readFileSync(file), file);
    const frames = items.flatMap((item) => (item.type === 'frame' ? [item.frame.bytes] : []));
    expect(damage).toEqual([]);
    expect(frames.map((bytes) => JSON.parse(bytes.toString()).tick)).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
    const lost = items.find((item) => item.type === 'event' && item.event === 'undelivered');
    expect(lost).toMatchObject({ to: 'client' });
    expect(lost && 'bytes' in lost && Number(lost.bytes)).toBeGreaterThan(1000);
  });
});

describe('a command that cannot be started', () => {
  verifies('tee:spawn-failed');

  it.each([
    ['no-such-program-anywhere', 127, 'ENOENT', /command not found in PATH \(/],
    ['./', 126, 'EACCES', /permission denied/],
  ])('%s: status %i, one message, and a recording', async (command, status, code, says) => {
    const dir = emptyFolder();
    const ran = await sadap(['tee', '--dir', dir, '--label', 'x', command]);
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status, stdout: '' });
    expect(ran.stderr).toMatch(says);
    const list = await sadap(['list', '--dir', dir, '--json']);
    const { path } = JSON.parse(list.stdout);
    const { items, header } = recordingFrom(readFileSync(path), path);
    expect(header).toMatchObject({ mode: 'tee', server: { label: 'x', command: [command] } });
    expect(items).toMatchObject([
      { type: 'event', event: 'spawn-failed', code },
      { type: 'end', closedBy: 'sadap' },
    ]);
  });

  it('a script without its interpreter is told apart from a missing one', async () => {
    const ran = await sadap(['tee', '-o', '/dev/null', '--', fixture('no-interpreter.sh')]);
    expect(ran.status).toBe(127);
    expect(ran.stderr).toContain('first line');
  });

  it('without a command there is a usage error', async () => {
    const ran = await sadap(['tee']);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain('sadap tee -- node server.js');
  });
});

describe('a server that fails at its first message', () => {
  it('leaves the request, both lines of stderr in order, and its code', async () => {
    verifies('tee:crash');
    const file = join(emptyFolder(), 'run.ndjson');
    const peer = start(teed(['-o', file], node(fixture('dies-at-start.mjs'))));
    peer.child.stdin?.write('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}\n');
    const { code, stderr } = await peer.ended;
    expect(code).toBe(3);
    expect(stderr.toString().split('\n')).toHaveLength(3);
    const { items } = recordingFrom(readFileSync(file), file);
    const told = items.map((item) => {
      if (item.type === 'event') return item.event;
      return 'bytes' in item ? item.bytes.toString() : item.type;
    });
    expect(told.filter((each) => each !== 'frame')).toEqual([
      'started',
      'Traceback (most recent call last):',
      "ModuleNotFoundError: No module named 'widget'",
      'exit',
      'end',
    ]);
    expect(items.at(-2)).toMatchObject({ event: 'exit', code: 3 });
    expect(existsSync(`${file}.client-line`)).toBe(false);
  });
});
