import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readLogs } from '../../../../src/interop/import/read.ts';
import { formats } from '../../../../src/interop/import/registry.ts';
import { toFiles, type WrittenRecording } from '../../../../src/interop/import/write.ts';
import { loadRecording } from '../../../../src/recording/load.ts';
import { verifies } from '../../../support/verifies.ts';
import { countsOf, factsOf, lines, logOf, sessionOf } from './support.ts';

const ASK = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Zürich 🙂"}}';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';

/** Imports into files of a folder of its own, and reads them again. */
async function imported(...logs: readonly (readonly [name: string, content: string])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sadap-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const written: WrittenRecording[] = [];
  const opened = await Promise.all(logs.map(([name, content]) => logOf(content, name)));
  await readLogs(opened, toFiles({ folder, force: false }, written), 'sadap/test');
  return Promise.all(written.map(async ({ path }) => countsOf(await loadRecording(path))));
}

describe('an imported recording', () => {
  verifies('import.source', 'import.exact-bytes');

  it('is read again without damage, and says where it comes from', async () => {
    const stamp = (ms: number) =>
      `2025-06-17T08:00:00.${String(ms).padStart(3, '0')}Z [info] [shop] `;
    const content = lines(
      `${stamp(1)}Message from client: ${ASK}`,
      `${stamp(2)}Message from server: ${ANSWER}`,
      `${stamp(3)}Message from server: {"cut":`,
    );
    const [only, ...more] = await imported(['mcp.log', content]);
    expect(more).toEqual([]);
    const direct = await sessionOf(content, 'mcp.log');
    expect(only?.recording).toMatchObject({
      damage: [],
      header: {
        mode: 'import',
        exact: false,
        recorder: 'sadap/test',
        source: { format: 'claude-desktop-mcp', files: ['mcp.log'] },
        server: { label: 'shop' },
      },
    });
    expect(only?.said).toEqual(direct.said);
    expect(only?.notes).toEqual(direct.notes);
  });
});

describe('two files of a host that tell of the same events', () => {
  verifies('import.merge');
  const frame = (at: string, level: 'first' | 'last', from: string, json: string) =>
    level === 'first'
      ? `2025-06-17T08:00:${at}Z [info] [shop] Message from ${from}: ${json}`
      : `2025-06-17T08:00:${at}Z [shop] [info] Message from ${from}: ${json} { metadata: undefined }`;
  const both = [
    [
      'mcp.log',
      lines(frame('01.000', 'first', 'client', ASK), frame('01.051', 'first', 'server', ANSWER)),
    ],
    [
      'mcp-server-shop.log',
      lines(
        frame('01.001', 'last', 'client', ASK),
        'stderr of it',
        frame('01.050', 'last', 'server', ANSWER),
      ),
    ],
  ] as const;

  it.each([
    ['in one order', both],
    ['in the other', [both[1], both[0]] as const],
  ])('are taken once, %s', async (_, logs) => {
    const sessions = await imported(...logs);
    expect(
      sessions.map(({ client, server, stderr, pairs }) => [client, server, stderr, pairs]),
    ).toEqual([[1, 1, ['stderr of it'], 1]]);
  });

  it('keep what only one of them has, and what each has twice', async () => {
    const twice = frame(
      '02.000',
      'first',
      'server',
      '{"jsonrpc":"2.0","method":"notifications/x"}',
    );
    const [first, second] = both;
    const sessions = await imported(
      [
        first[0],
        first[1] +
          lines(
            twice,
            twice,
            frame('03.000', 'first', 'server', '{"jsonrpc":"2.0","method":"a/b"}'),
          ),
      ],
      [
        second[0],
        second[1] +
          lines(
            frame('02.001', 'last', 'server', '{"jsonrpc":"2.0","method":"notifications/x"}'),
            frame('02.001', 'last', 'server', '{"jsonrpc":"2.0","method":"notifications/x"}'),
            // Too late to be the same event.
            frame('04.000', 'last', 'server', '{"jsonrpc":"2.0","method":"a/b"}'),
          ),
      ],
    );
    expect(sessions.map(({ server }) => server)).toEqual([5]);
  });

  it('join the parts of a log that was rotated', async () => {
    const sessions = await imported(
      ['mcp.log', lines(frame('05.000', 'first', 'server', ANSWER))],
      ['mcp1.log', lines(frame('01.000', 'first', 'client', ASK))],
    );
    expect(sessions.map(({ pairs }) => pairs)).toEqual([1]);
  });
});

describe('the encoding of a log', () => {
  verifies('import.encoding');
  const text = lines(
    `2025-09-09T04:44:13.564Z [Wetter] [info] Message from client: ${ASK} { metadata: undefined }`,
    'Meldung: Zürich 🙂',
  );
  const utf16 = Buffer.from(text, 'utf16le');
  const swapped = Buffer.from(utf16).swap16();

  it.each([
    [
      'UTF-8 with a byte order mark',
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(text)]),
      undefined,
    ],
    ['UTF-16LE with one', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf-16le'],
    ['UTF-16BE with one', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), 'utf-16be'],
    ['UTF-16LE without', utf16, 'utf-16le'],
    ['UTF-16BE without', swapped, 'utf-16be'],
    ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n')), undefined],
  ])('%s is understood', async (_, bytes, encoding) => {
    const { said, stderr, recording } = await sessionOf(bytes);
    expect(said).toEqual([`client: ${ASK}`]);
    expect(stderr).toEqual(['Meldung: Zürich 🙂']);
    expect(recording.header.source?.encoding).toBe(encoding);
  });
});

describe('a file of no known kind', () => {
  verifies('import.unknown', 'import.recognise');

  it('is refused with what was looked for', async () => {
    const error = await factsOf('hello\nworld\n', 'notes.txt').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'recording-invalid',
      message: 'notes.txt is no log of a known kind: it looks like plain text',
    });
    const { hint } = error as { hint: string }; // as the line above has shown
    for (const { id } of formats) expect(hint).toContain(id);
  });

  it('is refused when it is empty', async () => {
    await expect(factsOf('')).rejects.toMatchObject({ code: 'recording-empty' });
  });

  it('is read by the format that --from names, whatever it is', async () => {
    const { format, passedOver } = await factsOf('hello\n', 'x', 'mcpsnoop');
    expect([format, passedOver.broken]).toEqual(['mcpsnoop', 1]);
    await expect(factsOf('hello\n', 'x', 'nosuch')).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('the registry', () => {
  it('names each format once, and says of each what it keeps and loses', () => {
    expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
    for (const { id, title, keeps, loses } of formats) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(Math.min(title.length, keeps.length, loses.length)).toBeGreaterThan(8);
    }
  });
});
