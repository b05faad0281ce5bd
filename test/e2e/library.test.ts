import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bin } from '../support/sadap.ts';

const root = dirname(dirname(bin));
const recording = join(import.meta.dirname, '../../recordings/asrama-sdk-v1.ndjson');

describe('the library', () => {
  it('reads a recording and says what the model gets of it', async () => {
    const program = `
      import { buildSession, loadRecording, profileOf, readMessage } from 'sadap';
      const session = buildSession(await loadRecording(${JSON.stringify(recording)}));
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
