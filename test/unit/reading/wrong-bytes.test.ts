import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/reading/profiles.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call } from '../view/support.ts';
import { asked, lastFates, readingAt } from './readings.ts';

describe('text whose bytes are no UTF-8', () => {
  verifies('reading/wrong-bytes');

  const answer = (text: string, more = '') => {
    const line = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${text}"}]${more}}}`;
    // A lone 0xE4, as a Windows code page writes ä.
    const bytes = Buffer.from(line.replace('ä', '\u0000'));
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0)) bytes[at] = 0xe4;
    return conversation({ label: 'toko' }).client(call(1, 'harga')).server(bytes).session();
  };

  it('arrives rewritten, and the model gets U+FFFD', () => {
    const session = answer('Stra\\u00dfe ä');
    expect(lastFates(session)['/result/content/0/text']).toBe(
      'rewritten: tool_result.content[0], bytes that are no UTF-8 arrive as U+FFFD',
    );
    expect(readingAt(session, -1).texts[0]?.text).toBe('Straße \ufffd');
    expect(lastFates(session)['/result/content/0/type']).toBe('reads: tool_result.content[0]');
  });

  it('is told beside another word where the host does something else with it', () => {
    const inlined = readingAt(answer('ä'), -1, profileOf('cline')).fates;
    expect(inlined.find(({ note }) => note?.includes('U+FFFD'))?.kind).toBe('inlined');
    expect(
      lastFates(answer('x', ',"structuredContent":{"a":"ä"}'))['/result/structuredContent'],
    ).toBe('dropped');
  });

  it('is not a true U+FFFD', () => {
    expect(lastFates(answer('\ufffd'))['/result/content/0/text']).toBe(
      'reads: tool_result.content[0]',
    );
  });
});

describe('an image of a format that the Messages API does not take', () => {
  verifies('reading/image-formats');
  const image = (mimeType: string) => ({ type: 'image', mimeType, data: 'AAAA' });

  it('makes the call fail, in a prompt the request', () => {
    const svg = asked('tools/call', { name: 'x' }, { content: [image('image/svg+xml')] });
    expect(lastFates(svg.session())['/result/content/0']).toBe(
      'fails: the API takes images of JPEG, PNG, GIF and WebP',
    );
    expect(readingAt(svg.session(), -1).media).toEqual([]);
    const content = image('image/svg+xml');
    const prompt = asked('prompts/get', { name: 'p' }, { messages: [{ role: 'user', content }] });
    expect(lastFates(prompt.session())['/result/messages/0/content']).toMatch(/^fails/);
  });

  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])('is not %s', (mimeType) => {
    const session = asked('tools/call', { name: 'x' }, { content: [image(mimeType)] }).session();
    expect(lastFates(session)['/result/content/0/data']).toMatch(/^rewritten: .*as an image block/);
    expect(readingAt(session, -1).media).toHaveLength(1);
  });
});
