import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-redact-capture-'));
const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ';
const MAIL = 'siti@example.org';
const call = { jsonrpc: '2.0', id: 1, method: 'x', params: { who: MAIL, key: TOKEN, n: 1 } };
const said = `${JSON.stringify(call)}\nno json ${MAIL}`;

/** Runs tee before a server that answers with what it is told. */
function tee(name: string, ...flags: string[]) {
  const path = join(folder, name);
  return sadap(['tee', '-o', path, ...flags, '--', 'cat'], { input: said }).then((ran) => ({
    ...ran,
    path,
    text: readFileSync(path, 'utf8'),
  }));
}

describe('--redact', () => {
  verifies('redact:capture');

  it('leaves secrets out of what tee records, and out of nothing that passes', async () => {
    const { stdout, text } = await tee('redacted.ndjson', '--redact');
    expect(stdout).toBe(said);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(MAIL);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const messages = lines.filter(({ type }) => type === 'message');
    expect(messages.map(({ message }) => message.params.n)).toEqual([1, 1]);
    expect(messages[0].message.params).toEqual(messages[1].message.params);
    expect(lines[0].exact).toBe(false);
    expect(lines.filter(({ type }) => type === 'redacted').length).toBeGreaterThan(3);
    expect(lines.slice(1).map(({ seq }) => seq)).toEqual([...lines.slice(1).keys()]);
  });

  it('leaves them out of what record records', async () => {
    const path = join(folder, 'record.ndjson');
    const ran = await sadap(['record', '--quiet', '--member', 'nama_wali', '-o', path]);
    expect(ran.status).toBe(0);
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('Bapak Hasan');
    expect(text).toContain('«redacted:nama_wali:1»');
  });

  it('knows what a script gives its server from the start', async () => {
    const says = `process.stderr.write(process.env.SERVICE_PASSWORD + '\\n'); process.stdin.resume();`;
    const [script, path] = [join(folder, 'script.yaml'), join(folder, 'script.ndjson')];
    const server = {
      command: [process.execPath, '-e', says],
      env: { SERVICE_PASSWORD: 'correcthorse' },
    };
    writeFileSync(script, JSON.stringify({ server, steps: ['open'] }));
    await sadap(['record', script, '--quiet', '--redact', '--timeout', '1', '-o', path]);
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('correcthorse');
    expect(text).toContain('«redacted:SERVICE_PASSWORD:1»');
  });
});

describe('a recording with likely secrets', () => {
  verifies('redact:notice');

  it('keeps every byte without --redact, and says so in the list', async () => {
    const { text, path } = await tee('plain.ndjson');
    expect(text).toContain(TOKEN);
    const listed = await sadap(['list', path, '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ secrets: 2 });
    const seen = await sadap(['list', path]);
    expect(seen.stdout).toMatch(/secrets/);
  });

  it('is told of at the end of the capture, with what to do', async () => {
    const args = ['--call', `cari_anak {"nama":"${TOKEN}"}`, '--quiet'];
    const ran = await sadap(['record', ...args, '-o', join(folder, 'told.ndjson')]);
    expect(ran.stderr).toMatch(/holds .*likely .*secret.* \(github/);
    expect(ran.stderr).toContain('redact');
    expect(ran.stderr).not.toContain(TOKEN);
  });
});
