import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LongTarget } from '../../../src/cli/long-session.ts';
import { MOST_OPEN, SessionParts } from '../../../src/cli/session-parts.ts';
import type { Damage, Recording, TimelineItem } from '../../../src/model/recording.ts';
import { LiveSession } from '../../../src/protocol/live.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { RecordingBuilder } from '../../../src/recording/load.ts';
import { EntryReader, type ReadItem } from '../../../src/recording/read.ts';
import { scanFile } from '../../../src/recording/scan/scan-file.ts';
import { FollowJson } from '../../../src/view/json/follow.ts';
import type { Filter } from '../../../src/view/terminal/filter.ts';
import { conversation } from '../../support/conversation.ts';
import { anyDialogue, played } from '../../support/dialogue-arbitrary.ts';
import fc from '../../support/fast-check.ts';
import { fileOf } from '../../support/recording-file.ts';
import { verifies } from '../../support/verifies.ts';
import { call, tokenizer, toolResult } from '../view/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'sadap-long-'));
const file = join(folder, 'a.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

const profile = profileOf();

function viewOf(header: ConstructorParameters<typeof LiveSession>[0], filter: Filter): FollowJson {
  const input = {
    live: new LiveSession(header),
    reading: (
      ...[located, session]: Parameters<typeof readMessage> extends [infer L, infer S, ...unknown[]]
        ? [L, S]
        : never
    ) => readMessage(located, session, profile),
    profile,
    tokenizer,
  };
  return new FollowJson(input, filter);
}

/** The message lines that a filter shows of these items. */
function shown(items: readonly ReadItem[], filter: Filter): string[] {
  const builder = new RecordingBuilder(file);
  const found: (TimelineItem | Damage)[] = [];
  let view: FollowJson | undefined;
  for (const item of items) {
    if (item.kind === 'header') view = viewOf(item.header, filter);
    const each = builder.add(item);
    if (each) found.push(each);
  }
  const lines = found.flatMap((each) => [...(view?.add([each]) ?? [])]);
  return [...lines, ...(view?.end() ?? [])].filter((line) => line.startsWith('{"type":"message"'));
}

/** Small enough that some lines are longer than a block and what is read behind it. */
const SIZES = { block: 600, behind: [64], records: 5, shared: Infinity };

/** How the frames of a recording crossed the wire, in turn. Most are not as the scan knows them. */
const framings = fc.array(fc.constantFrom('plain', 'plain', 'crlf', 'sse', 'batch'), {
  minLength: 1,
  maxLength: 5,
});

function framed(recording: Recording, how: readonly string[]): Recording {
  const items = recording.items.map((item, index): TimelineItem => {
    if (item.type !== 'frame') return item;
    const way = how[index % how.length];
    const { bytes } = item.entry;
    if (way === 'crlf') return { ...item, entry: { ...item.entry, eol: '\r\n' } };
    if (way === 'batch')
      return { ...item, entry: { ...item.entry, bytes: Buffer.from(`[${bytes.toString()}]`) } };
    if (way !== 'sse') return item;
    const sse = { event: 'message' };
    return { ...item, entry: { ...item.entry, eol: '', call: index + 1, sse } };
  });
  return { ...recording, items };
}

describe('a long session', () => {
  it('is shown by a filter as if all of it had been read', () => {
    verifies('show/long');
    const filter = fc.constantFrom<Filter>(
      { methods: ['tools/call'] },
      { methods: ['tools/*', 'ping'] },
      { methods: ['notifications/*'] },
      { seq: [{ from: 4, to: 9 }] },
      {
        seq: [
          { from: 0, to: 2 },
          { from: 7, to: Infinity },
        ],
      },
      { errors: true },
      {},
    );
    fc.assert(
      fc.property(anyDialogue().map(played), framings, filter, (session, how, wanted) => {
        const bytes = fileOf(framed(session.recording, how));
        writeFileSync(file, bytes);
        const reader = new EntryReader(file);
        const all = [...reader.push(bytes), ...reader.end()];
        const target = new LongTarget(wanted);
        scanFile(file, new EntryReader(file), target, SIZES, target.job);
        target.end();
        expect(shown(target.take(), wanted).sort()).toEqual(shown(all, wanted).sort());
      }),
      { numRuns: 200 },
    );
  });

  it('keeps of what is over only what later messages need', () => {
    verifies('show/long');
    const talk = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
      .server({ jsonrpc: '2.0', id: 1, result: {} })
      .client({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
      .server({ jsonrpc: '2.0', id: 2, result: { tools: [] } })
      .client(call(3, 'open'))
      .client(call(4, 'done'))
      .server(toolResult(4, 'x'));
    const parts = new SessionParts();
    for (const item of talk.recording().items) parts.add(item);
    const seqs = parts.kept().map((item) => (item.type === 'frame' ? item.frame.seq : item.type));
    expect(seqs).toEqual([0, 1, 2, 3, 4]);
  });

  it('begins few parts however many requests are open, and keeps a bounded number of them', () => {
    verifies('show/long');
    const talk = conversation().initialized();
    for (let id = 1; id <= 9_000; id += 1) talk.client(call(id, 'open'));
    const parts = new SessionParts();
    const sizes: number[] = [];
    for (const item of talk.recording().items) if (parts.add(item)) sizes.push(parts.kept().length);
    // The handshake is kept, too.
    expect(sizes).toEqual([MOST_OPEN + 3, MOST_OPEN + 3]);
    expect(parts.givenUp).toBe(8_000 - 3 - MOST_OPEN);
  });

  it('keeps no request that was cancelled', () => {
    verifies('show/long');
    const talk = conversation()
      .client(call(1, 'one'))
      .server({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
      .client({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const parts = new SessionParts();
    for (const item of talk.recording().items) parts.add(item);
    const seqs = parts.kept().map((item) => (item.type === 'frame' ? item.frame.seq : item.type));
    expect(seqs).toEqual([1]);
  });

  it('holds the bytes of a bounded number of requests', () => {
    verifies('show/long');
    const talk = conversation();
    const count = 3 * MOST_OPEN;
    for (let id = 1; id <= count; id += 1) talk.client(call(id, 'open'));
    writeFileSync(file, fileOf(talk.open().recording()));
    const target = new LongTarget({ errors: true });
    scanFile(file, new EntryReader(file), target);
    const frames = () => target.take().filter(({ kind }) => kind === 'entry').length;
    expect(frames()).toBe(count - MOST_OPEN);
    target.end();
    expect(frames()).toBe(MOST_OPEN);
  });
});
