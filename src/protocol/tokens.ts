import { rpcId } from '../model/ids.ts';
import { at, type JsonNode } from '../model/json.ts';
import type { Draft } from './draft.ts';

/**
 * Requests by the progress token they carry in `params._meta.progressToken` (MCP "Progress"). Tokens
 * are typed like ids: 1 is not "1".
 */
export class TokenIndex {
  readonly #byToken = new Map<string, { readonly open: Set<Draft>; readonly last: Draft }>();

  add(draft: Draft): void {
    const key = tokenKey(tokenOf(draft));
    if (key === undefined) return;
    const entry = this.#byToken.get(key);
    this.#byToken.set(key, { open: (entry?.open ?? new Set<Draft>()).add(draft), last: draft });
  }

  settle(draft: Draft): void {
    const key = tokenKey(tokenOf(draft));
    if (key !== undefined) this.#byToken.get(key)?.open.delete(draft);
  }

  /**
   * The request that a token means: the open one that carries it, else the newest. Undefined when
   * nobody sent it, or when several open requests carry the same one.
   */
  find(token: JsonNode | undefined): Draft | undefined {
    const key = tokenKey(token);
    const entry = key === undefined ? undefined : this.#byToken.get(key);
    if (!entry || entry.open.size > 1) return undefined;
    const [open] = entry.open;
    return open ?? entry.last;
  }

  clear(): void {
    this.#byToken.clear();
  }
}

function tokenOf(draft: Draft): JsonNode | undefined {
  return at(draft.request.message.params, '_meta', 'progressToken');
}

function tokenKey(token: JsonNode | undefined): string | undefined {
  const id = rpcId(token);
  return id?.kind === 'null' ? undefined : id?.key;
}
