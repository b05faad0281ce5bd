import { countApiOf } from '../counting/apis.ts';
import { countTokens } from '../counting/count.ts';
import { SadapError } from '../errors.ts';
import type { Dialogue } from '../reading/requests/dialogue.ts';
import { requestOf } from '../reading/requests/index.ts';
import type { Turn } from '../reading/requests/steps.ts';
import { countBody } from '../reading/requests/values.ts';
import { bytes, count } from '../view/terminal/format.ts';
import { apiName } from '../view/terminal/model/words.ts';
import { confirmed } from './confirm.ts';
import type { Options } from './program.ts';
import { tell } from './tell.ts';
import { textOption } from './values.ts';

/**
 * The tokens of each request as the API of the model counts them, when `--exact-tokens` asks for it.
 * Says what would be sent and to whom, and sends nothing without a yes on the terminal or `--yes`.
 * Undefined: not asked for, or not needed. Throws `usage` for a missing key, model or consent.
 */
export async function exactTokens(
  dialogue: Dialogue,
  turns: readonly Turn[],
  options: Options,
): Promise<ReadonlyMap<number, number> | undefined> {
  if (options['exactTokens'] !== true) return undefined;
  const { api: format } = dialogue.profile;
  const api = countApiOf(format, process.env);
  if (!api) {
    tell(`nothing is sent: tokens of ${apiName(format)} are counted here`);
    return undefined;
  }
  const model = textOption(options, 'model');
  if (api.key === undefined || api.key === '')
    throw new SadapError('usage', `--exact-tokens needs a key in ${api.keyName}`, {
      hint: 'without --exact-tokens the tokens are estimated here, and nothing is sent',
    });
  if (model === undefined)
    throw new SadapError('usage', '--exact-tokens needs the name of a model', {
      hint: 'models count differently: --model NAME',
    });
  const bodies = turns.map((turn) =>
    countBody(requestOf(dialogue, turn, { model, sendable: true })),
  );
  const size = bodies.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  await consent(
    `${count(turns.length, 'request')} with ${bytes(size)} of this recording (tools, arguments, results, instructions) would go to ${new URL(api.base).origin}, to be counted for ${model}`,
    options,
  );
  const counts = new Map<number, number>();
  for (const [index, body] of bodies.entries()) {
    const turn = turns[index];
    if (turn) counts.set(turn.number, await countTokens(api, { model, body }));
  }
  return counts;
}

/** Throws `usage` without a yes. */
async function consent(what: string, options: Options): Promise<void> {
  tell(what);
  if (options['yes'] === true) return;
  const answer = await confirmed('Send it?');
  if (answer === true) return;
  if (answer === false) throw new SadapError('usage', 'nothing was sent');
  throw new SadapError('usage', 'nothing was sent: nobody is there to be asked', {
    hint: 'add --yes to send it without a question',
  });
}
