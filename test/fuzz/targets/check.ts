import { isAtLeast } from '../../../src/check/checked.ts';
import { checkSession, RULE_FAILED, rules } from '../../../src/check/registry.ts';
import { ajvChecker } from '../../../src/check/schemas/ajv.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { conversations, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

const schemas = ajvChecker();
const ids = new Set(rules.map(({ id }) => id));

/** The check of sessions: every rule gets through, and what it finds is there. */
export const target: FuzzTarget = {
  promise:
    'no rule fails on any session; each finding is of a rule and names a place that is there',
  seeds: conversations,
  longest: 4096,
  run: (bytes) => {
    const recording = recordedFrom(bytes);
    const session = buildSession(recording);
    const findings = checkSession(session, { schemas });
    const places = new Map(
      recording.items.map((item) =>
        item.type === 'frame' ? [item.frame.seq, item.frame.bytes.length] : [item.seq, Infinity],
      ),
    );
    for (const { rule, title, places: found, severity } of findings) {
      holds(rule !== RULE_FAILED, `no rule fails: ${title}`);
      holds(ids.has(rule), `a finding is of a rule: ${rule}`);
      holds(isAtLeast(severity, 'note'), 'a finding is as bad as a note');
      for (const { seq, offset } of found) {
        const size = places.get(seq);
        holds(size !== undefined, `a place is there: ${rule} at ${seq}`);
        holds(offset === undefined || offset <= size, `an offset is in its frame: ${rule}`);
      }
    }
  },
};
