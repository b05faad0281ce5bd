import { describe, expect, it } from 'vitest';
import { checkSession } from '../../src/check/registry.ts';
import type { Fate } from '../../src/model/reading.ts';
import { isKind } from '../../src/model/session.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { decodeLine } from '../../src/recording/decode.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { CHILDREN, MOCK_TOKEN } from '../../src/targets/asrama/data.ts';
import { covering, leaves } from '../support/leaves.ts';
import { sample, sampleBytes, sampleNames } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';

interface Facts {
  readonly era: 'legacy' | 'modern';
  readonly revision: string;
  readonly server: string;
  readonly exchanges: number;
  /** `seq pointer rule` of each member whose fate nobody knows. */
  readonly unknown: readonly string[];
  /** `severity rule seq`. A finding on an honest server that is missing here is a false alarm. */
  readonly findings: readonly string[];
}

const LABELS = ['/result/contents/0/mimeType', '/result/contents/0/uri'];

/** What nobody knows of an answer to resources/read: whether its labels go along when it is attached. */
function labels(seq: number): string[] {
  return LABELS.map((pointer) => `${seq} ${pointer} resources.label`);
}

const facts: Readonly<Record<string, Facts>> = {
  'asrama-python': {
    era: 'legacy',
    revision: '2025-06-18',
    server: 'asrama ',
    exchanges: 12,
    unknown: labels(17),
    findings: ['warning content/soft-error 9', 'note content/tool-error 11'],
  },
  'asrama-sdk-v1': {
    era: 'legacy',
    revision: '2025-06-18',
    server: 'asrama 1.0.0',
    exchanges: 12,
    unknown: labels(18),
    findings: ['warning content/soft-error 10', 'note content/tool-error 12'],
  },
  'asrama-sdk-v2-legacy': {
    era: 'legacy',
    revision: '2025-06-18',
    server: 'asrama 1.0.0',
    exchanges: 12,
    unknown: labels(18),
    findings: ['note content/tool-error 10', 'note content/tool-error 12'],
  },
  'asrama-sdk-v2-modern': {
    era: 'modern',
    revision: '2026-07-28',
    server: 'asrama 1.0.0',
    exchanges: 12,
    unknown: labels(17),
    findings: ['note content/tool-error 9', 'note content/tool-error 11'],
  },
  // Its demonstration of annotations is an error message in a success; its simulated
  // logging keeps it alive when stdin ends.
  everything: {
    era: 'legacy',
    revision: '2025-11-25',
    server: 'mcp-servers/everything 2.0.0',
    exchanges: 20,
    unknown: [
      '24 /result/content/1 blocks.resourceLink',
      '24 /result/content/2 blocks.resourceLink',
    ],
    findings: [
      'note content/soft-error 22',
      'note content/tool-error 46',
      'note process/ignored-eof 53',
    ],
  },
  filesystem: {
    era: 'legacy',
    revision: '2025-11-25',
    server: 'secure-filesystem-server 0.2.0',
    exchanges: 6,
    unknown: [],
    findings: ['note content/tool-error 15'],
  },
  // Sends ttlMs and cacheScope of 2026-07-28 in a legacy session, which harms nobody.
  kubernetes: {
    era: 'legacy',
    revision: '2025-06-18',
    server: 'kubernetes-mcp-server v0.0.67',
    exchanges: 2,
    unknown: [],
    findings: [],
  },
  memory: {
    era: 'legacy',
    revision: '2025-11-25',
    server: 'memory-server 0.6.3',
    exchanges: 7,
    unknown: [],
    findings: [],
  },
};

it('each sample has its facts here', () => {
  expect([...sampleNames].sort()).toEqual(Object.keys(facts).sort());
});

