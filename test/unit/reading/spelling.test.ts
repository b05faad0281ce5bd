/** How results are spelled as JSON by the SDKs of hosts, and how lists of parts become one text. */
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.ts';
import { readProfile } from '../../../src/reading/profiles.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { image, text } from './canary.ts';
import { readingAt } from './readings.ts';

/** What a host with these rules reads of a result. */
function readBy(rules: { readonly [rule: string]: JsonValue }, result: object) {
  const all = { 'blocks.text': { fate: 'reads' }, ...rules } as {
    readonly [rule: string]: { readonly [setting: string]: JsonValue };
  };
  const sourced = Object.entries(all).map(([name, rule]) => [name, { ...rule, source: 's' }]);
  const profile = readProfile({
    id: 'made-up',
    title: 'Made up',
    about: 'Made up.',
    verifiedAt: '2026-01-01',
    api: 'openai-chat',
    sources: { s: { kind: 'makers', ref: 'here', date: '2026-01-01' } },
    rules: Object.fromEntries(sourced),
  });
  const params = { name: 'tool', arguments: {} };
  const session = conversation({ label: 'server' })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    .server({ jsonrpc: '2.0', id: 1, result })
    .session();
  const { texts, fates } = readingAt(session, -1, profile);
  return { texts: texts.map((each) => each.text), fates };
}

const SPELLING = {
  nulls: true,
  names: { mimeType: 'mime_type', _meta: 'meta' },
  keys: {
    resource: ['type', 'resource', 'annotations', '_meta'],
    contents: ['uri', 'mimeType', 'text?', 'blob?'],
  },
};

const ITEMS = {
  fate: 'inlined',
  encode: 'joined',
  before: '[',
  item: '{"text":"{text_in_json}"}',
  separator: ',',
  after: ']',
};

describe('what an SDK writes', () => {
  verifies('reading/sdk-json');

  it('has its own order and names, and nulls for what is missing', () => {
    const block = { resource: { text: 't', uri: 'u://' }, type: 'resource' };
    const rules = {
      'result.encode': { fate: 'reads', encode: 'blocks', spelling: SPELLING },
      'blocks.resource': { fate: 'inlined', form: 'json' },
    };
    expect(readBy(rules, { content: [block] }).texts).toEqual([
      '{"type":"resource","resource":{"uri":"u://","mime_type":null,"text":"t"},"annotations":null,"meta":null}',
    ]);
  });

  it('leaves members out that the rules of blocks do not let through', () => {
    const rules = {
      'result.encode': { fate: 'inlined', encode: 'json-of-result' },
      'blocks.annotations': { fate: 'inlined' },
      'blocks.other': { fate: 'dropped' },
    };
    const block = { ...text('t'), annotations: { priority: 1 }, extra: 1 };
    const { texts, fates } = readBy(rules, { content: [block] });
    expect(texts).toEqual([
      '{"content":[{"type":"text","text":"t","annotations":{"priority":1}}]}',
    ]);
    expect(fates.find(({ pointer }) => pointer.endsWith('/extra'))?.kind).toBe('dropped');
  });

  it('is the block alone where a list of one is none', () => {
    const rules = {
      'result.encode': { fate: 'reads', encode: 'blocks' },
      'blocks.audio': { fate: 'inlined', form: 'list-as-json', single: 'bare' },
    };
    const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
    expect(readBy(rules, { content: [audio] }).texts).toEqual([JSON.stringify(audio)]);
    const both = [text('t'), audio];
    expect(readBy(rules, { content: both }).texts).toEqual([JSON.stringify(both)]);
  });
});

describe('a list of parts as one text', () => {
  verifies('reading/parts');

  it('quotes each text, and takes over what is a part already', () => {
    const rules = {
      'result.encode': ITEMS,
      'blocks.image': { fate: 'inlined', form: 'text', text: '{"data":"{data}"}', isItem: true },
    };
    const content = [text('a "b"'), image];
    expect(readBy(rules, { content }).texts).toEqual([
      `[{"text":"a \\"b\\""},{"data":"${image.data}"}]`,
    ]);
    const single = { ...rules, 'result.encode': { ...ITEMS, single: 'bare' } };
    expect(readBy(single, { content: [text('a')] }).texts).toEqual(['a']);
  });

  it('stays a list of the API where a block is media', () => {
    const rules = {
      'result.encode': ITEMS,
      'blocks.image': { fate: 'rewritten', form: 'media' },
    };
    expect(readBy(rules, { content: [text('a'), image] }).texts).toEqual(['a']);
  });

  it('has a word for blocks that all get lost, and none for what nobody knows', () => {
    const rules = {
      'result.encode': { fate: 'reads', encode: 'blocks' },
      blocks: { fate: 'reads' },
      'result.empty': { fate: 'rewritten', text: '[]', lost: '[omitted]' },
      'blocks.image': { fate: 'dropped' },
    };
    expect(readBy(rules, { content: [] }).texts).toEqual(['[]']);
    expect(readBy(rules, { content: [image] }).texts).toEqual(['[omitted]']);
    expect(readBy(rules, { content: [{ type: 'new' }] }).texts).toEqual([]);
  });
});

describe('a failed result', () => {
  verifies('reading/parts');
  const failed = (rule: { readonly [setting: string]: JsonValue }, result: object) =>
    readBy({ 'result.isError': rule }, { ...result, isError: true }).texts;

  it('is put together as the host does it', () => {
    const rule = { fate: 'dropped', text: '<{content}>', empty: '{server_tool} failed' };
    const content = [text('a'), image, text('b')];
    expect(failed({ ...rule, content: 'only-text' }, { content })).toEqual(['<a\nb>']);
    expect(failed({ ...rule, content: 'text-of-each' }, { content })).toEqual(['<a\n\nb>']);
    expect(failed({ ...rule, content: 'only-text' }, { content: [] })).toEqual(['tool failed']);
    const structured = { content, structuredContent: { s: 1 } };
    expect(failed({ ...rule, content: 'structured-or-text' }, structured)).toEqual(['<{"s":1}>']);
  });

  it('is not said to be read where nobody knows what becomes of failures', () => {
    const rules = { 'blocks.text': { fate: 'reads' } };
    const { texts, fates } = readBy(rules, { content: [text('a')], isError: true });
    expect(texts).toEqual([]);
    expect(fates.find(({ pointer }) => pointer === '/result/content')?.kind).toBe('unknown');
  });
});
