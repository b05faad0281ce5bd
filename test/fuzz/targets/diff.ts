import { readText } from '../../../src/cli/json-text.ts';
import { foldRules } from '../../../src/compare/folds.ts';
import { compareReadings } from '../../../src/compare/readings/compare.ts';
import type { ReadingSide } from '../../../src/compare/readings/side.ts';
import { compareSessions } from '../../../src/compare/sessions.ts';
import type { Session } from '../../../src/model/session.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { fateAt } from '../../../src/reading/fate-at.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { renderDiffJson } from '../../../src/view/json/diff.ts';
import { renderDiffMarkdown } from '../../../src/view/markdown/diff.ts';
import { renderDiff } from '../../../src/view/terminal/diff.ts';
import { countTokens, printable, reader } from '../session.ts';
import { conversations, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

const folded = { ignore: [], folds: foldRules([]), readText };
const CUT = Buffer.from('\n---\n');

/** Two sessions with a line `---` between, or one against itself. */
export const target: FuzzTarget = {
  promise:
    'any two sessions can be compared; a session does not differ from itself, nor from A to B in another number than from B to A',
  seeds: conversations.flatMap((text, index) => [
    text,
    `${text}\n---\n${conversations[index ^ 1]}`,
  ]),
  longest: 6000,
  run: (bytes) => {
    const cut = bytes.indexOf(CUT);
    const [a, b] =
      cut === -1 ? [bytes, bytes] : [bytes.subarray(0, cut), bytes.subarray(cut + CUT.length)];
    const [old, now] = [a, b].map((each) => buildSession(recordedFrom(each)));
    if (!old || !now) return;
    for (const options of [folded, { ignore: [], folds: [], readText }]) {
      holds(compareSessions(old, old, options).changes.length === 0, 'a session is as itself');
      const there = compareSessions(old, now, options);
      const back = compareSessions(now, old, options);
      const places = there.changes.map(({ tier }) => tier);
      holds(
        places.length === back.changes.length,
        'as many differences from A to B as from B to A',
      );
      printable(renderDiff(there, { width: 60, colour: 'none' }), 'a diff');
      for (const line of renderDiffJson(there)) JSON.parse(line);
      for (const line of renderDiffMarkdown(there)) holds(line.length > -1, 'a line');
    }
    const [one, other] = [side(old), side(now)];
    holds(
      compareReadings(one, one, folded).changes.length === 0,
      'models read the same of the same',
    );
    compareReadings(one, other, folded);
  },
};

function side(session: Session): ReadingSide {
  const profile = profileOf();
  const reading = reader(session, profile);
  return {
    session,
    host: profile.title,
    reading,
    fate: (located, pointer) => fateAt(reading(located).fates, pointer),
    tokens: countTokens,
  };
}
