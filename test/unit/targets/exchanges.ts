import { type Conversation, MODERN_META } from './conversation.ts';
import { ORIGINAL, type OriginalExchange } from './original.ts';

/** Answers by the name of the exchange (test/unit/targets/original.ts). */
export type Answers = Readonly<Record<string, unknown>>;

/** What the original server answers, as whole messages with the ids of `askAll`. */
export function originalAnswers(era: Era): Answers {
  return Object.fromEntries(
    exchangesOf(era).map(({ name, result }, at) => [name, { jsonrpc: '2.0', id: at + 1, result }]),
  );
}

/** Has the whole conversation with a server, one exchange after the other, and ends it. */
export async function askAll(conversation: Conversation, era: Era): Promise<Answers> {
  const answers: Record<string, unknown> = {};
  for (const exchange of exchangesOf(era)) {
    answers[exchange.name] = await conversation.ask(exchange.method, paramsOf(exchange, era));
    if (exchange.method === 'initialize') {
      conversation.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
  }
  await conversation.end();
  return answers;
}

export type Era = 'legacy' | 'modern';

/** The modern era has no handshake. */
function exchangesOf(era: Era): readonly OriginalExchange[] {
  return ORIGINAL.filter(({ method }) => era === 'legacy' || method !== 'initialize');
}

function paramsOf({ method, params }: OriginalExchange, era: Era): object | undefined {
  if (method === 'initialize') {
    const clientInfo = { name: 'probe', version: '1' };
    return { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  }
  return era === 'modern' ? { ...params, _meta: MODERN_META } : params;
}
