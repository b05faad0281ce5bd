import { at, childrenOf, type JsonNode, member, stringMember } from '../../model/json.ts';
import type { Answer, Located } from '../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { perSession } from './per-session.ts';

/** The result of a tool call, which says itself whether the call failed. */
export interface ToolResult {
  readonly exchange: Exchange;
  readonly answer: Located<Answer>;
  readonly isError: boolean;
  /** Text blocks, with their pointers in the message. */
  readonly texts: readonly { readonly text: string; readonly pointer: string }[];
  readonly structured: JsonNode | undefined;
}

export const toolResultsOf = perSession((session: Session): readonly ToolResult[] =>
  session.exchanges.flatMap((exchange) => {
    const answer = answerOf(exchange);
    if (exchange.request.message.method !== 'tools/call' || !answer) return [];
    return answer.message.kind === 'result' ? [toolResult(exchange, answer)] : [];
  }),
);

function toolResult(exchange: Exchange, answer: Located<Answer>): ToolResult {
  const result = member(answer.message.node, 'result');
  const isError = member(result, 'isError');
  const content = member(result, 'content');
  return {
    exchange,
    answer,
    isError: isError?.kind === 'literal' && isError.value === true,
    texts: content?.kind === 'array' ? textsOf(content) : [],
    structured: member(result, 'structuredContent'),
  };
}

function textsOf(content: JsonNode): ToolResult['texts'] {
  return childrenOf(content, '/result/content').flatMap(([pointer, block]) => {
    const text = stringMember(block, 'text');
    return text !== undefined &&
      at(block, 'type')?.kind === 'string' &&
      stringMember(block, 'type') === 'text'
      ? [{ text, pointer: `${pointer}/text` }]
      : [];
  });
}
