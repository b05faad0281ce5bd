import { childrenOf, type JsonNode } from '../../model/json.ts';

/** Levels of a script; what reads it calls itself for each, and nobody writes as many. */
export const DEEPEST = 500;

/** The first value below more levels than that; undefined: there is none. */
export function tooDeep(root: JsonNode): JsonNode | undefined {
  let level: readonly JsonNode[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return level[0];
    level = level.flatMap((node) => childrenOf(node, '').map(([, child]) => child));
  }
  return undefined;
}

/** A token of the YAML library, as far as it holds others. */
interface Token {
  readonly offset?: number;
  readonly value?: unknown;
  readonly items?: readonly { readonly key?: Token | null; readonly value?: Token | undefined }[];
}

/** Where the tokens of a YAML text are nested deeper than that, as an offset; undefined: nowhere. */
export function tooDeepAt(tokens: readonly Token[]): number | undefined {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return level[0]?.offset ?? 0;
    level = level.flatMap(tokensIn);
  }
  return undefined;
}

function tokensIn({ items, value }: Token): readonly Token[] {
  const inItems = (items ?? []).flatMap((item) => [item.key ?? [], item.value ?? []].flat());
  // A document has one token for its value, a scalar a text.
  return typeof value === 'object' && value !== null ? [value as Token, ...inItems] : inItems;
}
