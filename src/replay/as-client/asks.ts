import { foldRules } from '../../compare/folds.ts';
import { requestKey } from '../../compare/normalise.ts';
import { rpcId } from '../../model/ids.ts';
import { member } from '../../model/json.ts';
import type { Answer, Located, Request } from '../../model/message.ts';
import { answerOf, type Exchange } from '../../model/session.ts';
import { type Splice, spliced } from './splice.ts';

/**
 * How a question of the server was met. `same`: as recorded; `other`: by the next recorded answer to
 * that method, though the question reads otherwise; `again`: by the last answer to the same question,
 * which has come more often; `refused`: a person answered it in other words; `unknown`: nobody knows
 * what the client would have said.
 */
export type HowMet = 'same' | 'other' | 'again' | 'refused' | 'unknown';

export interface Met {
  readonly how: HowMet;
  /** The recorded exchange that was found for it. */
  readonly exchange: Exchange | undefined;
  /** The line to write; undefined: the recorded client did not answer either. */
  readonly line: Buffer | undefined;
}

/** A person answered these: what was agreed to then is not agreed to now. */
const PERSONAL: ReadonlySet<string> = new Set(['elicitation/create']);

/** Answers to what the server asks, as the recorded client gave them: by method and value, in order. */
export class AskBook {
  readonly #left: Exchange[];
  readonly #used: Exchange[] = [];

  constructor(asked: readonly Exchange[]) {
    this.#left = [...asked];
  }

  /** The answer to a question of the server, and how it was found. */
  meet(request: Request): Met {
    for (const folds of [[], foldRules()]) {
      const key = keyOf(request, folds);
      const same = this.#take((each) => keyOf(each.request.message, folds) === key);
      if (same) return met('same', same, request);
    }
    const key = keyOf(request, foldRules());
    const again = this.#used.findLast((each) => keyOf(each.request.message, foldRules()) === key);
    if (again) return met('again', again, request);
    const other = this.#take((each) => each.request.message.method === request.method);
    if (!other) return unknown(request);
    if (PERSONAL.has(request.method))
      return { ...unknown(request), how: 'refused', exchange: other };
    return met('other', other, request);
  }

  #take(fits: (exchange: Exchange) => boolean): Exchange | undefined {
    const index = this.#left.findIndex(fits);
    const [found] = index < 0 ? [] : this.#left.splice(index, 1);
    if (found) this.#used.push(found);
    return found;
  }
}

function keyOf({ method, params }: Request, folds: ReturnType<typeof foldRules>): string {
  return requestKey(method, params, { folds });
}

function met(how: HowMet, exchange: Exchange, request: Request): Met {
  const answer = answerOf(exchange);
  return { how, exchange, line: answer && withId(answer, request) };
}

/** The bytes of the recorded answer, under the id of the question. */
function withId({ bytes, message }: Located<Answer>, { id }: Request): Buffer | undefined {
  const { node } = message;
  const old = member(node, 'id');
  if (!old || id.kind === 'null') return undefined;
  const line = bytes.subarray(node.start, node.end);
  if (rpcId(old)?.kind !== 'null' && bytes.toString('utf8', old.start, old.end) === id.text)
    return line;
  const splice: Splice = {
    start: old.start - node.start,
    end: old.end - node.start,
    text: id.text,
  };
  return spliced(line, [splice]);
}

/** A ping is always answered. Of what was never asked before, a client says so. */
function unknown({ id, method }: Request): Met {
  if (id.kind === 'null') return { how: 'unknown', exchange: undefined, line: undefined };
  const text =
    method === 'ping'
      ? '"result":{}'
      : `"error":{"code":-32601,"message":"The recording has no answer to this ${method.startsWith('elicitation') ? 'question' : 'request'}"}`;
  const line = Buffer.from(`{"jsonrpc":"2.0","id":${id.text},${text}}`);
  return { how: 'unknown', exchange: undefined, line };
}
