import { EXIT, SadapError } from '../../errors.ts';
import type { ApiFormat, Profile } from '../../model/profile.ts';
import { buildSession } from '../../protocol/session.ts';
import { dialogueCost } from '../../reading/requests/cost.ts';
import { withCounts } from '../../reading/requests/counted.ts';
import { type Dialogue, dialogueOf } from '../../reading/requests/dialogue.ts';
import { requestOf } from '../../reading/requests/index.ts';
import { wireSplit } from '../../reading/requests/split.ts';
import type { Turn } from '../../reading/requests/steps.ts';
import { requestJson } from '../../reading/requests/values.ts';
import { loadTokenizer } from '../../reading/tokens.ts';
import { renderCostJson, renderTurnsJson } from '../../view/json/model.ts';
import { renderCost } from '../../view/terminal/model/cost.ts';
import { renderRequest } from '../../view/terminal/model/request.ts';
import { renderTurns } from '../../view/terminal/model/turns.ts';
import { tellDamage } from '../damage.ts';
import { exactTokens } from '../exact-tokens.ts';
import { looks, printLines } from '../output.ts';
import { chosenProfile } from '../profile.ts';
import type { Options, Run } from '../program.ts';
import { openSource } from '../source.ts';
import { textOption, wholeNumber } from '../values.ts';

/** `sadap model`: the requests that a host sends to its model, and what they cost. */
export const run: Run = async ({ operands, options }) => {
  const profile = inFormat(chosenProfile(options), textOption(options, 'api'));
  const recording = await openSource(operands, options);
  tellDamage(recording, 'requests to the model may lack what was in them');
  const dialogue = dialogueOf(buildSession(recording), profile);
  const chosen = chosenTurn(dialogue, textOption(options, 'turn'));
  if (chosen && options['cost'] === true)
    throw new SadapError('usage', '--cost is about all requests, --turn about one: leave one out');
  if (options['as'] === 'request') {
    const model = textOption(options, 'model');
    const turn = chosen ?? dialogue.turns.at(-1);
    if (turn) await printLines([requestJson(requestOf(dialogue, turn, { model, sendable: true }))]);
    return EXIT.ok;
  }
  await printLines(await linesOf(dialogue, chosen, options));
  return EXIT.ok;
};

async function linesOf(dialogue: Dialogue, chosen: Turn | undefined, options: Options) {
  const tokenizer = await loadTokenizer(dialogue.profile.api);
  const turns = chosen ? [chosen] : dialogue.turns;
  const counts = await exactTokens(dialogue, turns, options);
  const estimated = dialogueCost(dialogue, tokenizer);
  const cost = counts ? withCounts(estimated, counts) : estimated;
  const isJson = options['json'] === true;
  const style = { ...looks(options), now: Date.now() * 1000, counted: counts };
  if (options['cost'] === true) {
    const split = wireSplit(dialogue.session, dialogue.profile, tokenizer);
    return isJson
      ? renderCostJson(dialogue, cost, split)
      : renderCost(dialogue, cost, split, style);
  }
  const request = (turn: Turn) =>
    requestOf(dialogue, turn, { model: textOption(options, 'model') });
  if (isJson) return renderTurnsJson(dialogue, cost, { turns, request, counts });
  const own = chosen && cost.turns[chosen.number - 1];
  if (!chosen || !own) return renderTurns(dialogue, cost, style);
  const full = options['full'] === true;
  return renderRequest(dialogue, chosen, request(chosen), own, { ...style, full });
}

/** Throws `usage` for a number that no turn has. */
function chosenTurn({ turns }: Dialogue, text: string | undefined): Turn | undefined {
  return text === undefined ? undefined : turns[wholeNumber('--turn', text, 1, turns.length) - 1];
}

/** A host that speaks several APIs, or one that nobody knows, in the form that was asked for. */
function inFormat(profile: Profile, text: string | undefined): Profile {
  const api = FORMATS.find((each) => each === text);
  if (text === undefined || api === undefined || api === profile.api) return profile;
  if (profile.api === 'unknown') return { ...profile, api };
  const variants = profile.variants.map(({ id }) => `${profile.id}:${id}`);
  throw new SadapError('usage', `the rules of ${profile.id} hold for ${profile.api} alone`, {
    hint: variants.length === 0 ? 'leave --api out' : `variants: --host ${variants.join(', ')}`,
  });
}

const FORMATS: readonly ApiFormat[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];
