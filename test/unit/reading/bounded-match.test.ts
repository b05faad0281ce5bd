import { describe, expect, it } from 'vitest';
import { matches } from '../../../src/reading/bounded-match.ts';
import { schemaProblem } from '../../../src/reading/json-schema.ts';
import { verifies } from '../../support/verifies.ts';

describe('a pattern that a stranger wrote', () => {
  verifies('hostile:size');

  it.each([
    ['^[a-z]+$', 'abc', true],
    ['^[a-z]+$', 'ab1', false],
    ['b', 'abc', true],
    ['^[a-z]+(-[a-z]+)*$', 'in-kebab-case', true],
    ['^[a-z]+(-[a-z]+)*$', 'Not In It', false],
    ['^(?:\\p{L}{1,3}\\.){3}$', 'a.b.c.', true],
    ['^a+$', 'a'.repeat(100_000), true],
    ['(', 'abc', undefined],
    ['^(a+)+$', `${'a'.repeat(40)}!`, undefined],
    ['^(a|aa)+$', `${'a'.repeat(80)}!`, undefined],
    [`^${'a?'.repeat(40)}${'a'.repeat(40)}b`, `${'a'.repeat(100)}c`, undefined],
  ])('%s is looked at in bounded time', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('finds no fault by one that takes for ever', () => {
    const schema = { type: 'object', properties: { x: { pattern: '^(a|a)+$' } } };
    expect(schemaProblem({ x: `${'a'.repeat(60)}!` }, schema)).toBeUndefined();
  });
});

describe('a schema whose alternatives multiply', () => {
  verifies('hostile:size');

  it.each(['allOf', 'anyOf', 'oneOf'])('is left when it has taken enough: %s', (word) => {
    const twice = (nth: number) => [`d${nth}`, { [word]: Array(2).fill({ $ref: at(nth + 1) }) }];
    const steps = Array.from({ length: 30 }, (_, nth) => twice(nth));
    const $defs = Object.fromEntries([
      ...steps,
      ['d30', { type: word === 'allOf' ? 'object' : 'string' }],
    ]);
    expect(schemaProblem({}, { $ref: at(0), $defs })).toBeUndefined();
  });

  it.each([
    [{ a: 1 }, [{ a: 1 }], true],
    [{ a: 1 }, [{ a: 2 }, null, 'x'], false],
    ['x', ['y', 'x'], true],
    [null, [null], true],
    [null, ['null'], false],
  ])('%j among the words %j: %s', (value, words, isOne) => {
    expect(schemaProblem(value, { enum: words }) === undefined).toBe(isOne);
  });
});

function at(nth: number): string {
  return `#/$defs/d${nth}`;
}
