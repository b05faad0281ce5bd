/**
 * The shapes of `sadap model --json`, one object a line: first `model`, then either a `turn` for each
 * request, or with `--cost` a `price` for each thing that is paid for, a `split` and a `total`. Members
 * may be added, never renamed or removed without a major version.
 */
import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import { refKey } from '../../model/session.ts';
import type { DialogueCost, Price, TurnCost } from '../../reading/requests/cost.ts';
import type { Counts } from '../../reading/requests/counted.ts';
import type { Dialogue } from '../../reading/requests/dialogue.ts';
import type { WireSplit } from '../../reading/requests/split.ts';
import type { Turn } from '../../reading/requests/steps.ts';
import { piecesIn, requestJson } from '../../reading/requests/values.ts';

export interface TurnsJson {
  readonly turns: readonly Turn[];
  readonly request: (turn: Turn) => RequestValue;
  /** What the API of the model counted. */
  readonly counts?: Counts | undefined;
}

/** The request of each turn, as the last member of its line; numbers spelled as the host spells them. */
export function* renderTurnsJson(
  dialogue: Dialogue,
  cost: DialogueCost,
  { turns, request, counts }: TurnsJson,
): Generator<string> {
  yield modelLine(dialogue, cost);
  for (const turn of turns) {
    const own = cost.turns[turn.number - 1];
    const body = request(turn);
    const line = JSON.stringify({
      ...turnLine(turn, own),
      ...(counts?.turns.has(turn.number) ? { exactTokens: counts.turns.get(turn.number) } : {}),
      pieces: [...piecesIn(body)].map(pieceOf),
    });
    yield `${line.slice(0, -1)},"request":${requestJson(body)}}`;
  }
}

/** What is paid for, the dearest first of each kind; what became of the wire; the sum. */
export function* renderCostJson(
  dialogue: Dialogue,
  cost: DialogueCost,
  split: WireSplit,
): Generator<string> {
  yield modelLine(dialogue, cost);
  for (const { name, tool, calls, counted, ...price } of cost.tools)
    yield JSON.stringify({
      type: 'price',
      what: 'tool',
      name,
      tool,
      calls,
      ...priceOf(price),
      ...(counted ? { counted } : {}),
    });
  for (const { target, tool, ...price } of cost.results)
    yield JSON.stringify({
      type: 'price',
      what: 'result',
      message: refKey(target),
      ...(tool === undefined ? {} : { tool }),
      ...priceOf(price),
    });
  for (const what of ['instructions', 'calls', 'brought'] as const)
    yield JSON.stringify({ type: 'price', what, ...priceOf(cost[what]) });
  yield JSON.stringify({ type: 'split', ...split });
  yield JSON.stringify({ type: 'total', requests: cost.turns.length, ...cost.total });
}

function modelLine({ session, profile, turns }: Dialogue, { tokenizer }: DialogueCost): string {
  const { header } = session.recording;
  return JSON.stringify({
    type: 'model',
    session: header.session,
    server: header.server.label,
    mode: header.mode,
    host: profile.id,
    verifiedAt: profile.verifiedAt,
    api: profile.api,
    requests: turns.length,
    tokenizer,
  });
}

function turnLine(turn: Turn, cost: TurnCost | undefined) {
  const { number, conversation, at, answer, unsure, tools } = turn;
  const calls = answer.kind === 'calls' ? answer.calls : [];
  return {
    type: 'turn',
    turn: number,
    conversation,
    answeredAt: at === undefined ? null : new Date(Math.floor(at / 1000)).toISOString(),
    tools: tools?.tools.length ?? null,
    answer: answer.kind,
    calls: calls.map(({ id, tool, request, result }) => ({
      id,
      ...(tool === undefined ? {} : { tool }),
      message: refKey(request),
      ...(result.answer ? { result: refKey(result.answer) } : {}),
    })),
    ...(answer.kind === 'search' ? { found: answer.tools.map(({ tool }) => tool) } : {}),
    ...(unsure === undefined ? {} : { unsure }),
    ...(cost ? { cost: costOf(cost) } : {}),
  };
}

function costOf({ instructions, tools, again, fresh, total }: TurnCost) {
  return { instructions, tools, again, fresh, total };
}

/** Where a piece of the request comes from; a string may have several. */
function pieceOf([pointer, { text, origin }]: readonly [string, RequestPiece]) {
  const head = { pointer, length: text.length, origin: origin.kind };
  if (origin.kind !== 'read' && origin.kind !== 'wrote') return head;
  const from = origin.text?.from ?? origin.media?.from;
  return { ...head, message: refKey(origin.target), ...(from === undefined ? {} : { from }) };
}

function priceOf({ bytes, tokens, turns, total }: Price) {
  return { bytes, tokens, turns, totalBytes: total.bytes, totalTokens: total.tokens };
}
