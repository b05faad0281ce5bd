import { type JsonText, objectText } from './json-text.ts';
import type { Answers, CannedAnswer } from './script/types.ts';

/** What a client must declare before a server may ask it (MCP, "Capability negotiation"). */
const CAPABILITY: Readonly<Record<string, string>> = {
  'roots/list': 'roots',
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
};

/** Exactly the capabilities that the canned answers can serve. */
export function capabilitiesFor(answers: Answers): JsonText {
  const able = Object.entries(CAPABILITY).filter(([method]) => answers.has(method));
  return objectText(able.map(([, capability]) => [capability, '{}'] as const));
}

/** Hands out the canned answers of a session: each list in turn, its last one again and again. */
export class AnswerBook {
  readonly #answers: Answers;
  readonly #used = new Map<string, number>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** The next answer to this method; undefined when the script has none. `ping` always has one. */
  next(method: string): CannedAnswer | undefined {
    const canned = this.#answers.get(method);
    if (!canned) return method === 'ping' ? { kind: 'result', text: '{}' } : undefined;
    const turn = this.#used.get(method) ?? 0;
    this.#used.set(method, turn + 1);
    return canned[Math.min(turn, canned.length - 1)];
  }
}

/** The answer to a request that nobody prepared for (JSON-RPC 2.0, section 5.1). */
export const METHOD_NOT_FOUND: CannedAnswer = {
  kind: 'error',
  text: '{"code":-32601,"message":"Method not found"}',
};
