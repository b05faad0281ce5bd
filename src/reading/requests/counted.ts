import type { DialogueCost, ToolPrice } from './cost.ts';
import type { Dialogue } from './dialogue.ts';
import type { Turn } from './steps.ts';

/** Tokens as the API of a model counts them. */
export interface Counts {
  /** Of whole requests, by number of turn. */
  readonly turns: ReadonlyMap<number, number>;
  /** Of the definition of a tool, by the server's name: a request with it less the same without it. */
  readonly rents: ReadonlyMap<string, number>;
}

/** The request whose tools are counted one by one: the last that offers any. */
export function rentTurn({ turns }: Dialogue): Turn | undefined {
  return turns.findLast((each) => (each.tools?.tools.length ?? 0) > 0);
}

/** The same cost with what was counted in place of what was estimated; the rest stays an estimate. */
export function withCounts(cost: DialogueCost, { turns, rents }: Counts): DialogueCost {
  const counted = cost.turns.map((each) => {
    const tokens = turns.get(each.turn);
    return tokens === undefined ? each : { ...each, total: { ...each.total, tokens } };
  });
  const tools = cost.tools.map((each) => repriced(each, rents.get(each.tool)));
  return {
    ...cost,
    turns: counted,
    tools: tools.sort((one, other) => other.total.tokens - one.total.tokens),
    total: {
      ...cost.total,
      tokens: counted.reduce((sum, each) => sum + each.total.tokens, 0),
    },
  };
}

function repriced(price: ToolPrice, tokens: number | undefined): ToolPrice {
  if (tokens === undefined) return price;
  const total = { ...price.total, tokens: tokens * price.turns };
  return { ...price, tokens, total, counted: true };
}
