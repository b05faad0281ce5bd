import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingName } from '../../src/recording/location.ts';
import { emptyFolder, sadap } from '../support/sadap.ts';
import { figure } from '../support/soak.ts';
import { verifies } from '../support/verifies.ts';
import { stdioRecording } from './text/recording.ts';

const LABELS = [
  '../../x',
  '..',
  '.',
  '/',
  '/etc/passwd',
  'C:\\x',
  '\\\\server\\share',
  'CON',
  'con.txt',
  'nul.txt',
  'COM1',
  'lpt9.a.b',
  'aux.',
  'a'.repeat(300),
  'ä'.repeat(300),
  '',
  ' ',
  '-rf',
  '--dir',
  '.hidden',
  'trailing.',
  'trailing ',
  'a/b',
  'a\\b',
  'a\u0000b',
  'a\nb',
  'a:b',
  'a*?"<>|b',
  '\u2024\u2024/x',
  '\uff0e\uff0e\uff0fx',
  'р\u0430ypal',
  '\u202egnp',
  '$HOME',
  '$(id)',
  '~',
  '~root',
  '%2e%2e%2f',
  'a;b',
  "a'b",
  '__proto__',
  'con\u200b',
  '\ud800',
];
const posix = process.platform !== 'win32';

describe('a label', () => {
  verifies('hostile:paths');

  it.each(LABELS)('is one name in the folder, on any system: %j', (label) => {
    const name = recordingName(label, 0, '019acd3e-2f1b-7a40-8c5d-0123456789ab');
    expect(name).toMatch(/^[A-Za-z0-9][\w.-]{0,120}-19700101T000000Z-[\da-f]{8}\.ndjson$/);
    expect(name).not.toMatch(/\.\.|^(?:con|prn|aux|nul|com\d|lpt\d)[.-]?(?:\.|$)/i);
  });

  it('leads nowhere else when it is given to tee', async () => {
    const folder = emptyFolder();
    const dir = join(folder, 'deep', 'recordings');
    mkdirSync(dir, { recursive: true });
    const labels = ['../../x', 'CON', 'a'.repeat(300), '/etc/passwd', '..'];
    for (const label of labels)
      await sadap(['tee', '--dir', dir, '--label', label, '--', 'true'], { cwd: folder });
    const all = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = all
      .filter((each) => each.isFile())
      .map((each) => relative(folder, each.parentPath));
    expect(files).toEqual(labels.map(() => join('deep', 'recordings')));
    figure(
      'hostile',
      'labels that are no file names',
      `${LABELS.length}: each became one name in the folder`,
    );
  });
});

describe.skipIf(!posix)('a folder of recordings with links, pipes and loops in it', () => {
  verifies('hostile:paths');

  function trap() {
    const folder = emptyFolder();
    const dir = join(folder, 'recordings');
    mkdirSync(dir);
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'not ours');
    const good = join(dir, 'good-20261130T100000Z-01234567.ndjson');
    writeFileSync(
      good,
      stdioRecording((place) => place),
    );
    const name = (nth: number) => join(dir, `x${nth}-20271130T100000Z-0123456${nth}.ndjson`);
    symlinkSync(outside, name(0));
    symlinkSync(dir, name(1));
    symlinkSync(join(folder, 'nowhere'), name(2));
    symlinkSync(name(3), name(3));
    execFileSync('sh', ['-c', 'mkfifo "$0"', name(4)]);
    symlinkSync(name(4), name(5));
    mkdirSync(name(6));
    symlinkSync('..', join(dir, 'up'));
    return { folder, dir, outside, good, name };
  }

  it.each([
    ['list'],
    ['list', '--json'],
    ['show'],
    ['show', '--json'],
    ['stats'],
    ['check'],
    ['model'],
    ['doc'],
    ['export', '--to', 'har'],
    ['redact', '-o', '-'],
  ])('is read without waiting: %s %s', async (...args) => {
    const { dir } = trap();
    const ran = await sadap([...args, '--dir', dir], { timeoutMs: 20_000 });
    expect(ran.signal).toBe(null);
    // The newest one may be a link to what is no recording: one line says so.
    expect([0, 1, 2]).toContain(ran.status);
    expect(ran.stdout + ran.stderr).not.toContain('at Object.');
  });

  it('is read without waiting when it is named', async () => {
    const { dir } = trap();
    for (const args of [
      ['list', dir],
      ['stats', dir],
      [
        'check',
        ...readdirSync(dir)
          .map((each) => join(dir, each))
          .filter((each) => !/[45]\.ndjson$/.test(each)),
      ],
      ['import', dir, '--list'],
    ]) {
      const ran = await sadap(args, { timeoutMs: 20_000 });
      expect(ran.signal, args[0]).toBe(null);
      expect(ran.status, args[0]).not.toBe(70);
    }
  });

  it('is never written through', async () => {
    const { folder, outside, good, name } = trap();
    const say = { cwd: folder, timeoutMs: 20_000 };
    for (const target of [name(0), name(2), name(3), join(folder, 'nowhere')])
      for (const args of [
        ['redact', good, '-o', target],
        ['export', good, '--to', 'har', '-o', target],
        ['tee', '-o', target, '--', 'true'],
        ['doc', good, '-o', target],
      ]) {
        if (target === join(folder, 'nowhere')) continue;
        const ran = await sadap(args, say);
        expect(ran.signal, args.join(' ')).toBe(null);
        expect(ran.status, args.join(' ')).not.toBe(70);
      }
    expect(readFileSync(outside, 'utf8')).toBe('not ours');
    expect(readdirSync(folder).sort()).toEqual(['outside.txt', 'recordings']);
    for (const force of [
      ['redact', good, '--force', '-o', name(0)],
      ['tee', '--max-bytes', '9', '-o', name(0), '--', 'true'],
    ])
      await sadap(force, say);
    expect(readFileSync(outside, 'utf8')).toBe('not ours');
  });
});
