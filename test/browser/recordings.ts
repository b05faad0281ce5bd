import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const START = Date.UTC(2026, 10, 30, 10, 10);

function at(ms: number): string {
  return new Date(START + ms).toISOString().replace('Z', '000Z');
}

function header(label: string): string {
  return `{"type":"header","format":"sadap","version":1,"session":"019acd3e-2f1b-7a40-8c5d-0123456789ab","startedAt":"${at(0)}","recorder":"sadap/0.1.0","mode":"record","exact":true,"server":{"label":${JSON.stringify(label)}}}\n`;
}

function message(seq: number, from: 'client' | 'server', value: unknown): string {
  return `{"type":"message","seq":${seq},"at":"${at(seq)}","from":"${from}","message":${JSON.stringify(value)}}\n`;
}

/** So many entries, half of them calls, the other half their answers. */
export async function longRecording(path: string, entries: number): Promise<void> {
  const out = createWriteStream(path);
  out.write(header('long'));
  for (let seq = 0; seq < entries; seq += 2) {
    const id = seq / 2;
    const call = { name: `tool-${id % 7}`, arguments: { number: id } };
    const lines =
      message(seq, 'client', { jsonrpc: '2.0', id, method: 'tools/call', params: call }) +
      message(seq + 1, 'server', {
        jsonrpc: '2.0',
        id,
        result: { content: [{ type: 'text', text: `answer ${id}` }] },
      });
    if (!out.write(lines)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** What a hostile server says, in every member that a page shows. */
export const NASTY = `</script><img src=x onerror="globalThis.owned=1"><b>bold</b>\u202egnp.exe\u001b[2J\u200b`;

/** Markup, bidirectional overrides, escapes, and one line of 20 MB. */
export async function hostileRecording(path: string): Promise<void> {
  const tool = { name: NASTY, description: NASTY, inputSchema: { type: 'object', title: NASTY } };
  await writeFile(
    path,
    header(NASTY) +
      message(0, 'client', {
        jsonrpc: '2.0',
        id: NASTY,
        method: NASTY,
        params: { [NASTY]: NASTY },
      }) +
      message(1, 'server', { jsonrpc: '2.0', id: NASTY, error: { code: -1, message: NASTY } }) +
      message(2, 'client', { jsonrpc: '2.0', id: 1, method: 'tools/list' }) +
      message(3, 'server', { jsonrpc: '2.0', id: 1, result: { tools: [tool] } }) +
      message(4, 'client', {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: NASTY },
      }) +
      message(5, 'server', {
        jsonrpc: '2.0',
        id: 2,
        result: { content: [{ type: 'text', text: NASTY + 'x'.repeat(20_000_000) }] },
      }) +
      `{"type":"stray","seq":6,"at":"${at(6)}","from":"server","why":"not-json","text":${JSON.stringify(NASTY)}}\n` +
      `{"type":"stderr","seq":7,"at":"${at(7)}","text":${JSON.stringify(NASTY)}}\n` +
      `{"type":"end","seq":8,"at":"${at(8)}","closedBy":"client"}\n`,
  );
}

/** A damaged file: garbage in the middle, a torn end, an answer to nobody. */
export async function brokenRecording(path: string): Promise<void> {
  await writeFile(
    path,
    header('broken') +
      message(0, 'client', { jsonrpc: '2.0', id: 1, method: 'tools/list' }) +
      'garbage \u0000\u0000\n' +
      message(2, 'server', { jsonrpc: '2.0', id: 9, result: {} }) +
      `{"type":"stray","seq":3,"at":"${at(3)}","from":"server","why":"not-utf8","base64":"/+k="}\n` +
      message(4, 'server', [1, { jsonrpc: '2.0', id: 1, result: null }, {}]) +
      '{"type":"message","seq":5,"at":"20',
  );
}
