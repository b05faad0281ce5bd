import { describe, expect, it } from 'vitest';
import type { RpcId } from '../../../src/model/message.ts';
import { rpcId } from '../../../src/wire/ids.ts';
import { parseJson } from '../../../src/wire/json.ts';
import { verifies } from '../../support/verifies.ts';

describe('rpcId', () => {
  verifies('wire:typed-ids');

  it.each([
    ['1', '1.0', '1.00', '1e0', '10e-1', '0.1e1', '1E+0', '100e-2'],
    ['0', '-0', '0.0', '0e5', '-0.0e-3'],
    ['-7', '-7.0', '-70e-1'],
    ['1500', '1.5e3', '15e2', '1500.00'],
    ['0.5', '5e-1', '0.50'],
    ['12345678901234567890', '12345678901234567890.0', '1234567890123456789e1'],
    ['1e400', '10e399', '0.1e401'],
    ['"a"', '"\\u0061"'],
    ['"é"', '"\\u00e9"', '"\\u00E9"'],
    ['""'],
    ['"1"'],
    ['"null"'],
  ])('gives one key to all spellings of %s', (...texts) => {
    expect(new Set(texts.map(keyOf)).size).toBe(1);
  });

  it('gives different keys to different ids', () => {
    const texts = ['1', '"1"', '0', '""', '"0"', '-1', '10', '1.5', '1e400', '1e401', '"1.0"'];
    const neighbours = ['12345678901234567890', '12345678901234567891', '12345678901234567000'];
    const all = [...texts, ...neighbours];
    expect(new Set(all.map(keyOf)).size).toBe(all.length);
  });

  it('keeps the spelling', () => {
    expect(['1.0', '-0', '"\\u0061"', '"→"', '"a"'].map((text) => textOf(idOf(text)))).toEqual([
      '1.0',
      '-0',
      '"\\u0061"',
      '"→"',
      '"a"',
    ]);
  });

  it('spells a string plainly when the bytes are not at hand', () => {
    const result = parseJson(Buffer.from('"\\u0061"'));
    expect(result.ok && textOf(rpcId(result.node))).toBe('"a"');
  });

  it('knows null, which pairs with nothing, from no id', () => {
    expect(idOf('null')).toEqual({ kind: 'null' });
  });

  it.each(['true', 'false', '{}', '[]', '[1]'])('takes no %s', (text) => {
    expect(idOf(text)).toBeUndefined();
  });

  it('reads numbers of a megabyte in linear time', () => {
    const began = performance.now();
    keyOf(`1${'0'.repeat(1_000_000)}1`);
    keyOf(`1e${'9'.repeat(1_000_000)}`);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

function idOf(text: string): RpcId | undefined {
  const bytes = Buffer.from(text);
  const result = parseJson(bytes);
  return result.ok ? rpcId(result.node, bytes) : undefined;
}

function keyOf(text: string): string {
  const id = idOf(text);
  return id && id.kind !== 'null' ? id.key : `no key of ${text}`;
}

function textOf(id: RpcId | undefined): string | undefined {
  return id && id.kind !== 'null' ? id.text : undefined;
}
