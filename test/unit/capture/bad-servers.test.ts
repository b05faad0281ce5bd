import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TimelineItem } from '../../../src/model/recording.ts';
import { rawBytes } from '../../../src/recording/raw.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { verifies } from '../../support/verifies.ts';
import { events, lastText, lines, messages, type Recorded, record, statuses } from './recorded.ts';

type FrameItem = Extract<TimelineItem, { type: 'frame' }>;

function serverFrames({ recording }: Recorded): FrameItem[] {
  return recording.items.filter(
    (item): item is FrameItem => item.type === 'frame' && item.frame.from === 'server',
  );
}

/** What each line of the server was taken for. */
function kinds(done: Recorded): string[] {
  return serverFrames(done).map(({ content }) =>
    content.kind === 'stray' ? content.why : content.kind,
  );
}

function errorText({ recording }: Recorded): string {
  const pieces = recording.items.flatMap((item) =>
    item.type === 'stderr' ? [item.bytes, Buffer.from(item.eol)] : [],
  );
  return Buffer.concat(pieces).toString();
}

const legacyCall = { era: 'legacy', calls: ['probe'] } as const;
const through = ['open: ok', 'tools/list: ok', 'tools/call probe: ok'];

describe('a server that cannot be started', () => {
  it('does not exist: 127, the command, the PATH, a recording', async () => {
    verifies('capture:cannot-start');
    const done = await record(['no-such-program-xyz', '--flag'], {
      env: { PATH: '/usr/bin:/bin' },
    });
    expect(done.error).toMatchObject({ code: 'server-not-found', exitCode: 127 });
    expect(done.error?.message).toBe(
      'no-such-program-xyz: command not found in PATH (/usr/bin:/bin)',
    );
    expect(done).toMatchObject({ exitCode: 127, exit: undefined, closedBy: 'sadap', steps: [] });
    expect(events(done.recording)).toEqual([
      'spawn-failed ENOENT spawn no-such-program-xyz ENOENT',
    ]);
    expect(done.recording.end).toBeDefined();
  });

  it('is not executable: 126', async () => {
    verifies('capture:cannot-start');
    const file = join(emptyFolder(), 'server.sh');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o644);
    const done = await record([file]);
    expect(done.error).toMatchObject({ code: 'server-not-executable', exitCode: 126 });
    expect(done.error?.message).toContain(file);
    expect(events(done.recording)[0]).toMatch(/^spawn-failed EACCES/);
  });

  it('is a folder: 126', async () => {
    const folder = join(emptyFolder(), 'bin');
    mkdirSync(folder);
    expect((await record([folder])).exitCode).toBe(126);
  });

  it('has a working directory that does not exist: said as such', async () => {
    await expect(record('plain', { cwd: '/no/such/folder' })).rejects.toMatchObject({
      code: 'usage',
      message: 'the working directory /no/such/folder does not exist',
    });
  });
});

describe('a server that ends too early', () => {
  it('dies of an import error: its last words, its exit code', async () => {
    verifies('capture:dies-early');
    const done = await record('dies-at-start', { era: 'legacy' });
    expect(done.error).toMatchObject({ code: 'server-died', exitCode: 3 });
    expect(done.error?.message).toBe('the server exited with code 3 before it answered initialize');
    expect(done.error?.hint).toContain("ModuleNotFoundError: No module named 'widget'");
    expect(statuses(done)).toEqual(['open: closed', 'explore: skipped']);
    expect(errorText(done)).toBe(
      "Traceback (most recent call last):\nModuleNotFoundError: No module named 'widget'\n",
    );
    expect(done.recording.items.filter((item) => item.type === 'stderr')).toHaveLength(2);
    expect(done).toMatchObject({
      exit: { code: 3, signal: null },
      closedBy: 'server',
      exitCode: 3,
    });
    expect(events(done.recording)).toEqual(['started', 'exit 3']);
  });

  it('is a program that is no server and ends at once', async () => {
    const done = await record(['true']);
    expect(done.error).toMatchObject({ code: 'server-died', exitCode: 1 });
    expect(done.error?.message).toContain('exited with code 0 before it answered server/discover');
  });

  it('is killed in the middle of a call', async () => {
    verifies('capture:dies-early');
    const done = await record('dies-by-signal', legacyCall);
    expect(done.error?.message).toBe(
      'the server was ended by SIGKILL before it answered tools/call probe',
    );
    expect(done).toMatchObject({
      exit: { code: null, signal: 'SIGKILL' },
      exitCode: 1,
      closedBy: 'server',
    });
  });

  it('writes half a line and dies: the half is kept', async () => {
    verifies('capture:bad-output');
    const done = await record('half-line', legacyCall);
    expect(kinds(done)).toEqual(['result', 'result', 'cut']);
    expect(serverFrames(done).at(-1)?.frame).toMatchObject({ eol: '' });
    expect(serverFrames(done).at(-1)?.frame.bytes.length).toBe(30);
    expect(done.error?.message).toBe(
      'the server exited with code 1 before it answered tools/call probe',
    );
  });

  it('leaves before 300 KB are through: what came is kept, and not parsed', async () => {
    verifies('capture:bad-output');
    const done = await record('cut-answer', legacyCall);
    expect(kinds(done)).toEqual(['result', 'result', 'cut']);
    expect(serverFrames(done).at(-1)?.frame.bytes.length).toBeGreaterThan(1000);
    expect(statuses(done).at(-1)).toBe('tools/call probe: closed');
    expect(done.exit).toEqual({ code: 0, signal: null });
  });
});

