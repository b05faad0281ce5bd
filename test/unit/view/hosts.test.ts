import { describe, expect, it } from 'vitest';
import { buildSession } from '../../../src/protocol/session.ts';
import { compareHosts } from '../../../src/reading/compare-hosts.ts';
import { profileIds, profileOf } from '../../../src/reading/profiles.ts';
import { RULE_NAMES } from '../../../src/reading/rules.ts';
import {
  renderComparisonJson,
  renderHostJson,
  renderHostsJson,
} from '../../../src/view/json/hosts.ts';
import { renderComparison } from '../../../src/view/terminal/compare-hosts.ts';
import { renderHosts } from '../../../src/view/terminal/hosts.ts';
import { renderHost } from '../../../src/view/terminal/hosts-detail.ts';
import { widthOf } from '../../../src/view/terminal/width.ts';
import { sample } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';

const now = Date.UTC(2026, 11, 10) * 1000;
const profiles = profileIds().map((id) => profileOf(id));

describe('the list of hosts', () => {
  it('has a line for each, with age and evidence, within the width', () => {
    verifies('hosts/list');
    for (const width of [40, 80, 100, 200]) {
      const lines = [...renderHosts(profiles, { width, colour: 'none', now })];
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(lines.indexOf('')).toBe(profiles.length + 1);
    }
    const table = [...renderHosts(profiles, { width: 120, colour: 'none', now })];
    expect(table[0]).toMatch(/^host +verified +age +meas\. +code +docs/);
    expect(table.find((line) => line.startsWith('cline '))).toMatch(
      /^cline \+1 +2026-11-30 +10 d +\d+ +\d+ .*3\.0\.65$/,
    );
  });

  it('is one object a line for programs', () => {
    verifies('hosts/list');
    const lines = [...renderHostsJson(profiles)].map((line) => JSON.parse(line));
    expect(lines.map((each) => each.id)).toEqual(profileIds());
    const codex = lines.find((each) => each.id === 'codex-cli');
    expect(codex).toMatchObject({ type: 'host', versions: '0.171.0', verifiedAt: '2026-11-30' });
    expect(codex.coverage.measured).toBeGreaterThan(30);
    expect(codex.variants.map((each: { id: string }) => each.id)).toContain('gpt-5.5');
  });
});

describe('the page of a host', () => {
  it('has every rule with its evidence, in every width', () => {
    verifies('hosts/detail');
    for (const width of [40, 100]) {
      const lines = [...renderHost(profileOf('gemini-cli'), { width, colour: 'none', now })];
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      for (const name of RULE_NAMES)
        expect(lines.some((line) => line.startsWith(`  ${name}`.slice(0, 25)))).toBe(true);
    }
    const text = [...renderHost(profileOf('gemini-cli'), { width: 200, colour: 'none', now })];
    const at = text.findIndex((line) => line.includes('listing.pages'));
    expect(text[at]).toContain('dropped    only the first page is fetched');
    expect(text[at + 1]?.trim()).toMatch(/^measured 2026-11-30, .*Gemini CLI 0\.61\.0/);
  });

  it('is a line for each rule for programs', () => {
    verifies('hosts/detail');
    const lines = [...renderHostJson(profileOf('cline'))].map((line) => JSON.parse(line));
    expect(lines.slice(1).map((each) => each.rule)).toEqual(RULE_NAMES);
    expect(lines.find((each) => each.rule === 'listing.pages')).toMatchObject({
      type: 'rule',
      stage: 'listing',
      fate: 'dropped',
      evidence: { kind: 'measured', date: '2026-11-30' },
    });
    expect(lines.find((each) => each.rule === 'listing.limit')).toMatchObject({
      fate: 'unknown',
      evidence: null,
    });
  });
});

describe('a recording by all hosts', () => {
  const session = buildSession(sample('everything'));
  const all = () => session.messages.map((each) => compareHosts(each, session, profiles));

  it('groups the hosts by what becomes of each member', () => {
    verifies('hosts/all');
    const lines = [...renderComparison(all(), profiles, { width: 100, colour: 'none' })];
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(100);
    const at = lines.findIndex((line) => line.trim() === '/result/structuredContent');
    const next = lines.findIndex((line, index) => index > at && line.startsWith('#'));
    const shown = lines.slice(at, next).join(' ').replaceAll(/\s+/g, ' ');
    expect(shown).toMatch(/dropped [^:]*gemini-cli/);
    expect(shown).toMatch(/inlined [^:]*codex-cli/);
    const totals = lines.indexOf('what the model reads of all this');
    expect(lines.slice(totals + 1)).toHaveLength(profiles.length);
  });

  it('says of a message that it is like an earlier one', () => {
    verifies('hosts/all');
    const lines = [...renderComparison(all(), profiles, { width: 100, colour: 'none' })];
    expect(lines).toContainEqual(expect.stringMatching(/^#\d+ {2}→ tools\/call {2}as #\d+$/));
  });

  it('is a line for each message for programs', () => {
    verifies('hosts/all');
    const lines = [...renderComparisonJson(all(), profiles)].map((line) => JSON.parse(line));
    expect(lines).toHaveLength(session.messages.length);
    const listed = lines.find((each) =>
      each.members.some((one: { pattern: string }) => one.pattern.endsWith('/structuredContent')),
    );
    const member = listed.members.find((one: { pattern: string }) =>
      one.pattern.endsWith('/structuredContent'),
    );
    expect(member.fates['gemini-cli'].kind).toBe('dropped');
    expect(member.fates['codex-cli'].kind).toBe('inlined');
    expect(listed.read['cline'].bytes).toBeGreaterThan(listed.read['gemini-cli'].bytes);
  });

  it('takes less than a second for all profiles', () => {
    verifies('hosts/speed');
    for (let round = 0; ; round++) {
      const start = performance.now();
      all();
      const took = performance.now() - start;
      // A busy machine may need another try.
      if (took < 1000 || round === 2) return expect(took).toBeLessThan(1000);
    }
  });
});
