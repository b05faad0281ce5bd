import { groupBy, maxOf } from '../../model/lists.ts';
import type { MessageRef } from '../../model/message.ts';
import type { Tokenizer } from '../../model/reading.ts';
import type { Amount } from '../cost.ts';
import type { Dialogue } from './dialogue.ts';
import { type Measure, measurer, minus, NOTHING, plus, sum } from './measure.ts';
import type { Step, Turn } from './steps.ts';
import { readIn, textsIn, textsOfStep } from './texts.ts';

/** What the request of one turn costs. Placeholders cost nothing: nobody knows how long they are. */
export interface TurnCost {
  readonly turn: number;
  readonly instructions: Amount;
  /** Definitions of tools. */
  readonly tools: Amount;
  /** What the turn before has sent already. */
  readonly again: Amount;
  /** What is new: results, messages of the user, and the calls that the model wrote. */
  readonly fresh: Amount;
  readonly total: Amount;
}

/** Something that is sent in several turns. */
export interface Price extends Amount {
  /** Number of requests that hold it. */
  readonly turns: number;
  /** What it costs in all of them. */
  readonly total: Amount;
}

/** The rent of a tool: its definition is in every request while it is offered. */
export interface ToolPrice extends Price {
  /** Name by which the model knows it. */
  readonly name: string;
  /** As the server names it. */
  readonly tool: string;
  readonly calls: number;
  /** By the API of the model, not by the tokenizer. */
  readonly counted?: true;
}

/** The price of a result: it is sent again in every later turn. */
export interface ResultPrice extends Price {
  readonly target: MessageRef;
  /** As the server names it; undefined when the call named none. */
  readonly tool: string | undefined;
}

/** What a session costs, request by request. Tokens of texts alone, without what the API adds. */
export interface DialogueCost {
  readonly tokenizer: { readonly name: string; readonly exact: boolean };
  readonly turns: readonly TurnCost[];
  /** The dearest first. */
  readonly tools: readonly ToolPrice[];
  readonly results: readonly ResultPrice[];
  readonly instructions: Price;
  /** Names and arguments that the model wrote, which are sent back to it. */
  readonly calls: Price;
  /** What the user brought: prompts and resources. */
  readonly brought: Price;
  readonly total: Amount;
}

/** What the requests of a dialogue cost, and for what. */
export function dialogueCost({ turns }: Dialogue, tokenizer: Tokenizer): DialogueCost {
  const measure = measurer(tokenizer);
  const sums = new Map<readonly Step[], readonly Amount[]>();
  for (const { history } of turns)
    if (!sums.has(history)) sums.set(history, running(history, measure));
  const costs = turns.map((turn, index): TurnCost => {
    const before = turns[index - 1];
    const upTo = sums.get(turn.history) ?? [];
    const all = upTo[turn.length] ?? NOTHING;
    const again = (before?.history === turn.history && upTo[before.length]) || NOTHING;
    const instructions = measure(turn.instructions ? [turn.instructions.text] : []);
    const tools = measure((turn.tools?.tools ?? []).flatMap((each) => textsIn(each, turn.found)));
    const fresh = minus(all, again);
    const total = sum([instructions, tools, all]);
    return { turn: turn.number, instructions, tools, again, fresh, total };
  });
  const total = sum(costs.map((each) => each.total));
  return {
    tokenizer: { name: tokenizer.name, exact: tokenizer.exact },
    turns: costs,
    tools: toolPrices(turns, measure),
    results: resultPrices(turns, measure),
    instructions: together(costs.map((each) => each.instructions)),
    calls: stepsPrice(turns, 'calls', measure),
    brought: stepsPrice(turns, 'said', measure),
    total,
  };
}

/** What the first n steps cost, for each n. */
function running(steps: readonly Step[], measure: Measure): Amount[] {
  const sums = [NOTHING];
  for (const step of steps) sums.push(plus(sums.at(-1) ?? NOTHING, measure(textsOfStep(step))));
  return sums;
}

function toolPrices(turns: readonly Turn[], measure: Measure): ToolPrice[] {
  const rents = new Map<string, { name: string; costs: Amount[] }>();
  const calls = new Map<string | undefined, number>();
  for (const turn of turns) {
    for (const tool of turn.tools?.tools ?? []) {
      const name = tool.name.kind === 'text' ? tool.name.text.text : tool.tool;
      const known = rents.get(tool.tool) ?? { name, costs: [] };
      known.costs.push(measure(textsIn(tool, turn.found)));
      rents.set(tool.tool, known);
    }
    if (turn.answer.kind === 'calls')
      for (const { tool } of turn.answer.calls) calls.set(tool, (calls.get(tool) ?? 0) + 1);
  }
  const prices = [...rents].map(([tool, { name, costs }]) => ({
    name,
    tool,
    calls: calls.get(tool) ?? 0,
    ...together(costs),
  }));
  return prices.sort(dearestFirst);
}

function resultPrices(turns: readonly Turn[], measure: Measure): ResultPrice[] {
  const prices = sentSteps(turns).flatMap(([step, times]) => {
    if (step.kind !== 'results') return [];
    return step.calls.map(({ tool, request, result }): ResultPrice => {
      const { seq, index } = result.answer ?? request;
      return { target: { seq, index }, tool, ...repeated(measure(readIn(result)), times) };
    });
  });
  return prices.sort(dearestFirst);
}

/** All steps of a kind, in all requests that hold them. */
function stepsPrice(turns: readonly Turn[], kind: Step['kind'], measure: Measure): Price {
  const prices = sentSteps(turns).flatMap(([step, times]) =>
    step.kind === kind ? [repeated(measure(textsOfStep(step)), times)] : [],
  );
  return {
    ...sum(prices),
    turns: maxOf(
      prices.map((each) => (each.bytes > 0 ? each.turns : 0)),
      0,
    ),
    total: sum(prices.map((each) => each.total)),
  };
}

/** Every step of every conversation, and how many requests hold it. */
function sentSteps(turns: readonly Turn[]): (readonly [Step, number])[] {
  const found: (readonly [Step, number])[] = [];
  for (const [history, own] of groupBy(turns, (turn) => turn.history)) {
    let before = 0;
    for (const [index, step] of history.entries()) {
      // Requests grow, so those without this step come first.
      while (before < own.length && (own[before]?.length ?? 0) <= index) before++;
      found.push([step, own.length - before]);
    }
  }
  return found;
}

function repeated(once: Amount, turns: number): Price {
  const total = { bytes: once.bytes * turns, tokens: once.tokens * turns };
  return { ...once, turns, total };
}

/** The same thing turn after turn, as it was last. */
function together(costs: readonly Amount[]): Price {
  const last = costs.findLast((each) => each.bytes > 0) ?? NOTHING;
  return { ...last, turns: costs.filter((each) => each.bytes > 0).length, total: sum(costs) };
}

function dearestFirst(one: Price, other: Price): number {
  return other.total.tokens - one.total.tokens || other.total.bytes - one.total.bytes;
}
