import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logSamples } from '../support/log-samples.ts';
import { sadapWithin } from '../support/memory.ts';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const TWO_SERVERS = logSamples['claude-desktop-mcp'] ?? '';

/** A folder with this log in it. */
function folderWith(content: string, name = 'mcp.log'): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, name), content);
  return folder;
}

describe('sadap import', () => {
  verifies('import.command');

  it('says nothing about times of a log that has none', async () => {
    verifies('import.no-times');
    const log = logSamples['json-rpc'] ?? '';
    const cwd = folderWith(log, 'talk.ndjson');
    const shown = await sadap(['show', 'talk.ndjson'], { cwd });
    expect(shown.stdout).toMatch(/^sadap · .* · times unknown$/m);
    expect(shown.stdout).toMatch(/ after #\d/);
    expect(shown.stdout).toMatch(/^#\d +→ ping .*\d$/m);
    const stats = await sadap(['stats', 'talk.ndjson'], { cwd });
    expect(stats.stdout).toMatch(/^→ ping +1 +– /m);
    const json = await sadap(['show', 'talk.ndjson', '--json'], { cwd });
    for (const { stdout } of [shown, stats, json]) expect(stdout).not.toMatch(/\b0 ms|latency/);
  });

  it('says so when a folder holds nothing', async () => {
    const ran = await sadap(['import', '.'], { cwd: emptyFolder() });
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining('. holds no file')]);
  });

  it('writes one recording for each session, which show reads', async () => {
    const cwd = folderWith(TWO_SERVERS);
    const { status, stdout, stderr } = await sadap(['import', 'mcp.log', '--dir', 'out'], { cwd });
    expect([status, stderr]).toEqual([
      0,
      'sadap: mcp.log: Claude Desktop, mcp.log since 2025; 2 sessions of 2 servers\n',
    ]);
    const names = readdirSync(join(cwd, 'out')).sort();
    expect(names.map((name) => name.replace(/-[0-9a-f]{8}\.ndjson$/, ''))).toEqual([
      'bank-20250617T132934Z',
      'shop-20250617T132934Z',
    ]);
    for (const name of names) expect(stdout).toContain(name);
    const [first = ''] = readFileSync(join(cwd, 'out', names[1] ?? ''), 'utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({
      mode: 'import',
      exact: false,
      source: { format: 'claude-desktop-mcp', files: ['mcp.log'] },
    });
    const shown = await sadap(['show', join('out', names[1] ?? '')], { cwd });
    expect(shown.stdout).toContain('imported from mcp.log (claude-desktop-mcp), bytes re-spelled');
  });

  it('never overwrites, and gives the same log the same names', async () => {
    const cwd = folderWith(TWO_SERVERS);
    await sadap(['import', 'mcp.log', '--dir', 'out'], { cwd });
    const again = await sadap(['import', 'mcp.log', '--dir', 'out'], { cwd });
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('exists and is not overwritten');
    const forced = await sadap(['import', 'mcp.log', '--dir', 'out', '--force'], { cwd });
    expect([forced.status, readdirSync(join(cwd, 'out')).length]).toEqual([0, 2]);
  });

  it('-o names the first recording, and the others after it', async () => {
    const cwd = folderWith(TWO_SERVERS);
    const { status } = await sadap(['import', 'mcp.log', '-o', 'run.ndjson'], { cwd });
    expect([status, readdirSync(cwd).sort()]).toEqual([
      0,
      ['mcp.log', 'run-2.ndjson', 'run.ndjson'],
    ]);
    const pipe = await sadap(['import', 'mcp.log', '-o', '-'], { cwd });
    expect([pipe.status, pipe.stdout]).toEqual([2, '']);
  });

  it('--list writes nothing, and --json is one session a line', async () => {
    const cwd = folderWith(TWO_SERVERS);
    const { status, stdout } = await sadap(['import', 'mcp.log', '--list', '--json'], { cwd });
    expect([status, readdirSync(cwd)]).toEqual([0, ['mcp.log']]);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      {
        recording: null,
        format: 'claude-desktop-mcp',
        server: 'shop',
        fromClient: 1,
        fromServer: 1,
      },
      { recording: null, server: 'bank', fromClient: 1, fromServer: 0 },
    ]);
  });

  it('--redact leaves secrets in messages out, and without it they are told of', async () => {
    verifies('import.secrets');
    const call = (password: string) =>
      `{"t":0,"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"login","arguments":{"password":"${password}"}}}}\n`;
    const cwd = folderWith(call('made-up-secret-1') + call('made-up-secret-2'), 'rows.ndjson');
    const plain = await sadap(['import', 'rows.ndjson', '-o', 'plain.ndjson'], { cwd });
    expect(plain.stderr).toContain('likely secrets');
    const { status } = await sadap(['import', 'rows.ndjson', '-o', 'clean.ndjson', '--redact'], {
      cwd,
    });
    const clean = readFileSync(join(cwd, 'clean.ndjson'), 'utf8');
    expect([status, clean.includes('made-up')]).toEqual([0, false]);
    expect(clean).toContain('"type":"redacted"');
    const shown = await sadap(['show', 'clean.ndjson', '--json'], { cwd });
    expect(shown.stdout).not.toContain('"type":"damage"');
  });

  it('says that a kind of log holds no messages', async () => {
    verifies('import.nothing-invented');
    const cwd = folderWith(logSamples['cursor'] ?? '');
    const { status, stderr } = await sadap(['import', 'mcp.log', '--list'], { cwd });
    expect(status).toBe(0);
    expect(stderr).toContain('this kind of log holds no messages');
    expect(stderr).toContain('1 message quoted in errors');
    expect(stderr).toContain('its times are local');
    const check = await sadap(['check', 'mcp.log'], { cwd });
    expect(check.stdout).toContain('nothing found, but the log holds no message to look at');
    const show = await sadap(['show', 'mcp.log'], { cwd });
    expect(show.stdout).toContain('this kind of log holds no messages');
    expect(show.stdout).toContain('none, but the log holds no message to look at');
  });

  it('takes a folder for the logs in it', async () => {
    const cwd = folderWith(TWO_SERVERS, 'mcp.log');
    writeFileSync(
      join(cwd, 'mcp-server-shop.log'),
      'a line\n2025-06-17T13:29:34.500Z [shop] [info] Server started\n',
    );
    writeFileSync(join(cwd, 'main.log'), 'something else\n');
    const { status, stdout, stderr } = await sadap(['import', '.', '--list', '--json'], { cwd });
    expect(status).toBe(0);
    expect(stderr).toContain('1 other file of no known kind passed over');
    const rows = stdout
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each));
    expect(rows).toMatchObject([{ server: 'shop', stderr: 1 }, { server: 'bank' }]);
    expect(rows[0].files.sort()).toEqual(['mcp-server-shop.log', 'mcp.log']);
  });

  it('says of a recording that it is one already', async () => {
    const cwd = folderWith(TWO_SERVERS);
    await sadap(['import', 'mcp.log', '-o', 'run.ndjson'], { cwd });
    const { status, stderr } = await sadap(['import', 'run.ndjson'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      'sadap: run.ndjson is a recording of sadap already\n  look at it with: sadap show run.ndjson\n',
    ]);
  });

  it('refuses what it does not know in one line, and reads the other files all the same', async () => {
    verifies('import.unknown');
    const cwd = folderWith(TWO_SERVERS);
    writeFileSync(join(cwd, 'notes.txt'), 'hello\n');
    const { status, stdout, stderr } = await sadap(['import', 'notes.txt', 'mcp.log', '--list'], {
      cwd,
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^sadap: notes.txt is no log of a known kind: it looks like plain text\n/,
    );
    expect(stdout).toContain('shop');
    const missing = await sadap(['import', 'nosuch.log'], { cwd });
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringContaining('there is no file nosuch.log'),
    ]);
    const wrong = await sadap(['import', 'mcp.log', '--from', 'nosuch'], { cwd });
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('there is no format nosuch'),
    ]);
  });
});

