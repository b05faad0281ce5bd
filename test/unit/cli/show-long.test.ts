import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { showLong } from '../../../src/cli/show-long.ts';
import type { Filter } from '../../../src/view/terminal/filter.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { fileOf } from '../../support/recording-file.ts';
import { verifies } from '../../support/verifies.ts';
import { call, toolResult } from '../view/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-show-long-'));
const file = join(folder, 'a.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

/** What is printed of a talk on standard output, and told on standard error. */
async function printed(talk: Conversation, filter: Filter) {
  writeFileSync(file, fileOf(talk.recording()));
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest) => {
      said[name] += String(text);
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }),
  );
  try {
    await showLong(file, { json: true }, filter);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return said;
}

/** The places of the messages among these lines. */
function seqs(lines: string): number[] {
  return lines
    .split('\n')
    .filter((line) => line.startsWith('{"type":"message"'))
    .map((line) => Number(/"seq":(\d+)/.exec(line)?.[1]));
}

describe('showing a long recording', () => {
  it('shows the first request that failed, too', async () => {
    verifies('show/long');
    const talk = conversation().initialized();
    talk.client(call(1, 'one')).server(toolResult(1, 'x'));
    talk
      .client(call(2, 'two'))
      .server({ jsonrpc: '2.0', id: 2, error: { code: -1, message: 'm' } });
    expect(seqs((await printed(talk, { errors: true })).stdout)).toEqual([5, 6]);
  });

  it('says that nothing matches', async () => {
    verifies('view:no-match');
    const talk = conversation().initialized();
    const { stderr } = await printed(talk, { methods: ['nope'] });
    expect(stderr).toContain('no frame matches -m nope\n');
    expect((await printed(talk, { methods: ['initialize'] })).stderr).not.toContain('no frame');
  });

  it('says that requests were given up', async () => {
    verifies('show/long');
    const talk = conversation().initialized();
    for (let id = 1; id <= 4_100; id += 1) talk.client(call(id, 'open'));
    talk.server(toolResult(1, 'late')).server(toolResult(4_000, 'x'));
    const { stdout, stderr } = await printed(talk, { seq: [{ from: 4_100, to: Infinity }] });
    expect(stderr).toContain('more than 2000 requests waited for an answer at once');
    const parts = [...stdout.matchAll(/"seq":(\d+).*?"part":"(\w+)"/g)].slice(-2);
    expect(parts.map(([, seq, part]) => [seq, part])).toEqual([
      ['4103', 'orphan'],
      ['4104', 'answer'],
    ]);
  });
});
