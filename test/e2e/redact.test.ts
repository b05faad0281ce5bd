import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-redact-'));
const AT = '2026-11-30T10:10:00.000000Z';
const MAIL = 'siti.aminah@example.org';
const NIK = '3171234101120003';
const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ';
const SECRETS = [MAIL, NIK, TOKEN, 'Jalan Merdeka 17', 'hunter2hunter2', '0812-3456-7890'];

const call = `{ "jsonrpc":"2.0","id":3, "method":"tools/call","params":{"name":"cari","arguments":{"q":"${MAIL}","n":1.50}}}`;
const text = JSON.stringify(JSON.stringify({ nik: NIK, alamat: 'Jalan Merdeka 17', kelas: '7A' }));
const result = `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":${text}},{"type":"text","text":"tinggal di Jalan Merdeka 17"}],"big":12345678901234567890}}`;
const entries = [
  `"type":"message","seq":0,"at":"${AT}","from":"client","message":${call}`,
  `"type":"message","seq":1,"at":"${AT}","from":"server","message":${result}`,
  `"type":"stray","seq":2,"at":"${AT}","from":"server","why":"not-json","text":"login as ${MAIL} password=hunter2hunter2"`,
  `"type":"stray","seq":3,"at":"${AT}","from":"server","why":"not-utf8","base64":"${Buffer.from(`\xff ${TOKEN} \xe9`, 'latin1').toString('base64')}"`,
  `"type":"stderr","seq":4,"at":"${AT}","text":"{\\"alamat\\":\\"Jalan Merdeka 17\\", call 0812-3456-7890"`,
  `"type":"http","seq":5,"at":"${AT}","call":1,"from":"client","start":"POST /mcp?mail=${MAIL}","headers":[["x-user","${MAIL}"]]`,
  `"type":"note","seq":6,"at":"${AT}","target":1,"text":"see ${NIK}"`,
  `"type":"end","seq":7,"at":"${AT}","closedBy":"client"`,
];
const header = `{"type":"header","format":"sadap","version":1,"session":"019acd3e-2f1b-7a40-8c5d-0123456789ab","startedAt":"${AT}","recorder":"sadap/0.1.0","mode":"record","exact":true,"process":{"pid":1,"machine":"9be0c2d4"},"server":{"label":"asrama","command":["node","/home/siti/server.js","${MAIL}"],"cwd":"/home/siti"}}`;
const planted = join(folder, 'planted.ndjson');
writeFileSync(planted, [header, ...entries.map((each) => `{${each}}`), ''].join('\n'));

let files = 0;
async function redacted(...flags: string[]) {
  const path = join(folder, `redacted-${files++}.ndjson`);
  const ran = await sadap(['redact', planted, ...flags, '-o', path]);
  return { ...ran, path, text: ran.status === 0 ? readFileSync(path, 'utf8') : '' };
}

