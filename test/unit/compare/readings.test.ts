import { describe, expect, it } from 'vitest';
import { sideOf } from '../../../src/cli/diff-readings.ts';
import type { Change } from '../../../src/compare/change.ts';
import { FOLD_RULES } from '../../../src/compare/folds.ts';
import { compareReadings } from '../../../src/compare/readings/compare.ts';
import type { Session } from '../../../src/model/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { answer, ask, call, failure } from '../../support/messages.ts';
import { verifies } from '../../support/verifies.ts';
import { tokenizer } from '../view/support.ts';
import { readText } from './support.ts';

/** Each change as `rule | subject | note | pointer inner`. */
function changes(a: Session, b: Session, hostOfA?: string, hostOfB = hostOfA): string[] {
  const sides = [
    sideOf(a, profileOf(hostOfA), tokenizer),
    sideOf(b, profileOf(hostOfB), tokenizer),
  ];
  const [old, now] = sides;
  if (!old || !now) return [];
  return compareReadings(old, now, { folds: FOLD_RULES, readText }).changes.map(line);
}

function line({ rule, subject, note, pointer, inner }: Change): string {
  const place = inner === undefined ? pointer : `${pointer} ${inner}`;
  return [rule, subject, note, place].filter(Boolean).join(' | ');
}

const called = (result: object) =>
  conversation({ label: 'toko' }).client(call(1, 'harga')).server(answer(1, result)).session();
const text = (value: string, more: object = {}) => ({
  content: [{ type: 'text', text: value }],
  ...more,
});
const listed = (...tools: object[]): Conversation =>
  conversation({ label: 'toko' }).client(ask(1, 'tools/list')).server(answer(1, { tools }));