describe.each(Object.entries(facts))('the sample %s', (name, expected) => {
  const recording = sample(name);
  const session = buildSession(recording);
  const profile = profileOf();
  const readings = session.messages.map(
    (located) => [located, readMessage(located, session, profile)] as const,
  );

  it('is whole: no damage, no strays, closed in order', () => {
    verifies('samples:whole');
    expect(recording.damage).toEqual([]);
    expect(recording.end).toMatchObject({ closedBy: 'client' });
    const frames = recording.items.filter((item) => item.type === 'frame');
    expect(frames.filter(({ content }) => content.kind === 'stray')).toEqual([]);
    expect(frames.flatMap(({ defects }) => defects)).toEqual([]);
  });

  it('is written again byte for byte', () => {
    verifies('samples:whole');
    const lines = sampleBytes(name).toString('latin1').split('\n');
    expect(lines.pop()).toBe('');
    for (const line of lines) {
      const decoded = decodeLine(Buffer.from(line, 'latin1'));
      const entry = decoded.kind === 'header' ? decoded.header : undefined;
      const again = entry ?? (decoded.kind === 'entry' ? decoded.entry : undefined);
      expect(again && encodeEntry(again).toString('latin1')).toBe(`${line}\n`);
    }
  });

  it('is the conversation that it is for, each request answered once', () => {
    verifies('samples:answered');
    const { era, revision, server, exchanges, orphans } = session;
    expect({ era, revision, server: `${server?.name} ${server?.version}` }).toEqual({
      era: expected.era,
      revision: expected.revision,
      server: expected.server,
    });
    expect(exchanges).toHaveLength(expected.exchanges);
    const unlike = exchanges.filter(
      ({ outcome, duplicates }) => outcome.kind !== 'answered' || duplicates.length > 0,
    );
    expect({ unlike, orphans }).toEqual({ unlike: [], orphans: [] });
    expect(session.messages.filter((each) => isKind(each, 'failure'))).toEqual([]);
  });

  it('has exactly one fate for each leaf of each message', () => {
    verifies('samples:fates', 'reading/one-fate-each');
    for (const [{ message, seq }, { fates }] of readings) {
      const pointers = leaves(message.node);
      const without = pointers.filter((pointer) => covering(fates, pointer).length !== 1);
      expect({ seq, without }).toEqual({ seq, without: [] });
      expect(pointers.length).toBeGreaterThan(0);
    }
  });

  it('has an unknown fate only where the profile has nothing to say', () => {
    verifies('samples:fates', 'reading/unknown');
    const unknown = readings.flatMap(([{ seq }, { fates }]) =>
      fates.filter(isUnknown).map((fate) => ({ seq, ...fate })),
    );
    expect(unknown.filter(({ rule }) => profile.rules[rule]?.fate !== 'unknown')).toEqual([]);
    expect(unknown.filter(({ rule }) => profile.evidence[rule]?.note === undefined)).toEqual([]);
    const found = unknown.map(({ seq, pointer, rule }) => `${seq} ${pointer} ${rule}`);
    expect(found.sort()).toEqual([...expected.unknown].sort());
  });

  it('gives the findings that it is known for, and no false alarm', () => {
    verifies('samples:findings');
    const found = checkSession(session);
    expect(
      found.map(({ severity, rule, places: [place] }) => `${severity} ${rule} ${place?.seq}`),
    ).toEqual(expected.findings);
  });
});

function isUnknown({ kind }: Fate): boolean {
  return kind === 'unknown';
}

describe.each(sampleNames)('what the sample %s tells about its maker', (name) => {
  verifies('samples:private');
  const text = sampleBytes(name).toString();

  it('holds no path but that of the folder in which samples are made', () => {
    const { header } = sample(name);
    expect(header.server).toMatchObject({ cwd: '/tmp/sadap-samples', envNames: [] });
    expect(text).not.toMatch(/\/(home|Users|root|work|mnt|private|opt|nix)\//);
    expect(text).not.toMatch(/[A-Z]:\\\\|node_modules|\.nvm|\.venv|site-packages/);
    const temporary = text.match(/\/tmp\/[\w.-]*/g) ?? [];
    expect(new Set(temporary)).toEqual(new Set(['/tmp/sadap-samples']));
  });

  it('holds no address, no mail and no port of a machine', () => {
    expect(text).not.toMatch(/\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|localhost|[\w.]+@[\w]+\.\w/);
  });

  it('holds nothing that the asrama server keeps to itself', () => {
    verifies('asrama-filters-sensitive');
    const secrets = CHILDREN.flatMap(({ nik, no_hp_wali, alamat }) => [nik, no_hp_wali, alamat]);
    const kept = [...secrets, MOCK_TOKEN, 'no_hp_wali', 'alamat'];
    expect(kept.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/\\?"nik\\?"/);
  });
});
