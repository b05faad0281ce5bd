import { at, type JsonNode, member, stringMember } from '../model/json.ts';
import type { Located } from '../model/message.ts';
import { answerOf, type Exchange, type Operation } from '../model/session.ts';
import { canonical } from './canonical.ts';

/** Requests that a server may answer with `input_required` (2026-07-28, "Multi round-trip requests"). */
const MULTI_ROUND = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** Members of `params` in which a retry differs from the request that it repeats. */
const RETRY_MEMBERS = new Set(['inputResponses', 'requestState', '_meta']);

/**
 * Groups exchanges into what is one act for the user. In 2026-07-28 a server that needs input answers
 * `input_required`, and the client repeats the request under a new id with `inputResponses` and the
 * same `requestState`. No id ties the rounds together, so a retry is linked when method, parameters
 * and `requestState` are equal, and only when a single unfinished round fits; else it stays alone.
 * Every other exchange is an operation of its own.
 */
export function operationsOf(
  messages: readonly Located[],
  exchanges: readonly Exchange[],
): Operation[] {
  const waiting = new Map<Located, Exchange>();
  for (const each of exchanges) {
    const answer = needsInput(each) ? answerOf(each) : undefined;
    if (answer) waiting.set(answer, each);
  }
  return waiting.size === 0 ? exchanges.map(alone) : link(messages, exchanges, waiting);
}

function alone(exchange: Exchange): Operation {
  return { method: exchange.request.message.method, exchanges: [exchange] };
}

/** Goes through the messages as they came: a retry can only follow the answer that asked for it. */
function link(
  messages: readonly Located[],
  exchanges: readonly Exchange[],
  waiting: ReadonlyMap<Located, Exchange>,
): Operation[] {
  const rounds = new Rounds();
  const asked = new Map<Located, Exchange>(exchanges.map((each) => [each.request, each]));
  for (const message of messages) {
    const request = asked.get(message);
    if (request) rounds.ask(request);
    const unfinished = waiting.get(message);
    if (unfinished) rounds.wait(unfinished);
  }
  return rounds.operations;
}

class Rounds {
  readonly operations: { method: string; exchanges: Exchange[] }[] = [];
  readonly #operationOf = new Map<Exchange, Exchange[]>();
  /** Exchanges answered `input_required` that nobody has repeated, by what a retry must repeat. */
  readonly #waiting = new Map<string, Set<Exchange>>();

  ask(exchange: Exchange): void {
    const before = isRetry(exchange) ? this.#take(keyOf(exchange)) : undefined;
    const exchanges = before && this.#operationOf.get(before);
    if (exchanges) exchanges.push(exchange);
    else this.operations.push({ method: exchange.request.message.method, exchanges: [exchange] });
    this.#operationOf.set(exchange, exchanges ?? this.operations.at(-1)?.exchanges ?? []);
  }

  wait(exchange: Exchange): void {
    const key = keyOf(exchange, answerOf(exchange));
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(exchange));
  }

  #take(key: string): Exchange | undefined {
    const waiting = this.#waiting.get(key);
    if (waiting?.size !== 1) return undefined;
    const [only] = waiting;
    this.#waiting.delete(key);
    return only;
  }
}

/** Answered `input_required`: the client is to repeat it. */
export function needsInput(exchange: Exchange): boolean {
  const { from, message } = exchange.request;
  const answer = answerOf(exchange)?.message;
  if (from !== 'client' || !MULTI_ROUND.has(message.method)) return false;
  return (
    answer?.kind === 'result' && stringMember(answer.result, 'resultType') === 'input_required'
  );
}

/** Does it repeat an earlier request, with the input that was asked for? */
export function isRetry({ request: { from, message } }: Pick<Exchange, 'request'>): boolean {
  if (from !== 'client' || !MULTI_ROUND.has(message.method)) return false;
  const { params } = message;
  return Boolean(member(params, 'inputResponses') ?? member(params, 'requestState'));
}

/** What a request repeats, or (with the answer that asks for more) what its retry will have to. */
function keyOf({ request: { message } }: Exchange, answer?: Located): string {
  const state = member(answer ? at(answer.message.node, 'result') : message.params, 'requestState');
  const kept = keptParams(message.params).map(([key, value]) => `${key}=${canonical(value)}`);
  return [message.method, state ? canonical(state) : '', ...kept].join('\n');
}

function keptParams(params: JsonNode | undefined): [string, JsonNode][] {
  if (params?.kind !== 'object') return [];
  const last = new Map(params.members.map((each) => [each.key, each.value]));
  const kept = [...last].filter(([key]) => !RETRY_MEMBERS.has(key));
  return kept.sort(([a], [b]) => (a < b ? -1 : 1));
}