describe('a server that does not answer', () => {
  it('its opening: the step is named, the session stops', async () => {
    verifies('capture:time-out');
    const done = await record('silent', { era: 'legacy', timeoutMs: 200 });
    expect(statuses(done)).toEqual(['open: timeout', 'explore: skipped']);
    expect(done.error).toMatchObject({ code: 'server-silent', exitCode: 1 });
    expect(done.error?.message).toBe(
      'the session was not opened: no answer to initialize within 200 ms',
    );
    expect(done.error?.hint).toContain('waiting for a license');
    expect(events(done.recording)).toContain('timeout initialize 200');
    expect(lines(done.recording, 'client')).toHaveLength(1);
    expect(done.closedBy).toBe('client');
  });

  it('a call: named, recorded, cancelled; the script goes on', async () => {
    verifies('capture:time-out');
    const done = await record('silent-call', {
      era: 'legacy',
      script: 'steps: [open, {tools/call: {name: probe}, timeout: 100}, ping]',
    });
    expect(statuses(done)).toEqual(['open: ok', 'tools/call probe: timeout', 'ping: ok']);
    expect(events(done.recording)).toContain('timeout tools/call probe 100');
    expect(lines(done.recording, 'client').at(-2)).toBe(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no answer within 100 ms"}}',
    );
    expect(done).toMatchObject({ exitCode: 1, error: undefined });
  });

  it('in lines, but with Content-Length: the framing is named, without a long wait', async () => {
    verifies('capture:wrong-framing');
    const start = performance.now();
    const done = await record('content-length', { era: 'legacy', timeoutMs: 20_000 });
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(done.error?.message).toContain('Content-Length');
    expect(done.error?.hint).toContain('one JSON message per line');
    expect(kinds(done)).toContain('not-json');
    expect(rawBytes(done.recording.items, 'server').toString()).toMatch(
      /^Content-Length: \d+\r\n\r\n\{"jsonrpc"/,
    );
  });
});

describe('a server that writes what it should not', () => {
  it('a banner: kept, and the session goes on', async () => {
    verifies('capture:bad-output');
    const done = await record('banner', legacyCall);
    expect(kinds(done)).toEqual(['not-json', 'result', 'result', 'result']);
    expect(lines(done.recording, 'server')[0]).toBe('Weather MCP server v1.2 ready (stdio)');
    expect(statuses(done)).toEqual(through);
  });

  it('the echo of npm: two lines of text, three blank ones', async () => {
    verifies('capture:bad-output');
    const done = await record('npm-echo', legacyCall);
    expect(kinds(done).join(' ')).toBe('blank not-json not-json blank blank result result result');
    expect(statuses(done)).toEqual(through);
  });

  it('a byte order mark and CRLF: the first answer fails, the rest pairs, bytes survive', async () => {
    verifies('capture:bad-output');
    const done = await record('bom-crlf', {
      era: 'legacy',
      script: 'steps: [open, tools/list, {tools/call: {name: probe}}]',
    });
    expect(kinds(done)).toEqual(['bom', 'result', 'result']);
    expect(statuses(done)).toEqual(['open: failed', 'tools/list: ok', 'tools/call probe: ok']);
    expect(done.steps[0]?.details[0]).toContain('byte order mark');
    const raw = rawBytes(done.recording.items, 'server');
    expect([...raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(raw.toString().match(/\r\n/g)).toHaveLength(3);
    expect(done.exitCode).toBe(1);
  });

  it('one line of three million bytes: whole', async () => {
    verifies('capture:long-lines');
    const done = await record('big-line', legacyCall);
    const content = messages(done.recording, 'server').at(-1)?.result.content ?? [];
    expect(content[0]?.data).toHaveLength(3_000_000);
    expect(content[1]?.text).toBe('after the image');
    expect(statuses(done)).toEqual(through);
  });

  it('byte by byte: no character is damaged', async () => {
    verifies('capture:long-lines');
    const done = await record('byte-by-byte', legacyCall);
    expect(lastText(done.recording)).toBe('读取 — 🎉 ok');
    expect(lines(done.recording, 'server').join()).not.toContain('\ufffd');
  });

  it('256 KiB to stderr without a line feed: drained, counted, in whole characters', async () => {
    verifies('capture:stderr-drained');
    const done = await record('stderr-flood', legacyCall);
    expect(statuses(done)).toEqual(through);
    expect(errorText(done)).toBe('é'.repeat(131_072));
    const pieces = done.recording.items.filter((item) => item.type === 'stderr');
    expect(pieces.length).toBeGreaterThan(1);
    for (const { bytes } of pieces) expect(bytes.toString()).not.toContain('\ufffd');
  });
});
