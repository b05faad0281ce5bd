import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const sample = join(import.meta.dirname, '../../recordings/memory.ndjson');

describe('the main job', () => {
  verifies('cli.main-job');

  it('records the built-in server and shows what the model reads', async () => {
    const dir = emptyFolder();
    const ran = await sadap(['record', '--dir', dir]);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
    expect(ran.stdout).toContain('sadap · asrama · stdio · 2025-06-18 · 12 exchanges');
    expect(ran.stdout).toMatch(/"name": "cari_anak",\s+renamed\s+the model wrote/);
    expect(ran.stdout).toMatch(
      /the model reads \d+ bytes, about \d+ tokens; \d+ bytes on the wire/,
    );
    expect(ran.stdout).toMatch(/warning +server: tools\/call detail_anak .* called a success/);
    const [file = ''] = readdirSync(dir);
    expect(file).toMatch(/^asrama-\d{8}T\d{6}Z-[0-9a-f]{8}\.ndjson$/);
    expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  it('leaves a recording that each line of jq and the like can read', async () => {
    const dir = emptyFolder();
    await sadap(['record', '--quiet', '--dir', dir]);
    const text = readFileSync(join(dir, readdirSync(dir)[0] ?? ''), 'utf8');
    const types = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).type);
    expect(types[0]).toBe('header');
    expect(types.at(-1)).toBe('end');
    expect(types.filter((type) => type === 'message')).toHaveLength(25);
    expect(text).not.toContain('rahasia123');
  });
});

