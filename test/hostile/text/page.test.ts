import { describe, expect, it } from 'vitest';
import { pageDataOf } from '../../../src/cli/web-page.ts';
import { compareSessions } from '../../../src/compare/sessions.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { loadTokenizer } from '../../../src/reading/tokens.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import type { PageData } from '../../../src/view/web/data/page.ts';
import { answerTo } from '../../../src/view/web/server/api.ts';
import { verifies } from '../../support/verifies.ts';
import { ATTACKS } from './attacks.ts';
import { httpRecording, stdioRecording } from './recording.ts';

const HOSTS = ['claude-code', 'codex-cli', 'gemini-cli'];

async function pageOf(bytes: Buffer, other: Buffer): Promise<PageData> {
  const recording = recordingFrom(bytes, 'a');
  const [a, b] = [recording, recordingFrom(other, 'b')].map(buildSession);
  if (!a || !b) throw new Error('two recordings were loaded');
  const { changes } = compareSessions(a, b, { folds: [], readText: () => undefined });
  return pageDataOf(recording, {
    name: 'a',
    profile: profileOf(),
    tokenizer: await loadTokenizer(),
    isLive: false,
    other: { name: 'b', changes },
  });
}

/** What the page asks for, as its server answers it; each answer is JSON, which the page shows as text. */
function ask(data: PageData, path: string, values: Record<string, string>): unknown {
  const url = new URL(`http://127.0.0.1/api/${path}?${new URLSearchParams(values)}`);
  return JSON.parse(JSON.stringify(answerTo(url, data) ?? null));
}

/**
 * What text does on the page itself is seen in a browser (test/browser); here, that there is no text for
 * which the page gets no answer, or another one than for ordinary text.
 */
describe('the answers of the page', () => {
  verifies('hostile:text');

  it.each(ATTACKS)('are there: $name', async ({ text }) => {
    const files = [stdioRecording(() => text), httpRecording(() => text)];
    for (const [nth, file] of files.entries()) {
      const data = await pageOf(file, files[1 - nth] ?? file);
      const all = { from: '0', count: '1000' };
      const rows = JSON.stringify(ask(data, 'rows', all));
      const keys = [...rows.matchAll(/"key":"([^"]*)"/g)].map(([, key = '']) => key);
      expect(keys.length).toBeGreaterThan(5);
      for (const host of HOSTS) {
        for (const key of keys) expect(ask(data, 'frame', { key, host })).not.toBeNull();
        expect(ask(data, 'cost', { host })).not.toBeNull();
      }
      for (const path of ['session', 'bars', 'findings', 'changes'])
        expect(ask(data, path, {})).not.toBeNull();
      for (const member of ['text', 'method', 'tool'])
        expect(ask(data, 'rows', { ...all, [member]: text })).not.toBeNull();
    }
  });
});
