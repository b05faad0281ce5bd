import { describe, expect, it } from 'vitest';
import { readText } from '../../src/cli/json-text.ts';
import type { Recording } from '../../src/model/recording.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { profileIds, profileOf } from '../../src/reading/profiles.ts';
import { findSensitive } from '../../src/reading/sensitive/find.ts';
import { reachOf } from '../../src/reading/sensitive/reach.ts';
import { readWishes } from '../../src/reading/sensitive/wishes.ts';
import { renderSensitive, renderSensitiveHosts } from '../../src/view/terminal/sensitive.ts';
import { widthOf } from '../../src/view/terminal/width.ts';
import { conversation } from '../support/conversation.ts';
import { expectGolden } from '../support/golden.ts';
import { sample, sampleNames } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';
import { call } from '../unit/view/support.ts';

/** A day on which the profile was verified. */
const now = Date.UTC(2026, 10, 30, 12) * 1000;
const asrama = sampleNames.filter((name) => name.startsWith('asrama-'));

function reach(recording: Recording, list: string, host?: string) {
  const session = buildSession(recording);
  const found = findSensitive(session, readWishes([list]), readText);
  return { session, report: reachOf(found, session, profileOf(host)) };
}

describe('the asrama recordings', () => {
  verifies('sensitive/asrama');

  it.each(asrama)('%s: the filter works, and the guardian’s name passes it', (name) => {
    for (const host of ['claude-messages', 'codex-cli', 'gemini-cli']) {
      const { report } = reach(sample(name), 'nik,no_hp_wali,alamat,nama_wali', host);
      expect(report.wishes.map((each) => [each.wish.text, each.reach, each.places.length])).toEqual([
        ['nik', undefined, 0],
        ['no_hp_wali', undefined, 0],
        ['alamat', undefined, 0],
        ['nama_wali', 'model', 3],
      ]);
    }
  });

  it('are four', () => {
    expect(asrama).toHaveLength(4);
  });

  it.each([40, 80, 100, 200])('look like this in %i columns', (width) => {
    const { session, report } = reach(
      sample('asrama-sdk-v1'),
      'nik,no_hp_wali,alamat,nama_wali,*_wali,tanggal,pattern:phone',
    );
    const lines = [...renderSensitive(report, session, { width, colour: 'none', now })];
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expectGolden(`sensitive/asrama-${width}`, `${lines.join('\n')}\n`);
  });
});

describe('all reaches', () => {
  const recording = conversation({ label: 'asrama' })
    .initialized('2025-06-18', { instructions: 'alamat: Jl. Melati 7' })
    .stderr('INFO nik: 3171234101120003')
    .client(call(1, 'detail_anak', { id_anak: 'A001' }))
    .server({
      jsonrpc: '2.0',
      id: 1,
      result: {
        content: [
          { type: 'text', text: 'Wali: Slamet Riyadi' },
          { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
        ],
        structuredContent: { nik: '3171234101120003', nama_wali: 'Slamet Riyadi', nisn: '1' },
        _meta: { 'siti@example.org': true },
      },
    })
    .recording();

  it('have their words', () => {
    const list = 'nik,nama_wali,alamat,nisn,pattern:email,foto';
    const { session, report } = reach(recording, list);
    const lines = [...renderSensitive(report, session, { width: 100, colour: 'none', now })];
    expectGolden('sensitive/reaches-100', `${lines.join('\n')}\n`);
    expect(lines.join('\n')).not.toMatch(/3171234101120003|Slamet|siti@/);
  });

  it('are told host by host', () => {
    const session = buildSession(recording);
    const found = findSensitive(session, readWishes(['nik,foto']), readText);
    const reports = profileIds().map((id) => reachOf(found, session, profileOf(id)));
    const lines = [...renderSensitiveHosts(reports, { width: 80, colour: 'none' })];
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
    const row = (word: string) => lines.find((line) => line.startsWith(`  ${word}`));
    expect(row('model')).toContain('codex-cli');
    expect(lines.filter((line) => line.startsWith('  nowhere'))).toHaveLength(1);
  });
});
