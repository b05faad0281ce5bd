/**
 * Holds the profile of each measured host against what the host really sent (test/hosts/captures). What
 * differs has to stand, with its reason, in test/hosts/explained, and what stands there has to differ.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareWith, locatedIn, type Sent } from '../../../src/measure/index.ts';
import type { Difference } from '../../../src/model/measured.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { verifies } from '../../support/verifies.ts';

/** What test/hosts/explained has for each capture. */
interface Explained {
  /** The profile that the host is held against, with its variants. */
  readonly profile: string;
  readonly explained: readonly {
    readonly rule: string;
    /** Why the rule cannot say it. */
    readonly why: string;
    readonly differences: readonly string[];
  }[];
}

const hosts = join(import.meta.dirname, '..', '..', 'hosts');
const captures = readdirSync(join(hosts, 'captures')).map((file) => file.replace('.json', ''));

describe('the profile of a measured host', () => {
  it.each(captures)('says what %s sent', (capture) => {
    verifies('reading/predictions');
    const path = join(hosts, 'explained', `${capture}.json`);
    const file = JSON.parse(readFileSync(path, 'utf8')) as Explained;
    const found = differencesOf(capture, file.profile);
    const known = new Set(file.explained.flatMap(({ differences }) => differences));
    const lines = found.map(lineOf);
    if (process.env['UPDATE_GOLDEN']) return writeFileSync(path, renewed(file, found));
    expect(lines.filter((line) => !known.has(line))).toEqual([]);
    expect([...known].filter((line) => !lines.includes(line))).toEqual([]);
    for (const { rule, why } of file.explained)
      expect(why.length, `${rule} has no reason`).toBeGreaterThan(20);
  });
});

function differencesOf(capture: string, profile: string): readonly Difference[] {
  const text = readFileSync(join(hosts, 'captures', `${capture}.json`), 'utf8');
  return compareWith(locatedIn(JSON.parse(text) as Sent), profileOf(profile)).differences;
}

function lineOf({ about, at, predicted, seen }: Difference): string {
  return `${[about, at].filter((each) => each !== '').join(' ')}: ${predicted} → ${seen}`;
}

/** The file without what differs no more; what is new stands under its rule and waits for a reason. */
function renewed({ profile, explained }: Explained, found: readonly Difference[]): string {
  const lines = found.map(lineOf);
  const kept = explained
    .map((each) => ({
      ...each,
      differences: each.differences.filter((line) => lines.includes(line)),
    }))
    .filter(({ differences }) => differences.length > 0);
  const known = new Set(kept.flatMap(({ differences }) => differences));
  const rules = new Map<string, string[]>();
  for (const each of found) {
    const line = lineOf(each);
    if (!known.has(line)) rules.set(each.rule, [...(rules.get(each.rule) ?? []), line]);
  }
  const open = [...rules].map(([rule, differences]) => ({ rule, why: '', differences }));
  return `${JSON.stringify({ profile, explained: [...kept, ...open] }, null, 2)}\n`;
}
