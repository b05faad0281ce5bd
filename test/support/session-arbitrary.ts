import type { Recording } from '../../src/model/recording.ts';
import { type Conversation, conversation } from './conversation.ts';
import fc from './fast-check.ts';

/** One thing that happens in a generated session; numbers choose among what is possible just then. */
type Happening =
  | { readonly kind: 'ask'; readonly what: number; readonly arg: number; readonly token: boolean }
  | { readonly kind: 'batch'; readonly args: readonly number[]; readonly together: boolean }
  | { readonly kind: 'answer'; readonly which: number; readonly how: number }
  | { readonly kind: 'progress'; readonly which: number }
  | { readonly kind: 'question'; readonly what: number; readonly arg: number }
  | { readonly kind: 'reply'; readonly which: number; readonly refuses: boolean }
  | { readonly kind: 'cancel'; readonly which: number; readonly late: boolean }
  | { readonly kind: 'told'; readonly what: number }
  | { readonly kind: 'notice' }
  | { readonly kind: 'rounds'; readonly arg: number; readonly times: number };

export interface Plot {
  readonly era: 'legacy' | 'modern';
  readonly happenings: readonly Happening[];
  /** Milliseconds between what happens. */
  readonly pause: number;
}

const small = fc.nat(2);
const anyNumber = fc.nat(1000);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      what: anyNumber,
      arg: small,
      token: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('answer'), which: anyNumber, how: fc.nat(3) }),
  },
  ...[
    fc.record({ kind: fc.constant('question' as const), what: anyNumber, arg: small }),
    fc.record({ kind: fc.constant('question' as const), what: anyNumber, arg: small }),
    fc.record({ kind: fc.constant('reply' as const), which: anyNumber, refuses: fc.boolean() }),
    fc.record({ kind: fc.constant('reply' as const), which: anyNumber, refuses: fc.boolean() }),
    fc.record({
      kind: fc.constant('batch' as const),
      args: fc.array(small, { minLength: 1, maxLength: 3 }),
      together: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('progress' as const), which: anyNumber }),
    fc.record({ kind: fc.constant('question' as const), what: anyNumber, arg: small }),
    fc.record({ kind: fc.constant('reply' as const), which: anyNumber, refuses: fc.boolean() }),
    fc.record({ kind: fc.constant('cancel' as const), which: anyNumber, late: fc.boolean() }),
    fc.record({ kind: fc.constant('told' as const), what: anyNumber }),
    fc.record({ kind: fc.constant('notice' as const) }),
    fc.record({
      kind: fc.constant('rounds' as const),
      arg: small,
      times: fc.integer({ min: 1, max: 2 }),
    }),
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
);

/**
 * Sessions of both eras that two SDKs could have had: concurrent requests answered out of order,
 * repeated ones with other answers, questions of the server during calls, arrays, cancellations with
 * and without a late answer, progress, several rounds, requests that nobody answers.
 */
export const anyPlot: fc.Arbitrary<Plot> = fc.record({
  era: fc.constantFrom('legacy', 'modern'),
  happenings: fc.array(happening, { maxLength: 25 }),
  pause: fc.constantFrom(0, 1, 40),
});

/** The recording of a plot. */
export function recordingOf(plot: Plot): Recording {
  return new Teller(plot).tell();
}

interface Open {
  readonly id: number;
  readonly method: string;
  readonly token: number | undefined;
  isCancelled: boolean;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'client-x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};
const ASKS = ['tools/call', 'tools/call', 'tools/call', 'resources/read', 'tools/list', 'ping'];
const QUESTIONS = ['sampling/createMessage', 'elicitation/create', 'roots/list', 'ping'];

class Teller {
  readonly #plot: Plot;
  readonly #talk: Conversation = conversation();
  #now = 0;
  #lastId = 0;
  #lastQuestion = 0;
  #lastAnswer = 0;
  #open: Open[] = [];
  #questions: { id: number; method: string }[] = [];

  constructor(plot: Plot) {
    this.#plot = plot;
  }

  tell(): Recording {
    this.#begin();
    for (const each of this.#plot.happenings) this.#happen(each);
    return this.#talk.recording();
  }

  get #isModern(): boolean {
    return this.#plot.era === 'modern';
  }

