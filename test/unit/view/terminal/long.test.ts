import { describe, expect, it } from 'vitest';
import { renderSession } from '../../../../src/view/terminal/session.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, inputOf, linesOf, toolResult } from '../support.ts';

const NOW = Date.UTC(2026, 11, 1) * 1000;

describe('long sessions', () => {
  verifies('view:fast');
  const talk = conversation();
  for (let id = 0; id < 5000; id++)
    talk
      .client(call(id, 'cari_anak', { kelas: '7A' }))
      .server(toolResult(id, `text ${id} `.repeat(30)));
  const session = talk.session();

  it('are drawn in seconds', () => {
    const start = process.cpuUsage();
    let lines = 0;
    for (const _ of renderSession(inputOf(session), { width: 100, colour: 'basic', now: NOW }))
      lines++;
    expect(lines).toBeGreaterThan(100_000);
    // About 1.5 s of work; the limit leaves room for slow machines, not for a slow algorithm.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(6);
  });

  it('are read only as far as they are asked for', () => {
    let read = 0;
    const input = inputOf(session);
    const counted = {
      ...input,
      reading: (located: Parameters<typeof input.reading>[0]) => {
        read++;
        return input.reading(located);
      },
    };
    const lines = renderSession(counted, { width: 100, colour: 'none', now: NOW });
    for (let index = 0; index < 6; index++) lines.next();
    expect(read).toBe(1);
  });
});

describe('one long text', () => {
  verifies('view:fast');

  it.each([
    ['of words', 'the quick brown fox jumps over the lazy dog. '.repeat(120_000)],
    ['without a space', 'x'.repeat(5_000_000)],
    ['of short lines', 'a line\n'.repeat(300_000)],
    ['of wide characters', '检查文件内容并返回结果。'.repeat(40_000)],
  ])('%s is shown whole in linear time', (_, text) => {
    const session = conversation().client(call(1, 'x')).server(toolResult(1, text)).session();
    const input = { ...inputOf(session), tokenizer: undefined };
    for (const only of ['model', undefined] as const) {
      const start = process.cpuUsage();
      const lines = linesOf(input, { full: true, only });
      expect(lines.length).toBeGreaterThan(9_000);
      expect(process.cpuUsage(start).user / 1e6).toBeLessThan(8);
    }
  });
});
