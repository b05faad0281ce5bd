import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sadap } from '../support/sadap.ts';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'sadap-doc-'));
const samples = ['asrama-python', 'asrama-sdk-v1', 'asrama-sdk-v2-legacy', 'asrama-sdk-v2-modern'];
const recordings = samples.map((name) => join(root, 'recordings', `${name}.ndjson`));
const TITLE = 'The asrama server on the wire';

describe('sadap doc', () => {
  verifies('doc:command');

  it.each([
    ['markdown', 'asrama.md'],
    ['html', 'asrama.html'],
  ])('keeps the %s page in docs/wire up to date', async (format, file) => {
    const path = join(root, 'docs', 'wire', file);
    const args = ['doc', ...recordings, '--title', TITLE, '--format', format, '-o', path];
    if (process.env['UPDATE_GOLDEN']) await sadap([...args, '--force']);
    const ran = await sadap([...args, '--check']);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
  });

  it('says when a page is out of date, and writes nothing', async () => {
    const path = join(folder, 'old.md');
    writeFileSync(path, 'old\n');
    const ran = await sadap(['doc', recordings[0] ?? '', '-o', path, '--check']);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain('is out of date');
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    const nowhere = await sadap(['doc', recordings[0] ?? '', '--check']);
    expect(nowhere.status).toBe(2);
  });

  it('gives the same bytes for the same recordings', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => sadap(['doc', ...recordings])));
    expect(one?.stdout).toBe(two?.stdout);
    expect(one?.stdout).toContain('## Errors');
  });
});

describe('what a page is made of', () => {
  verifies('doc:masked');

  it('is the recording without secrets and personal values', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ';
    const path = join(folder, 'secret.ndjson');
    const planted = readFileSync(recordings[1] ?? '', 'utf8')
      .replace('"arguments":{"kelas":"7A"}', `"arguments":{"kelas":"${secret}"}`)
      .replaceAll('Bapak Hasan', 'siti@example.org');
    expect(planted).toContain(secret);
    writeFileSync(path, planted);
    for (const format of ['markdown', 'html']) {
      const page = await sadap(['doc', path, '--format', format]);
      expect(page.stdout).not.toContain(secret);
      expect(page.stdout).not.toContain('siti@example.org');
      expect(page.stdout).toContain('«redacted:github:1»');
    }
    const kept = await sadap(['doc', path, '--keep', 'email']);
    expect(kept.stdout).toContain('siti@example.org');
  });

  it('says what was taken out, there and on standard error, and has the sizes of the original', async () => {
    verifies('export.taken-told');
    const plain = readFileSync(recordings[1] ?? '', 'utf8');
    const long = `siti.${'x'.repeat(50)}@example.org`;
    const path = join(folder, 'long.ndjson');
    writeFileSync(path, plain.replaceAll('Bapak Hasan', long));
    const { stdout, stderr } = await sadap(['doc', path]);
    expect(stderr).toMatch(
      /^sadap: took \d+ values out of .*long\.ndjson \(email: \d+\); leave them in with --keep email\n$/,
    );
    expect(stdout).toMatch(/\d+ values were taken out \(`email: \d+`\); `«redacted:…»` stands/);
    const kept = await sadap(['doc', path, '--keep', 'all']);
    expect(kept.stderr).toBe('');
    expect(sizesIn(stdout)).toEqual(sizesIn(kept.stdout));
    expect(sizesIn(stdout).length).toBeGreaterThan(10);
    const annotated = await sadap(['export', path, '--to', 'markdown']);
    expect(annotated.stderr).toContain('leave them in with --keep email');
    const whole = await sadap(['export', path, '--to', 'markdown', '--keep', 'all']);
    expect(sizesIn(annotated.stdout)).toEqual(sizesIn(whole.stdout));
    const viewer = await sadap(['doc', path, '--viewer', '--format', 'html']);
    expect(viewer.stderr).toContain('leave them in with --keep email');
    expect(viewer.stdout).toMatch(/\d+ values taken out, sizes are without them/);
  });
});

/** `: 1.20 kB to 1.31 kB, seen`, `: 655 bytes, #4`. */
function sizesIn(page: string): string[] {
  return page.match(/(?<=: )[\d.]+ (?:bytes|kB)(?: to [\d.]+ (?:bytes|kB))?(?=, )/g) ?? [];
}
