import { describe, expect, it } from 'vitest';
import {
  errorMeaning,
  isRemoved,
  isRevision,
  methodInfo,
  REVISIONS,
  revisionsWith,
  revisionTable,
} from '../../../src/protocol/revisions.ts';
import { verifies } from '../../support/verifies.ts';

const methodsOf = (revision: string, kind: string, from: 'client' | 'server') =>
  REVISIONS.find((each) => each.revision === revision)
    ?.methods.filter((each) => each.kind === kind && each.from.includes(from) && !each.extension)
    .map((each) => each.method)
    .sort();

const LEGACY_ASKED = [
  'completion/complete',
  'initialize',
  'logging/setLevel',
  'ping',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'resources/unsubscribe',
  'tools/call',
  'tools/list',
];

describe('the tables', () => {
  it('know the requests of each revision', () => {
    verifies('revision:tables');
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18'])
      expect(methodsOf(revision, 'request', 'client')).toEqual(LEGACY_ASKED);
    const tasks = ['tasks/cancel', 'tasks/get', 'tasks/list', 'tasks/result'];
    expect(methodsOf('2025-11-25', 'request', 'client')).toEqual(
      [...LEGACY_ASKED, ...tasks].sort(),
    );
    expect(methodsOf('2025-03-26', 'request', 'server')).toEqual([
      'ping',
      'roots/list',
      'sampling/createMessage',
    ]);
    expect(methodsOf('2025-06-18', 'request', 'server')).toContain('elicitation/create');
    expect(methodsOf('2025-11-25', 'request', 'server')).toHaveLength(8);
    expect(methodsOf('2026-07-28', 'request', 'client')).toEqual([
      'completion/complete',
      'prompts/get',
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/templates/list',
      'server/discover',
      'subscriptions/listen',
      'tools/call',
      'tools/list',
    ]);
    expect(methodsOf('2026-07-28', 'request', 'server')).toEqual([]);
  });

  it('know the notifications of each revision', () => {
    verifies('revision:tables');
    expect(methodsOf('2025-11-25', 'notification', 'client')).toEqual([
      'notifications/cancelled',
      'notifications/initialized',
      'notifications/progress',
      'notifications/roots/list_changed',
      'notifications/tasks/status',
    ]);
    expect(methodsOf('2024-11-05', 'notification', 'server')).toHaveLength(7);
    expect(methodsOf('2025-11-25', 'notification', 'server')).toHaveLength(9);
    expect(methodsOf('2026-07-28', 'notification', 'client')).toEqual(['notifications/cancelled']);
    expect(methodsOf('2026-07-28', 'notification', 'server')).toHaveLength(8);
  });

  it('name each method once', () => {
    verifies('revision:tables');
    for (const { methods } of REVISIONS)
      expect(new Set(methods.map((each) => each.method)).size).toBe(methods.length);
  });

  it('hold the rules that differ between revisions', () => {
    verifies('revision:tables');
    const rules = REVISIONS.map((each) => [
      each.revision,
      each.era,
      each.batch,
      each.errorWithoutId,
      each.serverRequests,
      each.resultType,
      each.requestMeta.length,
    ]);
    expect(rules).toEqual([
      ['2024-11-05', 'legacy', false, false, true, 'unknown', 0],
      ['2025-03-26', 'legacy', true, false, true, 'unknown', 0],
      ['2025-06-18', 'legacy', false, false, true, 'unknown', 0],
      ['2025-11-25', 'legacy', false, true, true, 'unknown', 0],
      ['2026-07-28', 'modern', false, true, false, 'required', 2],
    ]);
  });

  it('know what is deprecated', () => {
    verifies('revision:tables');
    const features = revisionTable('2026-07-28').deprecated.map((each) => each.feature);
    expect(features).toEqual(['roots', 'sampling', 'logging']);
  });
});

