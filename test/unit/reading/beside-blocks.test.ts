/** What blocks leave beside the text of a result, in failures and in JSON of the whole result. */
import { expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { audio, blob, image, kinds, resultBy, said, text } from './canary.ts';

const NOTE = "[Tool 'canary_text_one' provided the following";

it('a text of its own stands behind the joined ones for each block, in a user message once', () => {
  verifies('reading/media', 'reading/measured');
  expect(said(resultBy('qwen-code:chat', { content: [image, text('a'), blob, image] }))).toEqual([
    `${NOTE} image data with mime-type: image/png]\na\n${NOTE} embedded resource with mime-type: application/octet-stream]\n${NOTE} image data with mime-type: image/png]`,
    '[image: image/png]',
    '[document: application/octet-stream]',
    '[image: image/png]',
  ]);
  expect(said(resultBy('opencode:chat', { content: [text('a'), image, image] }))).toEqual([
    'a',
    'Attached media from tool result:',
    '<image/png in a user message>',
    '<image/png in a user message>',
  ]);
});

it('a block that may not be in the JSON has a text there', () => {
  verifies('reading/media', 'reading/measured');
  const reading = resultBy('codex-cli:code-mode', { content: [text('a'), audio] });
  expect(said(reading)[1]).toBe(
    '{"content":[{"type":"text","text":"a"},{"type":"text","text":"<audio content omitted because you do not support audio input>"}]}',
  );
  expect(kinds(reading, '/result/content/0', '/result/content/1')).toEqual(['inlined', 'dropped']);
});

it('a failure with an image is told in words where one without is told as JSON', () => {
  verifies('reading/failures', 'reading/measured');
  const [told = ''] = said(resultBy('qwen-code', { content: [text('f'), image], isError: true }));
  expect(told).toMatch(
    /with response: f\n\[Tool 'canary_text_one' provided .* image\/png\]\n\[image\/png\]$/,
  );
});

it('a failure leaves out of its JSON what the SDK does not keep', () => {
  verifies('reading/failures', 'reading/measured');
  const block = { ...text('f'), annotations: { priority: 1 }, _meta: { m: 1 } };
  const reading = resultBy('gemini-cli', { content: [block], isError: true, _meta: { r: 1 } });
  expect(said(reading)[0]).toContain(
    '"response":{"_meta":{"r":1},"content":[{"type":"text","text":"f","_meta":{"m":1}}],"isError":true}',
  );
  expect(
    kinds(reading, '/result/content/0/annotations', '/result/content/0/text', '/result/_meta'),
  ).toEqual(['dropped', 'inlined', 'inlined']);
});

it('a result of white space is an empty one where the host says so', () => {
  verifies('reading/measured');
  const blank = { content: [text(' \n')] };
  expect(said(resultBy('qwen-code', blank))).toEqual([
    '(mcp__cn-ry__canary_text_one completed with no output)',
  ]);
  expect(said(resultBy('opencode', blank))).toEqual([' \n']);
});
