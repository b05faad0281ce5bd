import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

describe('the library', () => {
  it('reads a recording and says what the model gets of it', async () => {
    const program = `
      import { buildSession, loadRecording, profileOf, readMessage } from 'sadap';
      const session = buildSession(await loadRecording('recordings/asrama-sdk-v1.ndjson'));
      const texts = session.messages.flatMap((each) => readMessage(each, session, profileOf()).texts);
      console.log(session.era, session.exchanges.length, texts.some(({ text }) => text === 'mcp__asrama__cari_anak'));
    `;
    // The package's own name resolves to its exports, as it does for those who install it.
    const ran = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: root },
    );
    expect(ran.stdout).toBe('legacy 12 true\n');
  });
});
