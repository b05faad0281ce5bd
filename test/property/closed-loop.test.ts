import { describe, expect, it } from 'vitest';
import { buildSession } from '../../src/protocol/session.ts';
import { closedLoop, linesFrom } from '../support/closed-loop.ts';
import fc from '../support/fast-check.ts';
import { anyPlot, recordingOf } from '../support/session-arbitrary.ts';
import { verifies } from '../support/verifies.ts';
import { compare } from '../unit/compare/support.ts';

describe('a recording played in both directions at once', () => {
  verifies('replay:closed-loop');

  it('gives a recording that means the same', () => {
    fc.assert(
      fc.property(anyPlot, (plot) => {
        const recording = recordingOf(plot);
        const again = closedLoop(recording);
        const { changes } = compare(buildSession(recording), buildSession(again));
        expect(changes.filter(({ tier }) => tier !== 'info')).toEqual([]);
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('has the client say the same bytes in the same order, and the server the same bytes', () => {
    fc.assert(
      fc.property(anyPlot, (plot) => {
        const recording = recordingOf(plot);
        const again = closedLoop(recording);
        expect(linesFrom(again, 'client')).toEqual(linesFrom(recording, 'client'));
        expect(linesFrom(again, 'server').sort()).toEqual(linesFrom(recording, 'server').sort());
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
