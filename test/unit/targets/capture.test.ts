import { describe, expect, it } from 'vitest';
import type { AsramaOptions } from '../../../src/targets/asrama/index.ts';
import { verifies } from '../../support/verifies.ts';
import { converse } from './conversation.ts';
import { differences, type Intended, judge, OUR_WORDING } from './differences.ts';
import { askAll, type Era, originalAnswers } from './exchanges.ts';

/** Holds for every variant. */
const ALWAYS: Intended[] = [
  {
    at: '/tools~1list/result/tools/*/inputSchema/$schema',
    kind: 'extra',
    why: 'zod names the dialect of the schema',
  },
  {
    at: '/tools~1list/result/tools/*/inputSchema/title',
    kind: 'missing',
    why: 'pydantic puts the name of its model into the schema; it tells a model nothing',
  },
  {
    at: '/tools~1list/result/tools/*/inputSchema/properties/*/title',
    kind: 'missing',
    why: 'pydantic repeats the name of every property with a capital letter',
  },
  {
    at: '/tools~1list/result/tools/0/inputSchema/properties/*/anyOf',
    kind: 'missing',
    why: 'zod spells "string or null" with an array of types',
  },
  {
    at: '/tools~1list/result/tools/0/inputSchema/properties/*/type',
    kind: 'extra',
    ours: ['string', 'null'],
    why: 'the other half of the same',
  },
];

const INITIALIZE: Intended[] = [
  {
    at: '/initialize/result/serverInfo/version',
    kind: 'changed',
    ours: '1.0.0',
    why: 'the original has no version',
  },
];

const THROWS: Intended[] = [
  {
    at: '/detail_anak X999/result/isError',
    kind: 'changed',
    ours: true,
    why: 'not found is thrown, so that host and model can tell it from success',
  },
  {
    at: '/detail_anak X999/result/content/0/text',
    kind: 'changed',
    ours: OUR_WORDING,
    why: 'the text of the error, in place of an error wrapped in data',
  },
];

const V1: Intended[] = [
  {
    at: '/tools~1list/result/tools/*/execution',
    kind: 'extra',
    ours: { taskSupport: 'forbidden' },
    why: 'the SDK says of every tool that it cannot run as a task',
  },
];

const MODERN: Intended[] = [
  {
    at: '/*/result/resultType',
    kind: 'extra',
    ours: 'complete',
    why: '2026-07-28 marks every result as complete or asking for input',
  },
  {
    at: '/*/result/_meta',
    kind: 'extra',
    ours: { 'io.modelcontextprotocol/serverInfo': { name: 'asrama', version: '1.0.0' } },
    why: '2026-07-28 has no handshake, so every result says who answered',
  },
  { at: '/*/result/ttlMs', kind: 'extra', ours: 0, why: '2026-07-28: how long it may be kept' },
  {
    at: '/*/result/cacheScope',
    kind: 'extra',
    ours: 'private',
    why: '2026-07-28: for whom it may be kept',
  },
];

interface Variant {
  readonly name: string;
  readonly options: Partial<AsramaOptions>;
  readonly era?: Era;
  readonly intended: readonly Intended[];
}

const VARIANTS: readonly Variant[] = [
  { name: 'v1', options: { sdk: 'v1' }, intended: [...ALWAYS, ...INITIALIZE, ...THROWS, ...V1] },
  {
    name: 'v2, legacy era',
    options: { sdk: 'v2' },
    intended: [...ALWAYS, ...INITIALIZE, ...THROWS],
  },
  {
    name: 'v2, legacy era only',
    options: { sdk: 'v2', legacyOnly: true },
    intended: [...ALWAYS, ...INITIALIZE, ...THROWS],
  },
  {
    name: 'v2, modern era',
    options: { sdk: 'v2' },
    era: 'modern',
    intended: [...ALWAYS, ...THROWS, ...MODERN],
  },
  {
    name: 'v1 with soft errors',
    options: { sdk: 'v1', softErrors: true },
    intended: [...ALWAYS, ...INITIALIZE, ...V1],
  },
  {
    name: 'v2 with soft errors',
    options: { sdk: 'v2', softErrors: true },
    intended: [...ALWAYS, ...INITIALIZE],
  },
];

describe('the asrama server against the original', () => {
  verifies('asrama-as-original');

  it.each(VARIANTS)('$name answers member by member as intended', async (variant) => {
    const { options, era = 'legacy', intended } = variant;
    const ours = await askAll(converse(options), era);
    const found = differences(originalAnswers(era), ours);
    expect(judge(found, intended)).toEqual({ unexpected: [], notFound: [] });
  });
});
