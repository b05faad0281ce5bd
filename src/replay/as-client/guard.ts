import { LIST_KINDS, listingsOf } from '../../compare/listings.ts';
import { at, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Message } from '../../model/message.ts';
import type { Session } from '../../model/session.ts';
import { revisionsWith } from '../../protocol/revisions.ts';

/**
 * Decides which requests may change something, and so are not repeated unless somebody asked for it.
 * A tool says by its annotations that calling it again is harmless (MCP 2025-11-25, `ToolAnnotations`);
 * without them it may do anything. The list of today counts before the recorded one: a server that takes
 * a hint back knows why.
 */
export class Guard {
  readonly #recorded: ReadonlyMap<string, JsonNode>;
  readonly #today = new Map<string, JsonNode>();

  constructor(session: Session) {
    const kind = LIST_KINDS.filter(({ what }) => what === 'tool');
    const listed = kind.flatMap((each) => listingsOf(session, each)).flat();
    this.#recorded = new Map(listed.map(({ name, node }) => [name, node]));
  }

  /** Takes in a result of `tools/list`. */
  learn(result: JsonNode): void {
    const tools = member(result, 'tools');
    for (const tool of tools?.kind === 'array' ? tools.items : []) {
      const name = stringMember(tool, 'name');
      if (name !== undefined) this.#today.set(name, tool);
    }
  }

  /** Why this message may change something; undefined when it cannot, as far as the server says. */
  objection(message: Message): string | undefined {
    if (message.kind !== 'request') return undefined;
    const { method, params } = message;
    if (method !== 'tools/call') {
      if (revisionsWith(method, 'client').length > 0) return undefined;
      return `${method} is no method of MCP, so nobody knows what it changes`;
    }
    const name = stringMember(params, 'name') ?? '';
    const tool = this.#today.get(name) ?? this.#recorded.get(name);
    if (!tool) return 'no list says what the tool does';
    return isHarmless(tool) ? undefined : 'the tool does not say that it only reads';
  }
}

/** Idempotent is not enough for a tool that says it destroys: the world may have changed since. */
function isHarmless(tool: JsonNode): boolean {
  if (hint(tool, 'readOnlyHint') === true) return true;
  return hint(tool, 'idempotentHint') === true && hint(tool, 'destructiveHint') !== true;
}

function hint(tool: JsonNode, name: string): boolean | undefined {
  const found = at(tool, 'annotations', name);
  return found?.kind === 'literal' && found.value !== null ? found.value : undefined;
}
