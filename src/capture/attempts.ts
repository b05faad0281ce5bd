import { type JsonNode, member } from '../model/json.ts';
import { append } from '../model/lists.ts';
import type { Answer } from '../model/message.ts';
import type { AnswerBook } from './answers.ts';
import type { Conversation, Reply } from './conversation.ts';
import { asksForInput, nextRound } from './input-required.ts';
import { type JsonText, membersOf, type Params, textOf, withMembers } from './json-text.ts';
import { resultOf } from './opening.ts';
import { cursorOf, itemsOf, joined } from './pages.ts';
import type { ListMethod } from './script/types.ts';
import { enveloped, type SessionState } from './session-state.ts';
import type { Attempt } from './step-result.ts';

/** More rounds, or pages, than any honest server needs. */
const MOST_ROUNDS = 20;
const MOST_PAGES = 1000;

export interface AskTools {
  readonly conversation: Conversation;
  readonly state: SessionState;
  readonly book: AnswerBook;
  /** A step waited in vain. */
  readonly timedOut: (step: string, ms: number) => void;
}

export interface Asked {
  /** How messages name the step. */
  readonly label: string;
  readonly timeoutMs: number;
  readonly id?: JsonText | undefined;
}

/** One request, with as many rounds as the server asks for; a time-out cancels it. */
export async function ask(
  tools: AskTools,
  method: string,
  params: Params | undefined,
  asked: Asked,
): Promise<Reply | { readonly kind: 'stuck'; readonly why: string }> {
  let next = params;
  let { id } = asked;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const reply = await tools.conversation.request(method, enveloped(tools.state, next), {
      timeoutMs: asked.timeoutMs,
      id,
    });
    if (reply.kind === 'timeout') {
      tools.timedOut(asked.label, reply.ms);
      cancel(tools.conversation, reply);
    }
    const result = resultOf(reply);
    if (!asksForInput(method, result)) return reply;
    const following = nextRound(params, result, tools.book);
    if (following.kind === 'no-answer')
      return { kind: 'stuck', why: `the script has no answer for ${following.method}` };
    next = following.params;
    // Every round is a request of its own with an id of its own.
    id = undefined;
  }
  return { kind: 'stuck', why: `the server asked for input ${MOST_ROUNDS} times` };
}

/** Every page of a list; stops at a cursor that came before. */
export async function askList(
  tools: AskTools,
  method: ListMethod,
  asked: Asked,
): Promise<Attempt & { readonly items: readonly JsonNode[] }> {
  const cursors = new Set<string>();
  const items: JsonNode[] = [];
  let first: Attempt | undefined;
  let params: Params | undefined;
  for (;;) {
    const reply = await ask(tools, method, params, asked);
    const attempt = attemptOf(reply);
    const result = reply.kind === 'stuck' ? undefined : resultOf(reply);
    first ??= attempt;
    if (!result || attempt.status !== 'ok') return { ...attempt, items };
    append(items, itemsOf(method, result));
    const cursor = cursorOf(result);
    if (cursor === undefined) return { ...whole(method, first, items), items };
    if (cursors.has(cursor) || cursors.size >= MOST_PAGES)
      return { ...endless(first, cursor, cursors.size), items };
    cursors.add(cursor);
    params = withMembers(membersOf([]), [['cursor', JSON.stringify(cursor)]]);
  }
}

function whole(method: ListMethod, first: Attempt, items: readonly JsonNode[]): Attempt {
  const { message } = first;
  return message?.kind === 'object' ? { ...first, message: joined(method, message, items) } : first;
}

function endless(first: Attempt, cursor: string, pages: number): Attempt {
  const why = `the list has no end: after ${pages} pages the cursor ${JSON.stringify(cursor)} came`;
  return { ...first, status: 'failed', details: [why] };
}

/** What a reply comes to, when nobody expects anything in particular. */
export function attemptOf(
  reply: Reply | { readonly kind: 'stuck'; readonly why: string },
): Attempt {
  switch (reply.kind) {
    case 'answer':
      return answered(reply.answer);
    case 'almost':
      return {
        status: 'failed',
        details: [`strict clients cannot read the answer: ${reply.why}`],
        message: reply.answer.node,
      };
    case 'timeout':
      return { status: 'timeout', details: [`no answer to ${reply.method} within ${reply.ms} ms`] };
    case 'closed':
      return { status: 'closed', details: [reply.why] };
    case 'stuck':
      return { status: 'failed', details: [reply.why] };
  }
}

function answered(answer: Answer): Attempt {
  const message = answer.node;
  if (answer.kind === 'result') return { status: 'ok', details: [], message };
  return { status: 'failed', details: [errorLine(answer.error)], message };
}

function errorLine(error: JsonNode): string {
  const [code, message] = [member(error, 'code'), member(error, 'message')];
  const text = message?.kind === 'string' ? message.value : '';
  return `error ${code ? textOf(code) : 'without code'}: ${text.slice(0, 300)}`;
}

/** Tells the server that nobody waits any more (MCP, "Cancellation"). */
function cancel(conversation: Conversation, { id, ms }: Extract<Reply, { kind: 'timeout' }>): void {
  const reason = JSON.stringify(`no answer within ${ms} ms`);
  if (id === 'null') return;
  conversation.notify(
    'notifications/cancelled',
    membersOf([
      ['requestId', id],
      ['reason', reason],
    ]),
  );
}
