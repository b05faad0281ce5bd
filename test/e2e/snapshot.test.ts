import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, type Ran, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const howTo = join(import.meta.dirname, '../../docs/how-to/snapshot-a-server-in-ci.md');

/** A repository with a server of its own, `server.mjs`, and a snapshot of it. */
async function repository(server = 'release.mjs', ...args: string[]) {
  const cwd = emptyFolder();
  copyFileSync(fixture('serve.mjs'), join(cwd, 'serve.mjs'));
  copyFileSync(fixture(server), join(cwd, 'server.mjs'));
  const run = (...words: string[]) => sadap(['snapshot', ...words], { cwd });
  const made = await run('init', ...args, '--', 'node', 'server.mjs');
  return { cwd, run, made, file: (name: string) => join(cwd, 'sadap', name) };
}

/** The second release takes the place of the first. */
const release = (cwd: string) => {
  const path = join(cwd, 'server.mjs');
  writeFileSync(path, readFileSync(path, 'utf8').replace("process.argv[2] === '2'", 'true'));
};

/** How a script names a variable. */
const reference = (name: string) => ['$', `{${name}}`].join('');

const status = ({ status: code, stderr }: Ran) => [code, stderr];

describe('sadap snapshot init', () => {
  verifies('snapshot:init');

  it('writes script, recording and expectations, with nothing of the machine in them', async () => {
    const { cwd, made, file } = await repository('release.mjs', '--call', 'count');
    expect(made.status).toBe(0);
    expect(readdirSync(join(cwd, 'sadap')).sort()).toEqual([
      'expect.yaml',
      'script.yaml',
      'session.ndjson',
    ]);
    expect(readFileSync(file('script.yaml'), 'utf8')).toContain(
      '  command: ["node", "server.mjs"]\n',
    );
    const [header = ''] = readFileSync(file('session.ndjson'), 'utf8').split('\n');
    expect(Object.keys(JSON.parse(header))).toEqual([
      'type',
      'format',
      'version',
      'session',
      'startedAt',
      'recorder',
      'mode',
      'exact',
      'server',
    ]);
    expect(JSON.parse(header).server).toEqual({
      label: 'server',
      command: ['node', 'server.mjs'],
      envNames: [],
    });
    expect(readFileSync(file('expect.yaml'), 'utf8')).toContain('execute: false\naccept: []\n');
  });

  it('accepts what differs at once, place by place, and the check is clean', async () => {
    const { run, file, made } = await repository('moody.mjs', '--call', 'dice', '--call', 'rock');
    expect(made.stdout).toContain('accepted from a second run: 1 difference');
    expect(readFileSync(file('expect.yaml'), 'utf8')).toContain(
      [
        'accept:',
        '  - rule: answer.value',
        '    tool: "dice"',
        '    at: "/result/content/0/text"',
        '    json: "/thrown"',
        '    reason: differs from run to run',
      ].join('\n'),
    );
    expect(status(await run('check'))).toEqual([0, '']);
  });

  it('says that a call may change something, and then makes it in each check', async () => {
    const { run, file, made } = await repository('release.mjs', '--call', 'erase');
    expect(made.stderr).toContain('the script makes calls that may change something');
    expect(readFileSync(file('expect.yaml'), 'utf8')).toContain('execute: true\n');
    const ran = await run('check', '--json');
    expect(status(ran)).toEqual([0, '']);
    expect(ran.stdout).toContain('"side":"client","subject":"tools/call erase"');
  });

  it('keeps values of variables in the environment, and what looks like one a text', async () => {
    const cwd = emptyFolder();
    const command = ['--', 'node', fixture('plain.mjs'), reference('HOME')];
    const ran = await sadap(
      [
        'snapshot',
        'init',
        '--env',
        'API_TOKEN',
        '--call',
        `x {"a":"${reference('HOME')}"}`,
        ...command,
      ],
      { cwd, env: { API_TOKEN: 's3cret-value' } },
    );
    expect(ran.status).toBe(0);
    const script = readFileSync(join(cwd, 'sadap/script.yaml'), 'utf8');
    expect(script).toContain(`env: { "API_TOKEN": "${reference('API_TOKEN')}" }`);
    const recording = readFileSync(join(cwd, 'sadap/session.ndjson'), 'utf8');
    expect(recording).toContain('"envNames":["API_TOKEN"]');
    expect(recording).toContain(`{"a":"${reference('HOME')}"}`);
    expect(script + recording).not.toContain('s3cret-value');
  });

  it('keeps the snapshot that is there when --force has no server to ask', async () => {
    const { cwd, run, file } = await repository();
    const contents = () =>
      ['script.yaml', 'session.ndjson', 'expect.yaml'].map((name) =>
        readFileSync(file(name), 'utf8'),
      );
    writeFileSync(file('script.yaml'), `# mine\n${readFileSync(file('script.yaml'), 'utf8')}`);
    const before = contents();
    expect((await run('init', '--force', '--', 'node', 'nothing.mjs')).status).not.toBe(0);
    expect(contents()).toEqual(before);
    expect(readdirSync(join(cwd, 'sadap'))).toHaveLength(3);
  });

  it('overwrites nothing without --force, and leaves nothing of a server that is not there', async () => {
    const { run, cwd } = await repository();
    expect(await run('init', '--', 'node', 'server.mjs')).toMatchObject({ status: 2 });
    expect(await run('init', '--force', '--', 'node', 'server.mjs')).toMatchObject({ status: 0 });
    const ran = await sadap(['snapshot', 'init', '--folder', 'other', '--', 'no-such'], { cwd });
    expect(ran.status).toBe(127);
    expect(readdirSync(join(cwd, 'other'))).toEqual([]);
  });
});