describe('sadap redact', () => {
  verifies('redact:command');

  it('takes out what is named and what is found, wherever it stands', async () => {
    const { status, stderr, text, path } = await redacted('--member', 'nik,alamat');
    expect(status).toBe(0);
    expect(stderr).toMatch(/took \d+ values out of /);
    for (const secret of SECRETS) {
      expect(text).not.toContain(secret);
      for (const [, base64 = ''] of text.matchAll(/"base64":"([^"]+)"/g))
        expect(Buffer.from(base64, 'base64').toString('latin1')).not.toContain(secret);
    }
    expect(text).not.toContain('siti');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps every other byte, place and time, and tells what went', async () => {
    const { text } = await redacted('--member', 'nik,alamat');
    const lines = text.trimEnd().split('\n');
    const mail = /«redacted:email:\d+»/.exec(lines[1] ?? '')?.[0] ?? '-';
    expect(lines[1]).toBe(
      `{"type":"message","seq":0,"at":"${AT}","from":"client","method":"tools/call","id":3,"message":${call.replace(MAIL, mail)}}`,
    );
    expect(lines[2]).toContain('"big":12345678901234567890');
    // Equal values have equal placeholders.
    expect(lines[3]).toContain(mail);
    expect(lines[6]).toContain(`"start":"POST /mcp?mail=${mail}"`);
    const told = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'redacted');
    expect(told).toContainEqual(
      expect.objectContaining({ target: 1, rule: 'member:alamat', count: 1 }),
    );
    expect(told).toContainEqual(expect.objectContaining({ target: 1, rule: 'again', count: 1 }));
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual([
      undefined,
      ...lines.slice(1).keys(),
    ]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'end' });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ exact: false });
    expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('process');
  });

  it('makes a recording that reads like the one it came from', async () => {
    const { path } = await redacted('--member', 'nik,alamat');
    const shown = await sadap(['show', path, '--width', '80']);
    expect(shown.stderr).toBe('');
    expect(shown.stdout).toContain('«redacted:nik:1»');
    expect(shown.stdout).toMatch(/redacted {4}one value of #1, by member:nik/);
    const again = await sadap(['redact', path, '--scan']);
    expect([again.status, again.stdout]).toEqual([0, expect.stringMatching(/^nothing found in /)]);
  });

  it('lists with --scan what it would take out, and none of it', async () => {
    const text = await sadap(['redact', planted, '--scan', '--width', '100']);
    expect(text.status).toBe(1);
    expect(text.stdout).toMatch(/^#0 +pattern:email +1 +si… \(23\) +\/params\/arguments\/q$/m);
    const json = await sadap(['redact', planted, '--scan', '--json', '--keep', 'email']);
    const lines = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ rule }) => rule)).not.toContain('pattern:email');
    expect(lines).toContainEqual({
      type: 'found',
      seq: 1,
      pointer: '/result/content/0/text/nik',
      rule: 'pattern:nik',
      count: 1,
      preview: '31… (16)',
    });
    for (const secret of SECRETS) expect(text.stdout + json.stdout).not.toContain(secret);
  });

  it('takes pointers and patterns of the user’s own', async () => {
    const { text } = await redacted(
      '--keep',
      'all',
      '--pointer',
      '/result/content/*/type',
      '--pattern',
      'class=/7[ab]/i',
    );
    expect(text).toContain('"type":"«redacted:type:1»"');
    expect(text).toContain('«redacted:class:1»');
    expect(text).toContain(MAIL);
  });

  it.each([
    [['--pointer', 'result'], 'wants a JSON pointer'],
    [['--pattern', 'email'], 'wants /expression/'],
    [['--pattern', '/(/'], 'is no regular expression'],
    [['--keep', 'mail'], 'does not know "mail"'],
  ])('says what is wrong with %j', async (flags, message) => {
    const ran = await redacted(...flags);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr.split('\n').length).toBeLessThanOrEqual(3);
  });

  it('asks where to write, writes over nothing, and leaves a damaged place out', async () => {
    const nowhere = await sadap(['redact', planted]);
    expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining('-o FILE')]);
    const itself = await sadap(['redact', planted, '-o', planted, '--force']);
    expect(itself.status).toBe(2);
    const damaged = join(folder, 'damaged.ndjson');
    writeFileSync(damaged, `${header}\nsecret ${MAIL}\n{${entries[0]}}\n`);
    const ran = await sadap(['redact', damaged, '-o', '-']);
    expect(ran.status).toBe(1);
    expect(ran.stdout).not.toContain(MAIL);
    expect(ran.stderr).toContain('one damaged place');
  });

  it('packs a bundle for a bug report, and nothing private with it', async () => {
    const path = join(folder, 'report.tar.gz');
    const ran = await sadap(['redact', planted, '--member', 'alamat', '--bundle', '-o', path]);
    expect(ran.status).toBe(0);
    const archive = gunzipSync(readFileSync(path)).toString('latin1');
    for (const name of ['recording.ndjson', 'check.ndjson', 'versions.json'])
      expect(archive).toContain(`${name}\0`);
    for (const secret of SECRETS) expect(archive).not.toContain(secret);
    expect(archive).toContain('"type":"check"');
    const listed = spawnSync('tar', ['-tzf', path], { encoding: 'utf8' });
    // Where there is no tar, the bytes were looked at all the same.
    if (listed.status !== null)
      expect(listed.stdout).toBe('recording.ndjson\ncheck.ndjson\nversions.json\n');
  });
});
