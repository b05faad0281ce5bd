import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderReplayJson } from '../../../src/view/json/replay.ts';
import { renderJunit } from '../../../src/view/reports/junit.ts';
import { replayReport } from '../../../src/view/reports/replay.ts';
import { renderReplay, renderReplayByTier } from '../../../src/view/terminal/replay.ts';
import { widthOf } from '../../../src/view/terminal/width.ts';
import { conversation } from '../../support/conversation.ts';
import { expectGolden } from '../../support/golden.ts';
import { verifies } from '../../support/verifies.ts';
import { call, note, opening, request, result, text } from '../../unit/replay/messages.ts';
import { answering, judged } from '../../unit/replay/stage.ts';

const ACCEPTED = {
  place: 'expect.yaml:2:5',
  rules: ['tool.added'],
  method: undefined,
  tool: undefined,
  pointer: undefined,
  json: undefined,
  condition: undefined,
  reason: undefined,
} as const;

const tool = (name: string, description: string, harmless = true) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
  ...(harmless && { annotations: { readOnlyHint: true } }),
});

/** One exchange of every verdict, and text that would like to be more than text. */
function everything() {
  const then = conversation({ label: 'toko' })
    .initialized('2025-06-18', { serverInfo: { name: 'toko', version: '1.0' } })
    .client(request(1, 'tools/list'))
    .server(
      result(1, {
        tools: [tool('harga', 'the price'), tool('stok', 'the stock'), tool('hapus', 'gone', false)],
      }),
    )
    .client(call(2, 'harga', { kode: 'A1' }))
    .server(result(2, text('{"harga":1915883588174806058,"at":"2026-11-30T10:10:00Z"}')))
    .client(call(3, 'stok', { kode: 'A1' }))
    .server(result(3, text('3')))
    .client(call(4, 'hapus', { kode: 'A1' }))
    .server(result(4, text('ok')))
    .client(call(5, 'stok', { kode: 'B2' }))
    .server(request(1, 'roots/list'))
    .client(result(1, { roots: [] }))
    .server(result(5, text('token api_key=FAKE-1234567890')))
    .session();
  const server = answering({
    initialize: { ...opening, serverInfo: { name: 'toko', version: '1.1' } },
    'tools/list': {
      tools: [tool('harga', 'the price \u001b[2J\u202e'), tool('stok', 'the stock'), tool('baru', 'new')],
    },
    'tools/call': ({ id, params }, say) => {
      if (params.name === 'harga')
        return text('{"harga":1915883588174806000,"at":"2026-12-01T00:00:00Z"}');
      if (id === 3) say(result(3, text('3')), 2600);
      else {
        say(note('notifications/message', { level: 'info', data: 'x' }));
        say(request(8, 'sampling/createMessage', { maxTokens: 1 }));
        say(result(id, text('token api_key=FAKE-0987654321')), 20);
      }
      return undefined;
    },
  });
  return judged(then, server, { execute: false, accept: [ACCEPTED] });
}

const shown = (lines: Iterable<string>) => `${[...lines].join('\n')}\n`;
const style = { width: 80, colour: 'none', brief: false } as const;

describe('sadap replay', () => {
  verifies('replay:views');
  const report = everything();

  it.each([80, 200])('in %i columns', (width) => {
    const lines = [...renderReplay(report, 'node toko.js', { ...style, width })];
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    expectGolden(`replay/verdicts-${width}`, shown(lines));
  });

  it('says with colour nothing that it does not say without', () => {
    const coloured = shown(renderReplay(report, 'node toko.js', { ...style, colour: 'full' }));
    const plain = shown(renderReplay(report, 'node toko.js', style));
    expect(stripVTControlCharacters(coloured)).toBe(plain);
    expect(coloured).not.toBe(plain);
  });

  it('by tier, as a build shows it', () => {
    const lines = [...renderReplayByTier(report, 'node toko.js', style)];
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(80);
    expectGolden('replay/tiers-80', shown(lines));
  });

  it('as JSON lines, numbers as sent', () => {
    const lines = [...renderReplayJson(report, 'node toko.js')];
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    expect(lines.join('\n')).toContain('"before":1915883588174806058,"after":1915883588174806000');
    expectGolden('replay/json', shown(lines));
  });

  it('as a report, secrets masked', () => {
    const page = shown(renderJunit(replayReport(report, ['breaking', 'dangerous', 'minor'], '1.2.3')));
    expect(page).not.toContain('FAKE-');
    expectGolden('replay/junit', page);
  });
});
