import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/http.ts';
import { start } from '../support/peer.ts';
import { asramaOverHttp } from '../support/proxy-run.ts';
import { bin, emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const sample = (name: string) => join(import.meta.dirname, '../../recordings', `${name}.ndjson`);
const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);
const node = (file: string, ...args: string[]) => [process.execPath, file, ...args];
const asrama = (...args: string[]) => node(bin, 'asrama', ...args);

/** The lines of `--json`, by type. */
const linesOf = (stdout: string, type: string) =>
  stdout
    .trimEnd()
    .split('\n')
    // Tests read members that they name themselves.
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter((line) => line['type'] === type);

/** Same, or slower on a busy machine. */
const CLEAN = { changed: 0, missing: 0, extra: 0, skipped: 0, others: 0 };

const verdictsOf = (stdout: string) =>
  linesOf(stdout, 'exchange').map(
    // A busy machine may be slower than it was.
    (each) => `${String(each['verdict']).replace('slower', 'same')} ${String(each['subject'])}`,
  );

describe('replay to the server that was recorded', () => {
  verifies('replay:clean');

  it.each([
    ['asrama-sdk-v1', asrama('--sdk', 'v1', '--soft-errors')],
    ['asrama-sdk-v2-legacy', asrama('--sdk', 'v2')],
    ['asrama-sdk-v2-modern', asrama('--sdk', 'v2')],
  ])('finds nothing: %s', async (name, command) => {
    const ran = await sadap(['replay', sample(name), '--execute', '--json', '--', ...command]);
    expect(ran.stderr).toBe('');
    expect(linesOf(ran.stdout, 'summary')).toMatchObject([CLEAN]);
    expect(ran.status).toBe(0);
  });

  it('finds what the other SDK says differently', async () => {
    const command = asrama('--sdk', 'v2');
    const ran = await sadap([
      'replay',
      sample('asrama-sdk-v1'),
      '--execute',
      '--json',
      '--',
      ...command,
    ]);
    expect(verdictsOf(ran.stdout).filter((each) => !each.startsWith('same'))).toEqual([
      'changed tools/call detail_anak',
      'changed tools/call absensi_harian',
    ]);
    expect(ran.status).toBe(1);
  });

  it.each(['v1', 'v2'] as const)('over HTTP, on SDK %s, in both directions', async (sdk) => {
    verifies('replay:http');
    const server = await asramaOverHttp(sdk);
    const folder = emptyFolder();
    const [file, again] = [join(folder, 'http.ndjson'), join(folder, 'again.ndjson')];
    const header = ['--header', 'Authorization: Bearer t-1'];
    const name = sdk === 'v1' ? 'asrama-sdk-v2-legacy' : 'asrama-sdk-v2-modern';
    const first = await sadap([
      'replay',
      sample(name),
      '--execute',
      '--url',
      server.url,
      ...header,
      '-o',
      file,
      '--json',
    ]);
    expect(first.stderr).toBe('');
    expect(readFileSync(file, 'utf8')).not.toContain('t-1');
    const second = await sadap([
      'replay',
      file,
      '--execute',
      '--url',
      server.url,
      ...header,
      '-o',
      again,
      '--json',
    ]);
    expect(second.stderr).toBe('');
    expect(linesOf(second.stdout, 'summary')).toMatchObject([CLEAN]);
    const third = await sadap([
      'replay',
      file,
      '--execute',
      '--json',
      '--',
      ...asrama('--sdk', sdk),
    ]);
    expect(linesOf(third.stdout, 'summary')).toMatchObject([CLEAN]);
  });
});

const SCRIPT = `
era: legacy
answers:
  elicitation/create: [{ action: decline }]
steps:
  - open
  - tools/list
  - tools/call: { name: count, arguments: {} }
  - tools/call: { name: make, arguments: {} }
  - tools/call: { name: ask, arguments: {} }
  - tools/call: { name: erase, arguments: {} }
`;

