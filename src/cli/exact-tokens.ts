import { type CountApi, countApiOf } from '../counting/apis.ts';
import { countTokens } from '../counting/count.ts';
import { SadapError } from '../errors.ts';
import { type Counts, rentTurn } from '../reading/requests/counted.ts';
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
 * The tokens of these requests as the API of the model counts them, when `--exact-tokens` asks for it;
 * with `--cost` also the rent of each tool. Says what would be sent and to whom, and sends nothing
 * without a yes on the terminal or `--yes`. Undefined: not asked for, or not needed. Throws `usage` for
 * a missing key, model or consent.
 */
export async function exactTokens(
  dialogue: Dialogue,
  turns: readonly Turn[],
  options: Options,
): Promise<Counts | undefined> {
  if (options['exactTokens'] !== true) return undefined;
  const { api: format } = dialogue.profile;
  const api = countApiOf(format, process.env);
  if (!api) {
    tell(`nothing is sent: tokens of ${apiName(format)} are counted here`);
    return undefined;
  }
  const model = modelFor(api, options);
  const asked = [
    ...turns.map((turn): Asked => ({ turn })),
    ...(options['cost'] === true ? withoutEach(rentTurn(dialogue)) : []),
  ];
  const bodies = asked.map(({ turn, without }) =>
    countBody(
      requestOf(dialogue, turn, {
        model,
        sendable: true,
        ...(without === undefined ? {} : { without }),
      }),
    ),
  );
  await consent(api, model, bodies, options);
  return countsOf(asked, await allOf(bodies, api, model));
}

/** A request to be counted, whole or without one of its tools. */
interface Asked {
  readonly turn: Turn;
  readonly without?: string;
}

function modelFor(api: CountApi, options: Options): string {
  if (api.key === undefined || api.key === '')
    throw new SadapError('usage', `--exact-tokens needs a key in ${api.keyName}`, {
      hint: 'without --exact-tokens the tokens are estimated here, and nothing is sent',
    });
  const model = textOption(options, 'model');
  if (model !== undefined) return model;
  throw new SadapError('usage', '--exact-tokens needs the name of a model', {
    hint: 'models count differently: --model NAME',
  });
}

function withoutEach(turn: Turn | undefined): Asked[] {
  const tools = turn?.tools?.tools ?? [];
  return turn ? tools.map(({ tool }) => ({ turn, without: tool })) : [];
}

/** Throws `usage` without a yes. */
async function consent(
  api: CountApi,
  model: string,
  bodies: readonly string[],
  options: Options,
): Promise<void> {
  const size = bodies.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  const what = `${count(bodies.length, 'request')} with ${bytes(size)} of this recording`;
  const where = `would go to ${api.base.origin}, to be counted for ${model}`;
  tell(`${what} (tools, arguments, results, instructions) ${where}`);
  if (options['yes'] === true) return;
  const answer = await confirmed('Send it?');
  if (answer === true) return;
  if (answer === false) throw new SadapError('usage', 'nothing was sent');
  throw new SadapError('usage', 'nothing was sent: nobody is there to be asked', {
    hint: 'add --yes to send it without a question',
  });
}

/** One after the other: such APIs limit how many may come at once. */
async function allOf(bodies: readonly string[], api: CountApi, model: string): Promise<number[]> {
  const counts: number[] = [];
  for (const body of bodies) counts.push(await countTokens(api, { model, body }));
  return counts;
}

function countsOf(asked: readonly Asked[], tokens: readonly number[]): Counts {
  const turns = new Map<number, number>();
  const rents = new Map<string, number>();
  for (const [index, { turn, without }] of asked.entries()) {
    const found = tokens[index] ?? 0;
    if (without === undefined) turns.set(turn.number, found);
    else rents.set(without, (turns.get(turn.number) ?? found) - found);
  }
  return { turns, rents };
}
