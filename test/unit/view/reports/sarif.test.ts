import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/view/reports/report.ts';
import { renderSarif } from '../../../../src/view/reports/sarif.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';
import { sample } from './sample.ts';
import { essentials } from './sarif-essentials.ts';

const isSarif = new Ajv({ strict: true, allowUnionTypes: true }).compile(essentials);

function logOf(report: Report) {
  const log: unknown = JSON.parse(renderSarif(report));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  // The schema has just said so.
  return log as { runs: [{ results: object[]; tool: { driver: { rules: object[] } } }] };
}

describe('a report as SARIF', () => {
  verifies('view:sarif');

  it('has a result for each finding, with rule, level, place and fingerprint', () => {
    const [run] = logOf(sample).runs;
    expect(run.results).toMatchObject([
      {
        ruleId: 'framing/stray-output',
        ruleIndex: 0,
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'runs/r%C3%A4um%201/a%3Ab.ndjson' },
              region: { startLine: 4, byteOffset: 310 },
            },
            logicalLocations: [{ fullyQualifiedName: '#2 offset 0' }],
          },
        ],
        relatedLocations: [{ id: 1, physicalLocation: { region: { startLine: 9 } } }],
        partialFingerprints: { 'sadap/v1': expect.stringMatching(/^[\da-f]{32}$/) },
      },
      {
        ruleId: 'framing/crlf',
        ruleIndex: 1,
        level: 'note',
        locations: [],
        suppressions: [{ kind: 'external', justification: 'a "known" proxy' }],
      },
    ]);
  });

  it('lets no text of a server become a link', () => {
    const [run] = logOf(sample).runs;
    expect(JSON.stringify(run.results)).not.toContain('](');
  });

  it('names standard input and absolute paths as addresses', () => {
    const place = (file: string) => {
      const result = { rule: 'x', level: 'note', message: 'm', fails: false } as const;
      const cases = [{ name: 'x', results: [{ ...result, places: [{ file }] }] }];
      return JSON.stringify(logOf({ version: '1.0.0', rules: [], suites: [{ name: 's', cases }] }));
    };
    expect(place('-')).toContain('"uri":"stdin:"');
    expect(place('/tmp/a b.ndjson')).toContain('"uri":"file:///tmp/a%20b.ndjson"');
  });

  it('is valid whatever a message holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (message, inside) => {
        const result = { rule: 'x', level: 'warning', message, fails: true } as const;
        const places = [{ file: 'a', inside }];
        const cases = [{ name: 'x', results: [{ ...result, places }] }];
        logOf({ version: '1.0.0', rules: [], suites: [{ name: 's', cases }] });
      }),
    );
  });
});
