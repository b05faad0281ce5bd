import { describe, expect, it } from 'vitest';
import { FOLD_RULES } from '../../../src/compare/folds.ts';
import { normalise, requestKey } from '../../../src/compare/normalise.ts';
import { verifies } from '../../support/verifies.ts';
import { json } from './support.ts';

const key = (params: string | undefined, options = {}) =>
  requestKey('tools/call', params === undefined ? undefined : json(params), options);

describe('the key of a request', () => {
  verifies('compare-request-key');

  it('is one for other spelling, order, _meta, and for no params', () => {
    expect(key('{"name":"a","arguments":{"n":1,"m":2}}')).toBe(
      key(
        '{"arguments":{"m":2.0,"n":10e-1},"_meta":{"progressToken":7,"io.modelcontextprotocol/clientInfo":{}},"name":"a"}',
      ),
    );
    expect(key(undefined)).toBe(key('{"_meta":{"traceparent":"00-a"}}'));
  });

  it('is another for another digit, type, item order, member of _meta', () => {
    const keys = [
      '{"id":1915883588174806058}',
      '{"id":1915883588174806000}',
      '{"id":"1915883588174806058"}',
      '{"id":[1,2]}',
      '{"id":[2,1]}',
      '{"id":null}',
      '{}',
      '{"_meta":{"tenant":"x"}}',
    ].map((each) => key(each));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('leaves out what is to be ignored, and folds when asked', () => {
    const [a, b] = ['{"arguments":{"now":1,"x":2}}', '{"arguments":{"now":9,"x":2}}'];
    expect(key(a)).not.toBe(key(b));
    expect(key(a, { ignore: ['/params/arguments/now'] })).toBe(
      key(b, { ignore: ['/params/arguments/now'] }),
    );
    const folds = FOLD_RULES;
    expect(key('{"cursor":"a"}', { folds })).toBe(key('{"cursor":"b"}', { folds }));
  });

  it('cannot be forged by text that looks like a mark', () => {
    const folds = FOLD_RULES;
    expect(normalise(json('"⟨time⟩"'), { folds })).not.toBe(
      normalise(json('"10:10:10"'), { folds }),
    );
  });
});
