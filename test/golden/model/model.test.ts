import { describe, it } from 'vitest';
import { buildSession } from '../../../src/protocol/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { dialogueCost } from '../../../src/reading/requests/cost.ts';
import { dialogueOf } from '../../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../../src/reading/requests/index.ts';
import { wireSplit } from '../../../src/reading/requests/split.ts';
import { loadTokenizer } from '../../../src/reading/tokens.ts';
import { renderCost } from '../../../src/view/terminal/model/cost.ts';
import { renderRequest } from '../../../src/view/terminal/model/request.ts';
import { renderTurns } from '../../../src/view/terminal/model/turns.ts';
import { expectGolden } from '../../support/golden.ts';
import { sample } from '../../support/samples.ts';
import { verifies } from '../../support/verifies.ts';

const tokenizer = await loadTokenizer('anthropic');

/** Rules that are read from documents, so that they do not change with each measurement. */
const views = [
  ['asrama-sdk-v1', 'claude-messages', 100, 'none'],
  ['asrama-sdk-v1', 'claude-messages', 80, 'basic'],
  ['everything', 'claude-code', 80, 'none'],
  ['everything', 'claude-code', 200, 'none'],
  ['memory', 'claude-messages', 40, 'none'],
] as const;

describe.each(views)('the requests of %s by %s at %i columns, colour %s', (name, host, width, colour) => {
  const dialogue = dialogueOf(buildSession(sample(name)), profileOf(host));
  const cost = dialogueCost(dialogue, tokenizer);
  const now = Date.UTC(2026, 11, 1) * 1000;
  const options = { width, colour, now };
  const golden = (part: string, lines: Iterable<string>) =>
    expectGolden(`model/${name}-${width}-${colour}-${part}`, `${[...lines].join('\n')}\n`);

  it('as a list', () => {
    verifies('model/looks');
    golden('turns', renderTurns(dialogue, cost, options));
  });

  it('one of them', () => {
    verifies('model/looks');
    const turn = dialogue.turns[3];
    const own = cost.turns[3];
    if (!turn || !own) throw new Error('there are more than three');
    const lines = renderRequest(dialogue, turn, requestOf(dialogue, turn), own, { ...options, full: false });
    golden('turn', lines);
  });

  it('with what they cost', () => {
    verifies('model/looks');
    golden('cost', renderCost(dialogue, cost, wireSplit(dialogue.session, dialogue.profile, tokenizer), options));
  });
});
