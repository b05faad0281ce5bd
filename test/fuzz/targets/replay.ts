import { readText } from '../../../src/cli/json-text.ts';
import { foldRules } from '../../../src/compare/folds.ts';
import { judgeReplay } from '../../../src/compare/replayed.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { assertPlayable } from '../../../src/replay/as-client/playable.ts';
import { scoreOf } from '../../../src/replay/as-client/score.ts';
import { renderReplayJson } from '../../../src/view/json/replay.ts';
import { renderJunit } from '../../../src/view/reports/junit.ts';
import { replayReport } from '../../../src/view/reports/replay.ts';
import { renderSarif } from '../../../src/view/reports/sarif.ts';
import { renderReplay } from '../../../src/view/terminal/replay.ts';
import { printable } from '../session.ts';
import { conversations, orRefused, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

/** What a client said of any session, as it is played again, and the judgement of a replay that came out the same. */
export const target: FuzzTarget = {
  promise:
    'of any session it is known what its client said and had heard; a replay that is the same is judged the same',
  seeds: conversations,
  words: [
    '«redacted:a:1»',
    'nextCursor',
    'cursor',
    'requestState',
    'inputResponses',
    'progressToken',
  ],
  longest: 4096,
  run: (bytes) => {
    const session = buildSession(recordedFrom(bytes));
    const score = scoreOf(session);
    orRefused(() => assertPlayable(score));
    for (const { heard } of score.lines)
      holds(heard >= 0 && heard <= score.cues.length, 'what was heard are cues');
    const again = buildSession(recordedFrom(bytes));
    const pairs = session.exchanges.flatMap((a, index) => {
      const b = again.exchanges[index];
      return b ? [{ how: 'same' as const, a, b }] : [];
    });
    const report = judgeReplay(session, again, {
      pairs,
      leftOut: new Map(),
      putBack: 0,
      extraIds: new Set(),
      accepts: () => undefined,
      ignore: [],
      folds: foldRules([]),
      readText,
    });
    for (const { verdict } of report.exchanges)
      holds(verdict === 'same', `what is the same is judged the same: ${verdict}`);
    holds(report.others.length === 0, 'nothing else differs');
    printable(
      renderReplay(report, 'a server', { width: 70, colour: 'none', brief: false }),
      'a replay',
    );
    for (const line of renderReplayJson(report, 'a server')) JSON.parse(line);
    const told = replayReport(report, ['breaking'], '0.0.0');
    JSON.parse(renderSarif(told));
    holds([...renderJunit(told)].length > 0, 'there is a report');
  },
};
