import { describe, expect, it } from 'vitest';
import { countApiOf } from '../../../src/counting/apis.ts';
import { countTokens } from '../../../src/counting/count.ts';
import { countServer } from '../../support/count-api.ts';
import { verifies } from '../../support/verifies.ts';

const request = { model: 'm-1', body: '{"messages":[{"role":"user","content":"x"}]}' };

function apiOf(format: 'anthropic' | 'gemini', base: string) {
  const api = countApiOf(format, {
    ANTHROPIC_API_KEY: 'sk-secret',
    GEMINI_API_KEY: 'g-secret',
    ANTHROPIC_BASE_URL: base,
    GOOGLE_GEMINI_BASE_URL: base,
  });
  if (!api) throw new Error('there is one');
  return api;
}

describe('asking how many tokens a request has', () => {
  verifies('counting/apis');

  it('of Claude goes to /v1/messages/count_tokens with key and version', async () => {
    const server = await countServer();
    expect(await countTokens(apiOf('anthropic', server.url), request)).toBe(1000);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/messages/count_tokens',
      headers: {
        'x-api-key': 'sk-secret',
        'anthropic-version': '2023-06-01',
        'content-type': 'application/json',
      },
      body: request.body,
    });
  });

  it('of Gemini goes to :countTokens, the request inside of another', async () => {
    const server = await countServer();
    expect(await countTokens(apiOf('gemini', `${server.url}/`), request)).toBe(1000);
    expect(server.requests[0]?.path).toBe('/v1beta/models/m-1:countTokens');
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe('g-secret');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      generateContentRequest: {
        model: 'models/m-1',
        messages: [{ role: 'user', content: 'x' }],
      },
    });
  });

  it('is for formats alone whose tokens cannot be counted here', () => {
    expect(countApiOf('openai-chat', {})).toBeUndefined();
    expect(countApiOf('openai-responses', {})).toBeUndefined();
    expect(countApiOf('unknown', {})).toBeUndefined();
    expect(countApiOf('anthropic', {})?.base.href).toBe('https://api.anthropic.com/');
    expect(countApiOf('gemini', {})?.base.href).toBe('https://generativelanguage.googleapis.com/');
  });

  it('fails with the words of the API and what to do, without the key', async () => {
    const server = await countServer({ status: 401, message: 'invalid x-api-key' });
    const asked = countTokens(apiOf('anthropic', server.url), request);
    await expect(asked).rejects.toMatchObject({
      code: 'request-failed',
      exitCode: 1,
      message: expect.stringMatching(/did not count the tokens: 401 invalid x-api-key$/) as string,
      hint: 'is ANTHROPIC_API_KEY right?',
    });
    await expect(asked).rejects.not.toThrow(/sk-secret/);
  });

  it('follows nobody to another place with the key', async () => {
    const other = await countServer();
    const server = await countServer({ status: 307, message: '', location: other.url });
    const asked = countTokens(apiOf('anthropic', server.url), request);
    await expect(asked).rejects.toMatchObject({ code: 'request-failed' });
    expect(other.requests).toEqual([]);
  });

  it.each(['nonsense', 'http://example.com', 'ftp://127.0.0.1', 'http://127.0.0.1.example.com'])(
    'takes no key to %s',
    (address) => {
      expect(() => apiOf('anthropic', address)).toThrow('ANTHROPIC_BASE_URL is no address');
      expect(() => apiOf('gemini', address)).toThrow('GOOGLE_GEMINI_BASE_URL is no address');
    },
  );

  it('keeps the path of an address', async () => {
    const server = await countServer();
    await countTokens(apiOf('anthropic', `${server.url}/under/here`), request);
    expect(server.requests[0]?.path).toBe('/under/here/v1/messages/count_tokens');
  });

  it('fails when nobody is there', async () => {
    const asked = countTokens(apiOf('anthropic', 'http://127.0.0.1:1'), request);
    await expect(asked).rejects.toMatchObject({ code: 'request-failed' });
  });
});
