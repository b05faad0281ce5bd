import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';
import { essentials } from '../unit/view/reports/sarif-essentials.ts';

const recording = (name: string) => join(import.meta.dirname, '../../recordings', `${name}.ndjson`);
const v1 = recording('asrama-sdk-v1');
const memory = recording('memory');
const noisy = join(import.meta.dirname, '../fixtures/servers/noisy.mjs');

describe('sadap check', () => {
  verifies('check-command');

  it.each([
    [[v1], 0],
    [[v1, '--fail-on', 'warning'], 1],
    [[v1, '--fail-on', 'never'], 0],
    [[v1, '--fail-on', 'warning', '--rule', 'framing/*'], 0],
    [[v1, '--fail-on', 'warning', '--rule', 'content/soft-error'], 1],
    [[memory, v1, '--fail-on', 'warning'], 1],
  ])('%# exits by the worst finding', async (args, status) => {
    const ran = await sadap(['check', ...args]);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(status);
  });

  it('names rule, severity, side, place, specification, hosts and fix', async () => {
    const { stdout } = await sadap(['check', v1, memory, '--width', '90']);
    for (const words of [
      'warning  content/soft-error · the server’s fault',
      'at     #10 /result/content/0/text',
      'spec   server/tools#error-handling (2025-06-18): ',
      'hosts  Hosts count such a call as a success',
      'fix    Return isError: true',
      '2 sessions: 1 warning, ',
    ])
      expect(stdout).toContain(words);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90);
  });

  it('prints JSON lines, SARIF and JUnit', async () => {
    const [json, sarif, junit] = await Promise.all([
      sadap(['check', v1, '--json']),
      sadap(['check', v1, '--sarif']),
      sadap(['check', v1, '--junit', '--fail-on', 'warning']),
    ]);
    const lines = json.stdout.trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'check', path: v1, warnings: 1 });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      type: 'finding',
      rule: 'content/soft-error',
      side: 'server',
      places: [{ frame: '10', pointer: '/result/content/0/text', line: 12 }],
      spec: { revision: '2025-06-18' },
    });
    const isSarif = new Ajv({ allowUnionTypes: true }).compile(essentials);
    expect(isSarif(JSON.parse(sarif.stdout)), JSON.stringify(isSarif.errors)).toBe(true);
    expect(junit.stdout).toMatch(/<failure type="content\/soft-error"/);
  });

  it('places a finding on its line of the file', async () => {
    const { stdout } = await sadap(['check', v1, '--sarif']);
    const [result] = JSON.parse(stdout).runs[0].results;
    const line = result.locations[0].physicalLocation.region.startLine;
    expect(readFileSync(v1, 'utf8').split('\n')[line - 1]).toContain('mengembalikan status 404');
  });

  it('takes suppressions from a file, and tells of those that are of no use', async () => {
    const cwd = emptyFolder();
    const file = join(cwd, '.sadap-check.yaml');
    writeFileSync(
      file,
      'suppress:\n  - rule: content/soft-error\n    reason: the original did so\n  - rule: ids/*\n    reason: old\n',
    );
    const ran = await sadap(['check', v1, '--fail-on', 'warning'], { cwd });
    expect([ran.status, ran.stderr]).toEqual([
      0,
      'sadap: the suppression of ids/* met nothing: old\n',
    ]);
    expect(ran.stdout).toContain('warning content/soft-error: the original did so');
  });

  it.each([
    ['suppress: []\nrules: 1', '2:1: there is no member rules'],
    ['suppress:\n  - rule: framing/clrf\n    reason: x', '2:11: there is no rule framing/clrf'],
    ['suppress:\n  - rule: framing/crlf', '2:5: a suppression wants a reason'],
    ['suppress: framing/crlf', 'wants suppress: and a list below it'],
    ['suppress:\n  - {rule: framing/crlf, reason: x, until: soon}', 'until wants a date'],
  ])('%# says where a file of suppressions is wrong', async (text, words) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 's.yaml'), text);
    const ran = await sadap(['check', v1, '--suppressions', 's.yaml'], { cwd });
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
  });

  it('explains a rule, and lists all', async () => {
    const one = await sadap(['check', '--explain', 'framing/bom']);
    expect(one.stdout).toContain('← ⟨EF BB BF⟩{"jsonrpc"');
    const all = await sadap(['check', '--rules']);
    expect(all.stdout).toMatch(/^problem {2}framing\/stray-output/);
    const unknown = await sadap(['check', '--explain', 'framing/bomb']);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      'sadap: there is no rule framing/bomb\n  did you mean framing/bom?\n',
    ]);
  });

  it('follows record with --check, and tee on its standard error', async () => {
    const cwd = emptyFolder();
    const server = ['--', process.execPath, noisy];
    const recorded = await sadap(['record', '--check', '-o', 'r.ndjson', ...server], { cwd });
    expect([recorded.status, recorded.stderr]).toEqual([1, '']);
    expect(recorded.stdout).toContain('problem  framing/stray-output');
    expect(recorded.stdout).not.toContain('envelope');
    const input = '{"jsonrpc":"2.0","id":0,"method":"ping"}\n';
    const teed = await sadap(['tee', '--check', '-o', 't.ndjson', ...server], { cwd, input });
    expect(teed.stderr).toContain('problem framing/stray-output: 1 line');
    const quiet = await sadap(['tee', '-o', 'q.ndjson', ...server], { cwd, input });
    expect([quiet.stderr, quiet.stdout]).toEqual(['', teed.stdout]);
  });

  it('tells of processes that a server leaves behind', async () => {
    const leaves = join(import.meta.dirname, '../fixtures/servers/leaves-child.mjs');
    const args = ['record', '--check', '-o', 'l.ndjson', '--', process.execPath, leaves];
    const ran = await sadap(args, { cwd: emptyFolder() });
    expect(ran.stdout).toContain('warning  process/left-behind');
    expect(ran.stdout).toContain('what it had started was still running; it took SIGTERM');
  });

  it('writes to a file that it does not overwrite', async () => {
    const cwd = emptyFolder();
    const first = await sadap(['check', v1, '--sarif', '-o', 'out.sarif'], { cwd });
    const again = await sadap(['check', v1, '--sarif', '-o', 'out.sarif'], { cwd });
    expect([first.status, first.stdout, again.status]).toEqual([0, '', 2]);
  });
});
