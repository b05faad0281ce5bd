import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../../src/protocol/session.ts';
import { renderDiffJson } from '../../../src/view/json/diff.ts';
import { renderDiffMarkdown } from '../../../src/view/markdown/diff.ts';
import { renderDiff } from '../../../src/view/terminal/diff.ts';
import { widthOf } from '../../../src/view/terminal/width.ts';
import { conversation } from '../../support/conversation.ts';
import { expectGolden } from '../../support/golden.ts';
import { answer, ask, call, failure, notify } from '../../support/messages.ts';
import { sample } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';
import { compare } from '../../unit/compare/support.ts';

const upgrade = () =>
  compare(buildSession(sample('asrama-sdk-v1')), buildSession(sample('asrama-sdk-v2-modern')));

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

/** A little of every tier, and text that would like to be more than text. */
function changed() {
  const tool = (name: string, properties: object, required: string[] = []) => ({
    name,
    description: `Looks up ${name}.`,
    inputSchema: { type: 'object', properties, required },
  });
  const opened = (version: string) =>
    conversation({ label: 'toko' }).initialized('2025-06-18', {
      capabilities: { tools: {} },
      serverInfo: { name: 'toko', version },
    });
  const a = opened('1.0.0')
    .client(ask(1, 'tools/list'))
    .server(answer(1, { tools: [tool('harga', { kode: { type: 'string' } }), tool('stok', {})] }))
    .client(call(2, 'harga', { kode: 'A1' }))
    .server(
      answer(2, {
        ...text('{"kode":"A1","harga":1915883588174806058,"at":"2026-11-30T10:10:00Z"}'),
      }),
    )
    .client(call(3, 'stok'))
    .server(answer(3, text('ada `3`, api_key=FAKE-1234567890')));
  const b = opened('1.1.0')
    .client(ask(1, 'tools/list'))
    .server(
      answer(1, {
        tools: [tool('harga', { kode: { type: 'string' }, kota: { type: 'string' } }, ['kota'])],
      }),
    )
    .server(notify('notifications/message', { level: 'info', data: 'x' }))
    .client(call(2, 'harga', { kode: 'A1' }))
    .server(
      answer(2, {
        ...text('{"kode":"A1","harga":1915883588174806000,"at":"2026-12-01T00:00:00Z"}'),
      }),
    )
    .client(call(3, 'stok'))
    .server(failure(3, -32602, 'Unknown tool \u001b[2J\u202e stok'));
  return compare(a.session(), b.session());
}

function shown(lines: Iterable<string>): string {
  return `${[...lines].join('\n')}\n`;
}

describe('sadap diff', () => {
  verifies('diff-views');

  it.each([80, 200])('in %i columns', (width) => {
    const lines = [...renderDiff(upgrade(), { width, colour: 'none' })];
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    expectGolden(`diff/upgrade-${width}`, shown(lines));
  });

  it('shows a little of every tier', () => {
    const lines = [...renderDiff(changed(), { width: 100, colour: 'none' })];
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(100);
    expectGolden('diff/tiers-100', shown(lines));
  });

  it('says with colour nothing that it does not say without', () => {
    const coloured = shown(renderDiff(changed(), { width: 100, colour: 'full' }));
    const plain = shown(renderDiff(changed(), { width: 100, colour: 'none' }));
    expect(stripVTControlCharacters(coloured)).toBe(plain);
    expect(coloured).not.toBe(plain);
  });

  it('as Markdown, secrets masked', () => {
    const page = shown(renderDiffMarkdown(changed()));
    expect(page).not.toContain('FAKE-1234567890');
    expectGolden('diff/tiers-markdown', page);
  });

  it('as JSON lines, numbers as sent', () => {
    const lines = [...renderDiffJson(changed())];
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    expect(lines.join('\n')).toContain('"before":1915883588174806058,"after":1915883588174806000');
    expectGolden('diff/tiers-json', shown(lines));
  });
});