  #begin(): void {
    if (!this.#isModern) {
      this.#talk.initialized('2025-03-26');
      this.#now = 3;
      return;
    }
    this.#client(this.#request('server/discover', {}));
    this.#server({
      id: this.#lastId,
      result: { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' },
    });
  }

  #happen(each: Happening): void {
    if (each.kind === 'ask') this.#ask(each);
    else if (each.kind === 'batch') this.#batch(each);
    else if (each.kind === 'answer') this.#answer(each);
    else if (each.kind === 'progress') this.#progress(each.which);
    else if (each.kind === 'question') this.#question(each);
    else if (each.kind === 'reply') this.#reply(each);
    else if (each.kind === 'cancel') this.#cancel(each);
    else if (each.kind === 'told') this.#told(each.what);
    else if (each.kind === 'notice') this.#client({ method: 'notifications/roots/list_changed' });
    else this.#rounds(each);
  }

  #ask({ what, arg, token }: Extract<Happening, { kind: 'ask' }>): void {
    const method = pick(ASKS, what);
    this.#client(this.#request(method, paramsOf(method, arg), token));
  }

  #batch({ args, together }: Extract<Happening, { kind: 'batch' }>): void {
    if (this.#isModern) return;
    const first = this.#lastId + 1;
    const batch = args.map((arg) => ({
      jsonrpc: '2.0',
      ...this.#request('tools/call', paramsOf('tools/call', arg)),
    }));
    this.#talk.client(batch, this.#next());
    if (!together) return;
    const ids = args.map((_, nth) => first + nth);
    this.#open = this.#open.filter(({ id }) => !ids.includes(id));
    const answers = ids.map((id) => ({ jsonrpc: '2.0', id, result: this.#result() }));
    this.#talk.server(answers.reverse(), this.#next());
  }

  #answer({ which, how }: Extract<Happening, { kind: 'answer' }>): void {
    const open = this.#takeOpen(which);
    if (!open) return;
    const failure = { error: { code: -32603, message: `no ${++this.#lastAnswer}` } };
    this.#server({ id: open.id, ...(how === 0 ? failure : { result: this.#result() }) });
  }

  #progress(which: number): void {
    const open = this.#open.filter(({ token, isCancelled }) => token !== undefined && !isCancelled);
    const found = pick(open, which);
    if (!found) return;
    const params = { progressToken: found.token, progress: ++this.#lastAnswer };
    this.#server({ method: 'notifications/progress', params });
  }

  /** Only while the client waits for something: what comes of itself has no place of its own. */
  #question({ what, arg }: Extract<Happening, { kind: 'question' }>): void {
    if (this.#isModern || this.#open.length === 0) return;
    const method = pick(QUESTIONS, what);
    this.#lastQuestion += 1;
    this.#questions.push({ id: this.#lastQuestion, method });
    const params = method === 'roots/list' || method === 'ping' ? {} : { params: { arg } };
    this.#server({ id: this.#lastQuestion, method, ...params });
  }

  #reply({ which, refuses }: Extract<Happening, { kind: 'reply' }>): void {
    const index = this.#questions.length === 0 ? -1 : which % this.#questions.length;
    const [question] = index < 0 ? [] : this.#questions.splice(index, 1);
    if (!question) return;
    const failure = { error: { code: -1, message: 'the user said no' } };
    const isPing = question.method === 'ping';
    const result = { result: isPing ? {} : { said: ++this.#lastAnswer } };
    this.#client({ id: question.id, ...(refuses && !isPing ? failure : result) });
  }

  #cancel({ which, late }: Extract<Happening, { kind: 'cancel' }>): void {
    const open = this.#open.filter(({ isCancelled }) => !isCancelled);
    const found = pick(open, which);
    if (!found) return;
    found.isCancelled = true;
    this.#client({ method: 'notifications/cancelled', params: { requestId: found.id } });
    if (!late) this.#open = this.#open.filter((each) => each !== found);
  }

  #told(what: number): void {
    const method = pick(
      ['notifications/message', 'notifications/tools/list_changed', 'notifications/message'],
      what,
    );
    const params =
      method === 'notifications/message' ? { level: 'info', data: ++this.#lastAnswer } : {};
    this.#server({ method, params });
  }

  /** A call that asks for input so many times before it is answered. */
  #rounds({ arg, times }: Extract<Happening, { kind: 'rounds' }>): void {
    if (!this.#isModern) return;
    const params = { name: `ask-${this.#lastId}`, arguments: { arg } };
    this.#client(this.#request('tools/call', params));
    for (let round = 1; round <= times; round++) {
      const id = this.#lastId;
      this.#close(id);
      const requestState = `state ${id}`;
      const inputRequests = {
        q: { method: 'elicitation/create', params: { message: `${round}?` } },
      };
      this.#server({ id, result: { resultType: 'input_required', inputRequests, requestState } });
      const inputResponses = { q: { action: 'accept', content: { round } } };
      this.#client(this.#request('tools/call', { ...params, inputResponses, requestState }));
    }
    this.#close(this.#lastId);
    this.#server({ id: this.#lastId, result: { ...this.#result(), resultType: 'complete' } });
  }

  #request(method: string, params: object, withToken = false): object {
    const id = ++this.#lastId;
    const token = withToken ? id : undefined;
    if (method !== 'server/discover') this.#open.push({ id, method, token, isCancelled: false });
    const meta = { ...(this.#isModern && META), ...(withToken && { progressToken: token }) };
    const all = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params;
    return { id, method, params: all };
  }

  #result(): object {
    return { content: [{ type: 'text', text: `answer ${++this.#lastAnswer}` }] };
  }

  #takeOpen(which: number): Open | undefined {
    const found = pick(this.#open, which);
    if (found) this.#close(found.id);
    return found;
  }

  #close(id: number): void {
    this.#open = this.#open.filter((each) => each.id !== id);
  }

  #client(message: object): void {
    this.#talk.client({ jsonrpc: '2.0', ...message }, this.#next());
  }

  #server(message: object): void {
    this.#talk.server({ jsonrpc: '2.0', ...message }, this.#next());
  }

  #next(): { at: number } {
    this.#now += this.#plot.pause;
    return { at: this.#now };
  }
}

function paramsOf(method: string, arg: number): object {
  if (method === 'tools/call') return { name: `tool-${arg}`, arguments: { arg } };
  return method === 'resources/read' ? { uri: `x:/${arg}` } : {};
}

/** undefined from an empty list only. */
function pick<T>(list: readonly T[], which: number): T {
  // The type says what holds for lists that are not empty; callers look at the others.
  return list[which % Math.max(1, list.length)] as T;
}
