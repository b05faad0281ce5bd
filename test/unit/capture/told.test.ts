import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callStep } from '../../../src/capture/calls.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { fixture, lines, record, script } from './recorded.ts';

/** The notes of a recording. */
function notes({ recording }: Awaited<ReturnType<typeof record>>): string[] {
  return recording.items.flatMap((item) => (item.type === 'note' ? [item.text] : []));
}

describe('era and revision', () => {
  it.each([
    ['modern', '2024-11-05'],
    ['modern', '2025-11-25'],
    ['legacy', '2026-07-28'],
  ] as const)('that contradict each other are refused: %s, %s', async (era, revision) => {
    verifies('capture:era-and-revision');
    await expect(record('plain', { era, revision })).rejects.toMatchObject({
      code: 'usage',
      exitCode: 2,
      message: `the era ${era} has no revision ${revision}`,
      hint: 'legacy: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25; modern: 2026-07-28',
    });
  });

  it('that contradict each other in a script are refused with the place', async () => {
    verifies('capture:era-and-revision');
    await expect(script('era: legacy\nrevision: 2026-07-28\nsteps: [open]')).rejects.toMatchObject({
      code: 'script-invalid',
      message: 'test.yaml:2:11: the era legacy has no revision 2026-07-28',
    });
    const mine = 'era: modern\nrevision: 2026-07-28\nsteps: [open]';
    await expect(record('plain', { era: 'legacy', script: mine })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('that nobody released may be asked for, and the recording says so', async () => {
    verifies('capture:era-and-revision');
    const done = await record('plain', { revision: '1999-01-01' });
    expect(lines(done.recording, 'client')[0]).toContain('"protocolVersion":"1999-01-01"');
    expect(notes(done)).toEqual([
      expect.stringContaining('revision "1999-01-01" is no released revision of MCP'),
    ]);
    const known = await record('plain', { revision: '2025-06-18' });
    expect(notes(known)).toEqual([]);
  });

  it('of a server that knows no server/discover: the way out is told', async () => {
    verifies('capture:era-hint');
    const done = await record('plain', { era: 'modern', script: 'steps: [open]' });
    expect(done.steps[0]?.details).toEqual([
      'error -32601: Method not found; the server speaks only the legacy era: use --era legacy or auto',
    ]);
  });
});

describe('the name of a tool to call', () => {
  it.each([
    ['"my tool" {"a":1}', 'my tool', '{"a":1}'],
    ['"my tool"', 'my tool', '{}'],
    [String.raw`"a \"b\" {" {}`, 'a "b" {', '{}'],
    ['plain {"a":"\\"b\\""}', 'plain', '{"a":"\\"b\\""}'],
    ['plain{"a":1}', 'plain', '{"a":1}'],
  ])('%s', (text, name, args) => {
    verifies('capture:call-names');
    expect(callStep(text)).toMatchObject({
      label: `tools/call ${name}`,
      action: {
        params: {
          members: [
            ['name', JSON.stringify(name)],
            ['arguments', args],
          ],
        },
      },
    });
  });

  it.each(['', '{"a":1}', '"my tool', String.raw`"\x" {}`])('is missing in %j', (text) => {
    expect(() => callStep(text)).toThrow(/^--call /);
  });
});

describe('a server that ends at once', () => {
  it('is told with the line that names its error, and its end is told once', async () => {
    verifies('capture:dies-early');
    const file = join(emptyFolder(), 'broken.mjs');
    writeFileSync(file, 'const = 5;\n');
    const done = await record([process.execPath, file], { era: 'legacy' });
    expect(done.error).toMatchObject({
      message: 'the server exited with code 1 before it answered initialize',
      hint: "its last words on stderr: SyntaxError: Unexpected token '='",
    });
    expect(done.steps.flatMap(({ details }) => details)).toEqual([]);
  });
});

describe('a command that is no program', () => {
  const missing = (name: string, content?: string) => {
    const cwd = emptyFolder();
    if (content !== undefined) writeFileSync(join(cwd, name), content);
    return record([name], { cwd, env: { PATH: '/usr/bin:/bin' } });
  };

  it.each([
    ['good.js', 'did you mean: node good.js'],
    ['good.py', 'did you mean: python3 good.py'],
    ['good', 'did you mean: ./good'],
  ])('but a file that is here: %s', async (name, hint) => {
    verifies('capture:cannot-start');
    expect((await missing(name, '')).error).toMatchObject({ code: 'server-not-found', hint });
  });

  it('and no file either', async () => {
    expect((await missing('good.js')).error?.hint).toBe(
      'check the spelling, or give the full path of the program',
    );
  });

  it('but a path of a script that may not be executed', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 's.py'), '', { mode: 0o644 });
    const done = await record(['./s.py'], { cwd });
    expect(done.error?.hint).toContain('-- python3 ./s.py');
  });

  it('starts when it is one', async () => {
    expect((await record(fixture('plain'), { era: 'legacy' })).error).toBeUndefined();
  });
});