/** A recording of the first release, with a call that goes on with the id that `make` gave. */
async function recorded(): Promise<string> {
  const folder = emptyFolder();
  const [script, first, file] = ['s.yaml', 'first.ndjson', 'run.ndjson'].map((each) =>
    join(folder, each),
  );
  if (!script || !first || !file) throw new Error('three names give three paths');
  writeFileSync(script, SCRIPT);
  const ran = await sadap([
    'record',
    script,
    '-o',
    first,
    '--quiet',
    '--',
    ...node(fixture('release.mjs'), '1'),
  ]);
  expect(ran.status).toBe(0);
  const text = readFileSync(first, 'utf8');
  const [, id] = /"structuredContent":\{"id":"([0-9a-f-]+)"/.exec(text) ?? [];
  // As a client that asks for what it has made: the call of `erase` becomes one of `look`.
  writeFileSync(
    file,
    text
      .replace('{"name":"erase","arguments":{}}', `{"name":"look","arguments":{"id":"${id}"}}`)
      .replace('erased', 'number 1'),
  );
  copyFileSync(first, join(folder, 'erase.ndjson'));
  return file;
}

describe('replay to a new release', () => {
  verifies('replay:verdicts', 'replay:command');

  it('is clean for the same one: ids, cursors and times of today do not count', async () => {
    const file = await recorded();
    const ran = await sadap(['replay', file, '--json', '--', ...node(fixture('release.mjs'), '1')]);
    expect(ran.stderr).toBe('');
    expect(linesOf(ran.stdout, 'summary')).toMatchObject([CLEAN]);
    expect(verdictsOf(ran.stdout)).toContain('same tools/call look');
    expect(linesOf(ran.stdout, 'folded').map((each) => each['rule'])).toEqual(
      expect.arrayContaining(['time', 'uuid']),
    );
    expect(ran.status).toBe(0);
  });

  it('tells what changed, what is skipped, what is missing and what is extra', async () => {
    const file = await recorded();
    const ran = await sadap(['replay', file, '--json', '--', ...node(fixture('release.mjs'), '2')]);
    expect(ran.status).toBe(1);
    expect(verdictsOf(ran.stdout)).toEqual([
      'same initialize',
      'same tools/list',
      'changed tools/list',
      'skipped tools/list',
      'changed tools/call count',
      'same tools/call make',
      'changed tools/call ask',
      'changed elicitation/create',
      'same tools/call look',
    ]);
    const changes = linesOf(ran.stdout, 'change').map((each) =>
      [each['rule'], each['subject'], each['inner'] ?? each['pointer']].join(' '),
    );
    expect(changes).toEqual(
      expect.arrayContaining([
        'tool.gone tool gone /result/tools/1',
        'tool.added tool new /result/tools/1',
        'answer.value tools/call count /anak',
      ]),
    );
  });

  it('lists calls that may change something, and makes them with --execute', async () => {
    const file = (await recorded()).replace('run.ndjson', 'erase.ndjson');
    const command = ['--', ...node(fixture('release.mjs'), '1')];
    const dry = await sadap(['replay', file, ...command]);
    expect(dry.stdout).toMatch(
      /skipped {2}#\d+ +→ tools\/call erase\n +the tool does not say that it only reads/,
    );
    expect(dry.stderr).toBe(
      'sadap: 1 message may change something and was not sent: --execute sends it\n',
    );
    expect(dry.status).toBe(0);
    const wet = await sadap(['replay', file, '--execute', ...command]);
    expect(wet.stdout).toMatch(/(?:same|slower) +#\d+ +→ tools\/call erase/);
    expect([wet.stderr, wet.status]).toEqual(['', 0]);
  });

  it('accepts what an expectation file names, and tells of what it names in vain', async () => {
    verifies('replay:expectations');
    const file = await recorded();
    const expectations = join(emptyFolder(), 'expect.yaml');
    writeFileSync(
      expectations,
      `accept:
  - { rule: [tool.gone, tool.added], reason: tools come and go }
  - { tool: count, at: /result/content, json: /anak, range: [2, 4] }
  - { method: elicitation/create, reason: said in another way }
  - { tool: ask, matches: "^error -?[0-9]+$" }
  - { tool: nothing, reason: never }
`,
    );
    const ran = await sadap([
      'replay',
      file,
      '--expect',
      expectations,
      '--',
      ...node(fixture('release.mjs'), '2'),
    ]);
    expect(ran.stdout).toContain('accepted: 2 by tools come and go');
    expect(ran.stderr).toBe(
      `sadap: ${expectations}:6:5: nothing falls under this acceptance any more\n`,
    );
    expect(ran.status).toBe(0);
  });

  it('fails from the tier that --fail-on names', async () => {
    const file = await recorded();
    const command = ['--', ...node(fixture('release.mjs'), '2')];
    const ran = await Promise.all(
      ['never', 'breaking'].map((tier) => sadap(['replay', file, '--fail-on', tier, ...command])),
    );
    expect(ran.map(({ status }) => status)).toEqual([0, 1]);
  });

  it('becomes the recording with --update, and the next replay is clean', async () => {
    verifies('replay:update');
    const file = await recorded();
    const command = ['--', ...node(fixture('release.mjs'), '2')];
    const updated = await sadap(['replay', file, '--update', '--quiet', ...command]);
    expect(updated.stderr).toContain(`${file} now holds this replay`);
    const again = await sadap(['replay', file, '--json', ...command]);
    expect([again.status, again.stderr]).toEqual([0, '']);
    expect(readdirSync(join(file, '..')).filter((each) => each.startsWith('.'))).toEqual([]);
  });

  it('is no update when something was left out', async () => {
    verifies('replay:update');
    const file = (await recorded()).replace('run.ndjson', 'erase.ndjson');
    const before = readFileSync(file, 'utf8');
    const ran = await sadap([
      'replay',
      file,
      '--update',
      '--',
      ...node(fixture('release.mjs'), '1'),
    ]);
    expect(ran.stderr).toContain('is as it was: the replay left something out');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('replay of servers that ask, refuse, wait and babble', () => {
  verifies('replay:clean', 'replay:answers-asks', 'replay:rounds', 'replay:closed-loop');
  const script = `
answers:
  roots/list: { roots: [] }
  sampling/createMessage: { role: assistant, model: m, content: { type: text, text: hi } }
  elicitation/create: [{ action: accept, content: { ok: true } }]
timeout: 1s
steps:
  - open
  - explore
  - tools/call: { name: probe, arguments: { a: 1 } }
  - parallel:
      - tools/call: { name: probe, arguments: { a: 2 } }
      - tools/call: { name: probe, arguments: { a: 3 } }
  - ping
`;

  it.each([
    'asks.mjs',
    'modern.mjs',
    'pages.mjs',
    'notes.mjs',
    'banner.mjs',
    'bom-crlf.mjs',
    'late-modern.mjs',
    'parse-error.mjs',
    'silent-call.mjs',
  ])('%s: clean to itself, and to its recording', async (name) => {
    const folder = emptyFolder();
    const [steps, file] = [join(folder, 's.yaml'), join(folder, 'run.ndjson')];
    writeFileSync(steps, script);
    await sadap(['record', steps, '-o', file, '--quiet', '--', ...node(fixture(name))]);
    for (const server of [node(fixture(name)), node(bin, 'serve', file)]) {
      const args = ['replay', file, '--execute', '--timeout', '1', '--json', '--', ...server];
      const ran = await sadap(args);
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      const [counts] = linesOf(ran.stdout, 'summary');
      expect(counts).toMatchObject(CLEAN);
    }
  });

  it('a recording that was cut: what is left of it', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'cut.ndjson');
    const bytes = readFileSync(sample('asrama-sdk-v1'));
    writeFileSync(file, bytes.subarray(0, bytes.indexOf('"id":5,"method"', 0) + 20));
    const ran = await sadap([
      'replay',
      file,
      '--execute',
      '--json',
      '--',
      ...asrama('--sdk', 'v1', '--soft-errors'),
    ]);
    // What was cut off cannot be asked again, and that is told.
    expect([ran.status, ran.stderr]).toEqual([0, expect.stringContaining('1 damaged place of')]);
    expect(linesOf(ran.stdout, 'summary')).toMatchObject([CLEAN]);
    const empty = join(folder, 'empty.ndjson');
    writeFileSync(empty, '');
    expect(await sadap(['replay', empty, '--', 'node'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('empty'),
    });
  });
});

describe('replay to a server in trouble', () => {
  verifies('replay:trouble');

  it.each([
    ['dies-at-start.mjs', 1, /^sadap: the server exited with code 3 before the replay was through/],
    ['silent.mjs', 1, /^sadap: initialize was not answered in time: the rest was not played/],
  ])('%s: says what happened, and what was not asked', async (server, status, words) => {
    const ran = await sadap([
      'replay',
      sample('asrama-sdk-v1'),
      '--timeout',
      '1',
      '--',
      ...node(fixture(server)),
    ]);
    expect(ran.stderr).toMatch(words);
    expect(ran.stdout).toMatch(/missing +#5 +→ tools\/list/);
    expect(ran.status).toBe(status);
  });

  it('a command that is not there is told as everywhere', async () => {
    const ran = await sadap(['replay', sample('asrama-sdk-v1'), '--', 'no-such-command']);
    expect(ran.stderr).toContain('no-such-command: command not found');
    expect(ran.status).toBe(127);
  });

  it('nobody at the URL', async () => {
    const ran = await sadap(['replay', sample('asrama-sdk-v1'), '--url', 'http://127.0.0.1:1/mcp']);
    expect(ran.stderr).toContain('initialize failed');
    expect(ran.status).toBe(1);
  });
});

describe('a replay that is stopped', () => {
  verifies('replay:trouble');

  it('ends the server, keeps nothing half, and reports what it has', async () => {
    const folder = emptyFolder();
    const [steps, file] = [join(folder, 's.yaml'), join(folder, 'run.ndjson')];
    writeFileSync(
      steps,
      'era: legacy\nsteps: [open, tools/list, { tools/call: { name: probe } }]\n',
    );
    await sadap(['record', steps, '-o', file, '--quiet', '--', ...node(fixture('plain.mjs'))]);
    const replay = start(
      node(bin, 'replay', file, '--execute', '--update', '--', ...node(fixture('silent-call.mjs'))),
      { cwd: folder },
    );
    const before = readFileSync(file, 'utf8');
    const isWaiting = () => readdirSync(folder).some((each) => each.startsWith('.sadap-replay-'));
    await eventually(isWaiting);
    await new Promise((resolve) => setTimeout(resolve, 700));
    replay.child.kill('SIGINT');
    const { code, stdout, stderr } = await replay.ended;
    expect(code).toBe(130);
    expect(stderr.toString()).toContain('stopped by SIGINT');
    expect(stdout.toString()).toMatch(/(?:same|slower) +#\d+ +→ tools\/list/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(isWaiting()).toBe(false);
  });
});

describe('the command line of replay', () => {
  verifies('replay:command');

  it.each([
    [['replay'], 'missing required argument'],
    [['replay', sample('asrama-sdk-v1')], 'replay wants a server'],
    [['replay', sample('asrama-sdk-v1'), '--url', 'ftp://x'], '--url wants an http or https URL'],
    [['replay', 'not-there.ndjson', '--', 'node'], 'there is no file not-there.ndjson'],
    [
      ['replay', sample('asrama-sdk-v1'), '--url', 'http://x', '--header', 'secret'],
      '--header number 1',
    ],
    [
      ['replay', sample('asrama-sdk-v1'), '--update', '-o', 'x', '--', 'node'],
      'exclude each other',
    ],
    [
      ['replay', sample('asrama-sdk-v1'), '--expect', 'no.yaml', '--', 'node'],
      'no.yaml: there is no such file',
    ],
  ])('%# says what is wrong with its arguments', async (args, words) => {
    const ran = await sadap(args);
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).not.toContain('secret');
  });

  it('plays a redacted recording: what the server says again is put back', async () => {
    verifies('replay:redacted');
    const file = join(emptyFolder(), 'redacted.ndjson');
    const redacted = await sadap([
      'redact',
      sample('asrama-sdk-v1'),
      '--member',
      'nama',
      '-o',
      file,
    ]);
    expect(redacted.status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"nama_kamar":"«redacted:nama:');
    for (const server of [asrama('--sdk', 'v1', '--soft-errors'), node(bin, 'serve', file)]) {
      const ran = await sadap(['replay', file, '--execute', '--json', '--', ...server]);
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      expect(linesOf(ran.stdout, 'summary')).toMatchObject([CLEAN]);
    }
  });

  it('refuses a recording whose opening lost a value, and one without a client', async () => {
    verifies('replay:redacted');
    const folder = emptyFolder();
    const text = readFileSync(sample('asrama-sdk-v1'), 'utf8');
    const opening = join(folder, 'opening.ndjson');
    writeFileSync(opening, text.replace('"name":"sadap"', '"name":"«redacted:client:1»"'));
    const mute = join(folder, 'mute.ndjson');
    writeFileSync(mute, text.split('\n').slice(0, 2).join('\n'));
    const ran = await Promise.all(
      [opening, mute].map((file) => sadap(['replay', file, '--', ...asrama()])),
    );
    expect(ran.map(({ status }) => status)).toEqual([2, 2]);
    expect(ran[0]?.stderr).toContain('opens with «redacted:client:1»');
    expect(ran[1]?.stderr).toContain('holds nothing that a client said');
  });

  it('keeps no recording of its own unless told to', async () => {
    const folder = emptyFolder();
    const command = ['--', ...asrama('--sdk', 'v1')];
    await sadap(['replay', sample('asrama-sdk-v1'), ...command], { cwd: folder });
    expect(readdirSync(folder)).toEqual([]);
    const file = join(folder, 'new.ndjson');
    await sadap(['replay', sample('asrama-sdk-v1'), '-o', file, ...command]);
    expect(existsSync(file)).toBe(true);
    const again = await sadap(['replay', sample('asrama-sdk-v1'), '-o', file, ...command]);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
  });
});
