import { describe, expect, it } from 'vitest';
import { rules, runRules } from '../../../../src/check/registry.ts';
import { checkReport } from '../../../../src/view/reports/check.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';

const session = conversation().server('hello').initialized().server('').session();

function reported(mode: 'record' | 'import', path: string, failOn?: 'problem' | 'note') {
  const { recording } = session;
  const header = { ...recording.header, mode };
  const checked = {
    session: { ...session, recording: { ...recording, header, path, lines: [{ seq: 0, by: 2 }] } },
    rules,
    findings: runRules(rules, session),
    suppressed: [],
  };
  return checkReport([checked], failOn, '1.0.0');
}

describe('findings as a report', () => {
  verifies('view:sarif', 'view:junit');

  it('have a case for each rule, and fail from the threshold on', () => {
    const [suite] = reported('record', 'a.ndjson', 'problem').suites;
    expect(suite?.cases).toHaveLength(rules.length);
    const failing = suite?.cases.filter(({ results }) => results.some((each) => each.fails));
    expect(failing?.map(({ name }) => name)).toEqual(['framing/stray-output']);
    const [all] = reported('record', 'a.ndjson', 'note').suites;
    expect(all?.cases.flatMap(({ results }) => results.filter((each) => each.fails))).toHaveLength(
      2,
    );
    const [none] = reported('record', 'a.ndjson').suites;
    expect(none?.cases.flatMap(({ results }) => results.filter((each) => each.fails))).toEqual([]);
  });

  it('name the line of the file, and of a log the file without the number of the session', () => {
    const place = (mode: 'record' | 'import', path: string) =>
      reported(mode, path).suites[0]?.cases[0]?.results[0]?.places[0];
    expect(place('record', 'a.ndjson')).toEqual({ file: 'a.ndjson', line: 2, inside: '#0' });
    expect(place('import', 'mcp.log#2')?.file).toBe('mcp.log');
    expect(place('record', 'odd#2')?.file).toBe('odd#2');
  });
});
