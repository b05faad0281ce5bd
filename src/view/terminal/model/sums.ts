import type { ApiFormat } from '../../../model/profile.ts';
import type { Session } from '../../../model/session.ts';
import type { DialogueCost } from '../../../reading/requests/cost.ts';
import type { Dialogue } from '../../../reading/requests/dialogue.ts';
import type { Palette } from '../colour.ts';
import { escapeText } from '../escape.ts';
import { count, grouped } from '../format.ts';
import { pad } from '../width.ts';
import { wrapWords } from '../words.ts';
import type { ModelViewOptions } from './turns.ts';
import { apiName, percent, refText } from './words.ts';

/** What all requests cost together and for what, what was not counted, and how to see more. */
export function* renderSums(
  { session, profile, turns }: Dialogue,
  cost: DialogueCost,
  { width, counted }: ModelViewOptions,
  palette: Palette,
): Generator<string> {
  const isExact = counted !== undefined || cost.tokenizer.exact;
  const tokens = `${isExact ? '' : 'about '}${count(cost.total.tokens, 'token')} sent`;
  const by = counted === undefined ? '' : ', as the API counted them; the texts, estimated';
  const sent = `${count(turns.length, 'request')}, ${tokens}${by}`;
  const shares = sharesOf(cost, counted === undefined);
  yield* labelled('in all', shares === '' ? sent : `${sent}: ${shares}`, width, palette);
  const beside = sampled(session);
  if (beside !== undefined) yield* labelled('beside', beside, width, palette);
  yield* labelled('tokens', tokenNote(cost, profile.api), width, palette, palette.dim);
  yield* labelled('see also', seeAlso(Math.min(3, turns.length)), width, palette, palette.dim);
}

const LABEL = 9;

/** What was counted has no shares of what was estimated. */
function sharesOf(cost: DialogueCost, hasShares: boolean): string {
  const parts = [
    ['tools', cost.tools.reduce((sum, each) => sum + each.total.tokens, 0)],
    ['results', cost.results.reduce((sum, each) => sum + each.total.tokens, 0)],
    ['instructions', cost.instructions.total.tokens],
    ['calls', cost.calls.total.tokens],
    ['brought by the user', cost.brought.total.tokens],
  ] as const;
  const share = (tokens: number) => (hasShares ? ` (${percent(tokens, cost.total.tokens)})` : '');
  return parts
    .filter(([, tokens]) => tokens > 0)
    .toSorted((one, other) => other[1] - one[1])
    .map(([name, tokens]) => `${name} ${grouped(tokens)}${share(tokens)}`)
    .join(', ');
}

/** A server that asks the model itself does so in requests of their own. */
function sampled({ exchanges }: Session): string | undefined {
  const asked = exchanges.filter(
    ({ request }) =>
      request.from === 'server' && request.message.method === 'sampling/createMessage',
  );
  if (asked.length === 0) return undefined;
  const refs = asked.map(({ request }) => refText(request)).join(', ');
  return `${count(asked.length, 'request')} of the server to the model (sampling), not among these: ${refs}`;
}

function tokenNote({ tokenizer }: DialogueCost, api: ApiFormat): string {
  return `of the texts alone, by ${escapeText(tokenizer.name)}; not counted: the host’s own instructions and tools, tools of other servers, words of the user and of the model, images, and what ${apiName(api)} adds`;
}

function seeAlso(turn: number): string {
  return `--turn ${turn} for one request, --cost for what each part costs, --turn ${turn} --as request for a body to send`;
}

/** A label and words beside it; on a narrow screen below it. */
function* labelled(
  label: string,
  text: string,
  width: number,
  palette: Palette,
  paint: (text: string) => string = (each) => each,
): Generator<string> {
  const isNarrow = width < 40;
  const lines = wrapWords(text, isNarrow ? width : Math.min(width, 120) - LABEL);
  if (isNarrow) yield palette.strong(label);
  for (const [index, line] of lines.entries()) {
    const start = index === 0 ? palette.strong(pad(label, LABEL)) : ' '.repeat(LABEL);
    yield isNarrow ? paint(line) : start + paint(line);
  }
}
