import { describe, expect, it } from 'vitest';
import { isAtLeast, isNamed, suppress } from '../../../src/check/checked.ts';
import { checkSession } from '../../../src/check/registry.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';

const session = conversation({ label: 'rooms' })
  .server('hello')
  .initialized('2025-06-18', { serverInfo: { name: 'server-x', version: '0.1' } })
  .server('')
  .session();
const findings = checkSession(session);
const reason = 'known';
const today = '2026-11-30';

describe('suppressions', () => {
  verifies('check-suppressions');
  const left = (by: object) =>
    suppress(findings, session, [{ rule: 'framing/*', reason, ...by }], today).findings.map(
      (each) => each.rule,
    );

  it.each([
    [{ rule: 'framing/stray-output' }, ['framing/blank-lines']],
    [{}, []],
    [{ rule: 'ids/*' }, ['framing/stray-output', 'framing/blank-lines']],
    [{ text: '"hello"' }, ['framing/blank-lines']],
    [{ server: 'rooms' }, []],
    [{ server: 'server-x' }, []],
    [{ server: 'other' }, ['framing/stray-output', 'framing/blank-lines']],
    [{ until: today }, []],
    [{ until: '2026-11-29' }, ['framing/stray-output', 'framing/blank-lines']],
  ])('%j leaves %j', (by, rules) => {
    expect(left(by)).toEqual(rules);
  });

  it('keep what they took, with the reason, and say which were of use', () => {
    const by = [
      { rule: 'framing/crlf', reason: 'unused' },
      { rule: 'framing/stray-output', reason },
    ];
    const divided = suppress(findings, session, by, today);
    expect(divided.suppressed).toMatchObject([
      { reason, finding: { rule: 'framing/stray-output' } },
    ]);
    expect([...divided.used]).toEqual([by[1]]);
  });
});

describe('names and severities', () => {
  it('know families and thresholds', () => {
    expect(isNamed('ids/unanswered', 'ids/*')).toBe(true);
    expect(isNamed('ids/unanswered', 'id/*')).toBe(false);
    expect(isAtLeast('problem', 'warning')).toBe(true);
    expect(isAtLeast('note', 'warning')).toBe(false);
    expect(isAtLeast('problem', undefined)).toBe(false);
  });
});