describe('what changed for the model', () => {
  verifies('diff-reading');

  it('is told by value, JSON in texts as JSON, volatile values folded', () => {
    const [a, b] = [
      called(text('{"harga":1,"at":"2026-11-30T10:10:00Z"}')),
      called(text('{"harga":2,"at":"2026-12-01T10:10:00Z"}')),
    ];
    expect(changes(a, b)).toEqual([
      'reading.other | tools/call harga | tool_result.content[0] | /result/content/0/text /harga',
    ]);
    expect(changes(called(text('{"a":1,"b":2}')), called(text('{ "b":2,"a":1}')))).toEqual([
      'reading.respelled | tools/call harga | tool_result.content[0] | /result/content/0/text',
    ]);
  });

  it('may be nothing where the wire changed', () => {
    const a = called(text('x', { structuredContent: { n: 1 }, _meta: { a: 1 } }));
    const b = called(text('x', { structuredContent: { n: 2 } }));
    expect(changes(a, b)).toEqual([
      'reading.unseen | tools/call harga | dropped | /result/structuredContent/n',
      'reading.unseen | tools/call harga | dropped | /result/_meta',
    ]);
    expect(changes(a, b, 'codex-cli')[0]).toMatch(/^reading\.other .* \/result\/structuredContent/);
  });

  it('may be something where the wire did not change: two hosts', () => {
    const session = called(text('x', { structuredContent: { n: 1 } }));
    expect(changes(session, session)).toEqual([]);
    const across = changes(session, session, 'claude-messages', 'codex-cli');
    expect(across).toContain(
      'reading.wrote | tools/call harga | function_call.name, the wire is the same | /params/name',
    );
    expect(across.some((each) => each.startsWith('reading.other'))).toBe(true);
  });

  it('is told of a flag of one host, though the other has all in one text', () => {
    const [a, b] = [called({ total: 1 }), called(text('x', { isError: true }))];
    const isFlag = (each: string) => /^reading\.other .*is_error.* \/result\/isError$/.test(each);
    expect(changes(a, b, 'mastra', 'claude-messages').filter(isFlag)).toHaveLength(1);
    expect(changes(b, a, 'claude-messages', 'mastra').filter(isFlag)).toHaveLength(1);
  });

  it('looks for what an item lost in the place where the item was', () => {
    const block = (note: object) => ({ type: 'text', text: 'x', ...note });
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    const a = called({ content: [block({ _meta: { at: 1 } })] });
    const b = called({ content: [image, block({})] });
    expect(changes(a, b)).toContain(
      'reading.unseen | tools/call harga | dropped | /result/content/0/_meta',
    );
    expect(changes(b, a)).toContain(
      'reading.unseen | tools/call harga | dropped | /result/content/0/_meta',
    );
  });

  it('is also a flag without a text, an image, and a result that became an error', () => {
    expect(
      changes(called(text('x', { isError: false })), called(text('x', { isError: true }))),
    ).toEqual(['reading.other | tools/call harga | tool_result.is_error | /result/isError']);
    const image = (data: string) =>
      called({ content: [{ type: 'image', mimeType: 'image/png', data }] });
    expect(changes(image('AAAA'), image('BBBB'))).toEqual([
      expect.stringMatching(/^reading\.other .* \/result\/content\/0\/data$/),
    ]);
    const failed = conversation({ label: 'toko' })
      .client(call(1, 'harga'))
      .server(failure(1, -32602, 'no'));
    expect(changes(called(text('x')), failed.session())).toEqual([
      'reading.gone | tools/call harga | tool_result.content[0] | /result/content/0/text',
    ]);
  });

  it('is told of tools by name, wherever they stand in the list', () => {
    const tool = (name: string, description: string) => ({
      name,
      description,
      inputSchema: { type: 'object' },
    });
    const a = listed(tool('x', 'one'), tool('y', 'two'), tool('gone', 'three')).session();
    const b = listed(tool('new', 'four'), tool('y', 'two!'), tool('x', 'one')).session();
    expect(changes(a, b)).toEqual([
      'reading.gone | tool gone | 3 texts | /result/tools/2',
      'reading.new | tool new | 3 texts | /result/tools/0',
      'reading.other | tool y | tools[].description | /result/tools/1/description',
    ]);
    expect(changes(a, conversation({ label: 'toko' }).session())).toEqual([]);
  });

  it('is told of instructions, across eras too', () => {
    const legacy = conversation({ label: 'toko' }).initialized('2025-06-18', {
      instructions: 'one',
    });
    const modern = conversation({ label: 'toko' })
      .client(
        ask(1, 'server/discover', {
          _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
        }),
      )
      .server(
        answer(1, { supportedVersions: ['2026-07-28'], capabilities: {}, instructions: 'two' }),
      );
    const found = changes(legacy.session(), modern.session());
    expect(found[0]).toMatch(/^reading\.other \| server\/discover \| .* \/result\/instructions$/);
    expect(found.slice(1).every((each) => each.startsWith('reading.unseen'))).toBe(true);
  });

  it('leaves out what only one of the sessions asked, and what does not count', () => {
    const more = conversation({ label: 'toko' })
      .client(call(1, 'harga'))
      .server(answer(1, text('x')))
      .client(call(2, 'stok'))
      .server(answer(2, text('y')));
    expect(changes(called(text('x')), more.session())).toEqual([]);
    const [old, now] = [called(text('a')), called(text('b'))].map((each) =>
      sideOf(each, profileOf(), tokenizer),
    );
    if (!old || !now) throw new Error('two sides');
    const ignore = ['/result/content'];
    expect(compareReadings(old, now, { folds: [], ignore }).changes).toEqual([]);
  });

  it('counts what both models read', () => {
    const side = sideOf(called(text('12345678')), profileOf(), tokenizer);
    const { reading } = compareReadings(side, side, { folds: [] });
    expect(reading).toMatchObject({ bytes: [8, 8], tokens: [2, 2] });
    expect(reading?.hosts[0]).toContain('Claude Messages API');
  });
});
