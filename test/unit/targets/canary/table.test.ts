import { describe, expect, it } from 'vitest';
import { offsetText } from '../../../../src/targets/canary/marker.ts';
import { canarySession, markedMembers } from '../../../../src/targets/canary/table.ts';
import { canaryTools } from '../../../../src/targets/canary/tools.ts';
import { verifies } from '../../../support/verifies.ts';

describe('the members of the canary', () => {
  verifies('canary.markers');
  const members = markedMembers();

  it('have markers that occur once', () => {
    const markers = members.map(({ marker }) => marker);
    expect(new Set(markers).size).toBe(markers.length);
  });

  it('have markers of which none holds another', () => {
    const markers = members.map(({ marker }) => marker);
    const held = markers.filter((one) => markers.some((all) => all !== one && all.includes(one)));
    expect(held).toEqual([]);
  });

  it('are the same each time', () => {
    expect(canarySession()).toEqual(canarySession());
  });

  it.each([
    ['initialize', '/result/instructions'],
    ['initialize', '/result/serverInfo/title'],
    ['call canary_meta', '/result/_meta/canary.invalid~1result'],
    ['call canary_meta', '/result/content/0/_meta/canary.invalid~1block'],
    ['call canary_rpc_error', '/error/data/detail'],
    ['call canary_image', '/result/content/0/data'],
    ['call canary_audio', '/result/content/0/data'],
    ['call canary_resource_blob', '/result/content/0/resource/blob'],
    ['call canary_resource_link', '/result/content/0/description'],
    ['call canary_unknown_block', '/result/content/1/text'],
    ['call canary_talks', '/params/message'],
    ['prompts/get', '/result/messages/0/content/text'],
  ])('of %s include %s', (about, pointer) => {
    expect(members).toContainEqual(expect.objectContaining({ about, pointer }));
  });

  it.each([
    'title description default examples pattern format $comment contentMediaType x-canary',
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
    'minItems maxItems uniqueItems minProperties maxProperties propertyNames dependentRequired',
    'enum const anyOf oneOf allOf not if then else items $ref $defs $schema $id',
    'properties required additionalProperties patternProperties',
  ])('include the keywords %s', (keywords) => {
    const tool = canaryTools().find(({ name }) => name === 'canary_keywords');
    const text = JSON.stringify(tool?.definition);
    expect(keywords.split(' ').filter((each) => !text.includes(`"${each}":`))).toEqual([]);
  });

  it('have names of the lengths that they say', () => {
    const named = canaryTools().flatMap(({ name }) => {
      const length = /^canary_name_of_(\d+)_/.exec(name)?.[1];
      return length === undefined ? [] : [[Number(length), name.length]];
    });
    expect(named).toEqual([63, 70, 100, 128].map((length) => [length, length]));
  });
});

describe('a text that tells its offsets', () => {
  it('has each number where it says, and the length asked for', () => {
    const text = offsetText(60_000);
    expect(text).toHaveLength(60_000);
    for (const match of text.matchAll(/\d{8}/g)) expect(Number(match[0])).toBe(match.index);
  });
});