describe('commands that read recordings', () => {
  verifies('import.reading-commands');

  it('take logs directly, from a file, from a pipe, and one session by its number', async () => {
    const cwd = folderWith(TWO_SERVERS);
    const last = await sadap(['show', 'mcp.log'], { cwd });
    expect([last.status, last.stderr]).toEqual([
      0,
      'sadap: mcp.log holds 2 sessions; this is mcp.log#2, of bank\n  see them all with: sadap list mcp.log\n',
    ]);
    expect(last.stdout).toContain('sadap · bank');
    const first = await sadap(['show', 'mcp.log#1'], { cwd });
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain('sadap · shop');
    const piped = await sadap(['show', '-'], { cwd, input: logSamples['vscode'] ?? '' });
    expect(piped.stdout).toContain('local time');
    const none = await sadap(['show', 'mcp.log#9'], { cwd });
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('none is #9')]);
  });

  it('list sessions, check all of them, compare two', async () => {
    const cwd = folderWith(TWO_SERVERS);
    const list = await sadap(['list', 'mcp.log', '--json'], { cwd });
    expect(
      list.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).path),
    ).toEqual(['mcp.log#1', 'mcp.log#2']);
    const check = await sadap(['check', 'mcp.log'], { cwd });
    expect(check.stdout).toContain('mcp.log#1');
    expect(check.stdout).toContain('mcp.log#2');
    const diff = await sadap(['diff', 'mcp.log#1', 'mcp.log#1'], { cwd });
    expect(diff.status).toBe(0);
  });

  it.each([
    ['stats', []],
    ['model', []],
    ['doc', []],
    ['redact', ['-o', '-']],
    ['export', ['--to', 'jsonl']],
    ['export', ['--to', 'raw', '--side', 'client']],
  ] as const)('%s takes one, too', async (command, more) => {
    const cwd = folderWith(TWO_SERVERS);
    const { status, stdout } = await sadap([command, 'mcp.log#1', ...more], { cwd });
    expect(status).toBe(0);
    expect(stdout).toMatch(/initialize|turn 1/);
  });

  it('count every session of a log in stats', async () => {
    const cwd = folderWith(TWO_SERVERS);
    const { stdout } = await sadap(['stats', 'mcp.log'], { cwd });
    expect(stdout).toContain('2 recordings');
  });

  it('read a recording of sadap as before, also damaged or through a pipe', async () => {
    const cwd = folderWith(logSamples['json-rpc'] ?? '', 'plain.ndjson');
    await sadap(['import', 'plain.ndjson', '-o', 'run.ndjson'], { cwd });
    const whole = readFileSync(join(cwd, 'run.ndjson'), 'utf8');
    const shown = await sadap(['show', 'run.ndjson', '--json'], { cwd });
    const piped = await sadap(['show', '-', '--json'], { cwd, input: whole });
    expect(piped.stdout.replaceAll('"-"', '"run.ndjson"')).toBe(shown.stdout);
    writeFileSync(join(cwd, 'damaged.ndjson'), `garbage\n${whole.slice(whole.indexOf('\n') + 1)}`);
    const damaged = await sadap(['show', 'damaged.ndjson', '--json'], { cwd });
    expect(damaged.stdout).toContain('"bad-header"');
  });
});

describe('a large log', () => {
  verifies('import.constant-memory');

  it('is imported in little memory', async () => {
    const cwd = emptyFolder();
    const line = `2025-06-17T13:29:34.074Z [info] [shop] Message from server: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${'x'.repeat(3900)}"}}\n`;
    // 200 MB.
    writeFileSync(join(cwd, 'mcp.log'), line.repeat(50_000));
    const args = ['import', 'mcp.log', '-o', 'run.ndjson', '--json'];
    const { status, stdout, megabytes } = await sadapWithin(args, cwd);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ fromServer: 50_000 });
    expect(megabytes).toBeLessThan(200);
  });
});