describe('sadap snapshot check', () => {
  verifies('snapshot:check');

  it('is clean for the server that it was made of', async () => {
    const { run } = await repository('release.mjs', '--call', 'count', '--call', 'make');
    const ran = await run('check');
    expect(status(ran)).toEqual([0, '']);
    expect(ran.stdout).toMatch(/\n\d same(, \d slower)?\n$/);
  });

  it('tells what changed by tier, the worst first, and exits 1', async () => {
    const { run, cwd } = await repository('release.mjs', '--call', 'count');
    release(cwd);
    const ran = await run('check', '--width', '100');
    expect(ran.status).toBe(1);
    const places = [
      'breaking  1',
      'tool.gone  tool gone',
      'minor  2',
      'tools/call count',
      '- 2',
      '+ 3',
    ];
    const found = places.map((each) => ran.stdout.indexOf(each));
    expect(found).toEqual(found.toSorted((x, y) => x - y));
    expect(found).not.toContain(-1);
    expect((await run('check', '--fail-on', 'never')).status).toBe(0);
  });

  it('writes JUnit and SARIF that say the same', async () => {
    const { run, cwd, file } = await repository('release.mjs', '--call', 'count');
    writeFileSync(
      file('expect.yaml'),
      'accept:\n  - { rule: tool.added, reason: "new tools are fine" }\n',
    );
    release(cwd);
    const ran = await run('check', '--junit', 'junit.xml', '--sarif', 'log.sarif');
    expect(ran.status).toBe(1);
    const junit = readFileSync(join(cwd, 'junit.xml'), 'utf8');
    expect(junit).toMatch(/<testsuites name="sadap" tests="\d+" failures="2"/);
    expect(junit).toContain('name="tools/call count"');
    const sarif = JSON.parse(readFileSync(join(cwd, 'log.sarif'), 'utf8'));
    const results = sarif.runs[0].results.map(
      (each: { ruleId: string; level: string; suppressions?: readonly object[] }) => [
        each.ruleId,
        each.level,
        each.suppressions?.length ?? 0,
      ],
    );
    expect(results).toEqual([
      ['tool.gone', 'error', 0],
      ['answer.value', 'note', 0],
      ['tool.added', 'note', 1],
    ]);
    const again = await run('check', '--junit', 'junit.xml');
    expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('--force') });
  });

  it('fails for a server that no longer starts, with a report of what was not asked', async () => {
    const { run, cwd } = await repository();
    writeFileSync(join(cwd, 'server.mjs'), 'process.exit(3)');
    const ran = await run('check', '--junit', 'junit.xml');
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('the server exited with code 3');
    expect(readFileSync(join(cwd, 'junit.xml'), 'utf8')).toContain('type="replay.missing"');
  });

  it('runs in a build as the documented workflow says', async () => {
    verifies('snapshot:workflow');
    const { cwd } = await repository('release.mjs', '--call', 'count');
    const [, workflow = ''] = /```yaml\n(name:[\s\S]*?)```/.exec(readFileSync(howTo, 'utf8')) ?? [];
    expect(workflow.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    const [, args = ''] = /npx sadap (snapshot check.*)$/m.exec(workflow) ?? [];
    const ran = await sadap(args.split(' '), { cwd });
    expect(status(ran)).toEqual([0, '']);
    expect(
      args
        .split(' ')
        .filter((each) => /\./.test(each))
        .every((each) => existsSync(join(cwd, each))),
    ).toBe(true);
  });
});

describe('sadap snapshot update', () => {
  verifies('snapshot:update');

  it('shows what it takes for right, and the next check is clean', async () => {
    const { run, cwd } = await repository('release.mjs', '--call', 'count');
    release(cwd);
    const ran = await run('update');
    expect(ran.status).toBe(0);
    expect(ran.stdout).toContain('tool.gone');
    expect(status(await run('check'))).toEqual([0, '']);
  });

  it('plays the script as it is now', async () => {
    const { run, file } = await repository();
    writeFileSync(
      file('script.yaml'),
      `${readFileSync(file('script.yaml'), 'utf8')}  - tools/call: { name: count, arguments: {} }\n`,
    );
    expect((await run('update')).status).toBe(0);
    const ran = await run('check', '--json');
    expect(ran.stdout).toContain('"subject":"tools/call count"');
  });

  it('keeps the old answers when the server does not start', async () => {
    const { run, cwd, file } = await repository();
    const before = statSync(file('session.ndjson')).mtimeMs;
    writeFileSync(join(cwd, 'server.mjs'), 'process.exit(3)');
    expect((await run('update')).status).not.toBe(0);
    expect(statSync(file('session.ndjson')).mtimeMs).toBe(before);
    expect(readdirSync(join(cwd, 'sadap'))).toHaveLength(3);
  });
});

describe('the command line of snapshot', () => {
  verifies('snapshot:check');

  it.each([
    [['snapshot'], 'missing required argument'],
    [['snapshot', 'look'], 'snapshot knows no "look"'],
    [['snapshot', 'init'], 'snapshot init wants the command of a server'],
    [['snapshot', 'check'], 'there is no sadap/script.yaml'],
    [['snapshot', 'init', '--call', '{}', '--', 'node'], '--call'],
  ])('%# says what is wrong with its arguments', async (args, words) => {
    const ran = await sadap(args);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
  });
});