describe('reading what was recorded', () => {
  it('takes the newest recording of the folder when none is named', async () => {
    const dir = emptyFolder();
    await sadap(['record', '--quiet', '--dir', dir]);
    const shown = await sadap(['show', '--dir', dir, '-m', 'tools/call']);
    expect(shown.status).toBe(0);
    expect(shown.stdout).toContain('→ tools/call  absensi_harian');
    expect(shown.stdout).not.toContain('→ prompts/list');
    const listed = await sadap(['list', '--dir', dir, '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      server: 'asrama',
      state: 'ended',
      requests: 12,
    });
  });

  it('gives back the exact bytes of each side', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    await sadap(['record', '--quiet', '-o', file]);
    const client = await sadap(['export', file, '--to', 'raw', '--side', 'client']);
    const frames = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"from":"client"'))
      .map((line) => line.slice(line.indexOf('"message":') + '"message":'.length, -1));
    expect(client.stdout).toBe(frames.map((frame) => `${frame}\n`).join(''));
  });

  it('reads a recording from standard input', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    await sadap(['record', '--quiet', '-o', file]);
    const ran = await sadap(['show', '-', '--json'], { input: readFileSync(file) });
    const lines = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ type: 'session', era: 'legacy', exchanges: 12 });
    expect(lines.at(-1)).toMatchObject({ type: 'summary' });
  });

  it('ends quietly when its reader has seen enough', async () => {
    verifies('cli.closed-pipe');
    const file = join(emptyFolder(), 'long.ndjson');
    await sadap(['record', '--quiet', '-o', file]);
    const [header, ...entries] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const messages = entries.filter((line) => line.startsWith('{"type":"message"'));
    const long = Array.from({ length: 200 }, () => messages).flat();
    const numbered = long.map((line, seq) => line.replace(/"seq":\d+/, `"seq":${seq}`));
    writeFileSync(file, `${[header, ...numbered].join('\n')}\n`);

    const child = spawn(process.execPath, [bin, 'show', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const [status] = await once(child, 'close');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('a script on standard input', () => {
  it('is played like one in a file', async () => {
    const dir = emptyFolder();
    const server = join(import.meta.dirname, '..', 'fixtures', 'servers', 'plain.mjs');
    const script = JSON.stringify({
      server: { command: ['node', server] },
      steps: ['open', 'ping'],
    });
    const ran = await sadap(['record', '-', '--quiet', '--dir', dir], { input: script });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(dir)[0]).toMatch(/^plain-/);
  });
});

describe('wrong usage', () => {
  verifies('cli.usage-errors');

  it.each([
    ['shw', "sadap: unknown command 'shw'\n  Did you mean show?\n"],
    ['show --sek 3', "sadap: unknown option '--sek'\n  Did you mean --seq?\n"],
    ['help nothing', "sadap: there is no command 'nothing'\n  see all with: sadap --help\n"],
    ['show --seq x', 'sadap: --seq wants frames such as 4, 4..9, 4.. or ..9, not "x"\n'],
    ['record --timeout soon', 'sadap: --timeout wants a number of seconds above 0, not "soon"\n'],
    ['record --env PATH', 'sadap: --env wants NAME=value\n'],
    ['show no-such-file', 'sadap: there is no file no-such-file\n  See which'],
    ['show --seq', 'argument missing\n  see what there is: sadap show --help\n'],
    ['export x --to raw', 'sadap: say whose bytes you want\n  --side client or --side server\n'],
    ['record --host nobody', 'sadap: there is no host profile "nobody"\n  '],
    ['asrama --http 99999', 'sadap: --http wants a whole number from 0 to 65535, not "99999"\n'],
  ])('%s', async (line, says) => {
    const ran = await sadap(line.split(' '));
    expect(ran.stderr).toContain(says);
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 2, stdout: '' });
  });

  it('says what to do where a result cannot be written', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'folder'));
    const show = ['export', sample, '--to', 'jsonl', '-o'];
    const missing = await sadap([...show, join('none', 'x')], { cwd });
    expect(missing.stderr).toContain('cannot be written: ENOENT\n  its folder does not exist;');
    for (const force of [[], ['--force']]) {
      const folder = await sadap([...show, 'folder', ...force], { cwd });
      expect(folder.stderr).toContain('folder cannot be written: EISDIR\n  it is a folder;');
      expect(folder.status).toBe(2);
    }
  });

  it.each(['nothing at all', 'text\nof another kind\n', '{"type":"header"}\n', '[]\n', '\0\0\0'])(
    'a file that is no recording: %j',
    async (content) => {
      const file = join(emptyFolder(), 'other.ndjson');
      writeFileSync(file, content === 'nothing at all' ? '' : content);
      const ran = await sadap(['show', file]);
      expect(ran.status).toBe(2);
      expect(ran.stderr).toMatch(/^sadap: .*other\.ndjson.*\n( {2}.*\n)?$/);
    },
  );

  it('writes nothing over what it reads, and creates nothing for a source that is none', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'run.ndjson');
    await sadap(['record', '--quiet', '-o', file]);
    const before = readFileSync(file);
    const raw = ['--to', 'raw', '--side', 'server', '--force', '-o'];
    const onto = await sadap(['export', file, ...raw, file]);
    expect(onto).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the recording itself'),
    });
    expect(readFileSync(file)).toEqual(before);
    const from = await sadap(['export', join(folder, 'nosuch'), ...raw, join(folder, 'new')]);
    expect(from.status).toBe(2);
    expect(readdirSync(folder)).toEqual(['run.ndjson']);
  });

  it('takes an empty command behind -- for the mistake that it is', async () => {
    const ran = await sadap(['record', '--']);
    expect(ran).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no command follows --'),
    });
  });

  it('tells in one line that standard output is full', async () => {
    const file = join(emptyFolder(), 'run.ndjson');
    await sadap(['record', '--quiet', '-o', file]);
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [bin, 'show', file], { stdio: ['ignore', full, 'pipe'] });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const [status] = await once(child, 'close');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'sadap: standard output takes no more: ENOSPC\n',
    });
  });

  it('never overwrites a file that exists', async () => {
    const file = join(emptyFolder(), 'mine.txt');
    writeFileSync(file, 'mine');
    const ran = await sadap(['record', '-o', file]);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain('mine.txt');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('says that an option behind the command went to the server', async () => {
    verifies('cli.foreign-options');
    const args = [process.execPath, bin, 'canary', '--call', 'ping'];
    const ran = await sadap(['record', '--quiet', ...args]);
    expect(ran.stderr).toContain('--call went to the server, not to sadap');
    const marked = await sadap(['record', '--quiet', '--', ...args]);
    expect(marked.stderr).not.toContain('went to the server');
  });

  it.each([
    [['-m', 'nope', '--json'], 1, '-m nope'],
    [['-m', 'nope', '--raw'], 1, '-m nope'],
    [['--seq', '900..', '--host', 'all'], 1, '--seq 900..'],
    [['--seq', '900..', '--sensitive', 'x'], 1, '--seq 900..'],
    [['-m', 'ping', '--errors', '--raw'], 0, '-m ping --errors'],
  ])('show %j says that no frame matches', async (flags, status, filter) => {
    verifies('view:no-match');
    const ran = await sadap(['show', sample, ...flags]);
    expect([ran.status, ran.stderr]).toEqual([status, `sadap: no frame matches ${filter}\n`]);
  });

  it('show says in the view that no frame matches', async () => {
    verifies('view:no-match');
    const { status, stdout, stderr } = await sadap(['show', sample, '-m', 'nope']);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('no frame matches -m nope');
    expect((await sadap(['show', sample, '-m', 'tools/*', '--json'])).status).toBe(0);
  });

  it('fills the columns that COLUMNS names, unless --width does', async () => {
    verifies('cli.width');
    const widest = async (columns: string, ...flags: string[]) => {
      const { stdout } = await sadap(['show', sample, ...flags], { env: { COLUMNS: columns } });
      return Math.max(...stdout.split('\n').map((line) => line.length));
    };
    expect(await widest('60')).toBeLessThanOrEqual(60);
    expect(await widest('60', '--width', '140')).toBeGreaterThan(100);
  });

  it('prints help without a command', async () => {
    const ran = await sadap([]);
    expect(ran.status).toBe(0);
    expect(ran.stdout.startsWith('Examples:\n')).toBe(true);
  });
});