describe('methods', () => {
  it('have the members of their revision', () => {
    verifies('revision:tables');
    expect(methodInfo('2025-06-18', 'tools/list', 'client')?.results.complete).toEqual(['tools']);
    expect(methodInfo('2026-07-28', 'tools/list', 'client')?.results.complete).toEqual([
      'resultType',
      'ttlMs',
      'cacheScope',
      'tools',
    ]);
    expect(methodInfo('2026-07-28', 'tools/call', 'client')).toMatchObject({
      params: ['_meta', 'name'],
      results: { complete: ['resultType', 'content'], input_required: ['resultType'] },
    });
    expect(methodInfo('2025-11-25', 'tools/call', 'client')?.results.task).toEqual(['task']);
    expect(methodInfo('2025-06-18', 'notifications/cancelled', 'client')?.params).toEqual([
      'requestId',
    ]);
    expect(methodInfo('2025-11-25', 'notifications/cancelled', 'client')?.params).toEqual([]);
    expect(methodInfo('2025-06-18', 'elicitation/create', 'server')?.params).toContain(
      'requestedSchema',
    );
  });

  it('belong to the side that may send them', () => {
    verifies('revision:tables');
    expect(methodInfo('2025-06-18', 'tools/list', 'server')).toBeUndefined();
    expect(methodInfo('2025-06-18', 'roots/list', 'client')).toBeUndefined();
    expect(methodInfo('2025-06-18', 'ping', 'server')).toBeDefined();
    expect(methodInfo('2026-07-28', 'notifications/progress', 'client')).toBeUndefined();
    expect(methodInfo('2026-07-28', 'tasks/get', 'client')?.extension).toBe(
      'io.modelcontextprotocol/tasks',
    );
  });

  it('say when they came and went', () => {
    verifies('revision:tables');
    expect(revisionsWith('elicitation/create', 'server')).toEqual(['2025-06-18', '2025-11-25']);
    expect(revisionsWith('server/discover', 'client')).toEqual(['2026-07-28']);
    expect(revisionsWith('tools/teleport', 'client')).toEqual([]);
    expect(isRemoved('2026-07-28', 'ping', 'client')).toBe(true);
    expect(isRemoved('2026-07-28', 'sampling/createMessage', 'server')).toBe(true);
    expect(isRemoved('2026-07-28', 'tools/list', 'client')).toBe(false);
    expect(isRemoved('2025-03-26', 'elicitation/create', 'server')).toBe(false);
    expect(isRemoved('2025-03-26', 'tools/teleport', 'client')).toBe(false);
  });

  it('of an unknown revision are not looked up by guess', () => {
    verifies('revision:tables');
    expect([isRevision('2024-10-07'), isRevision('2099-01-01'), isRevision(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(isRevision('2025-06-18')).toBe(true);
  });
});

describe('error codes', () => {
  it.each([
    ['2025-06-18', -32700, 'ParseError'],
    ['2026-07-28', -32601, 'MethodNotFound'],
    ['2025-11-25', -32002, 'ResourceNotFound'],
    ['2026-07-28', -32002, 'ResourceNotFound (2025-11-25)'],
    ['2025-11-25', -32042, 'URLElicitationRequired'],
    ['2025-06-18', -32042, 'URLElicitationRequired (2025-11-25)'],
    ['2026-07-28', -32020, 'HeaderMismatch'],
    ['2026-07-28', -32021, 'MissingRequiredClientCapability'],
    ['2026-07-28', -32022, 'UnsupportedProtocolVersion'],
    ['2025-06-18', -32022, 'UnsupportedProtocolVersion (2026-07-28)'],
    ['2026-07-28', -32000, 'server error'],
    ['2026-07-28', -32019, 'server error'],
    ['2026-07-28', -32023, 'reserved'],
    ['2026-07-28', -32099, 'reserved'],
    ['2025-06-18', -32099, 'server error'],
    ['2025-06-18', -32100, 'reserved'],
    ['2025-06-18', -32768, 'reserved'],
    ['2025-06-18', -32769, undefined],
    ['2025-06-18', 0, undefined],
    ['2025-06-18', 404, undefined],
    ['2025-06-18', -32000.5, undefined],
  ] as const)('in %s, %d means %s', (revision, code, name) => {
    verifies('revision:tables');
    expect(errorMeaning(revision, code)?.name).toBe(name);
  });
});
