import type { JsonMembers } from '../marker.ts';
import { mark } from '../marker.ts';
import { type CanaryTool, canaryTools } from '../tools.ts';
import type { Api, Offered, ScriptedCall, Turn } from './api.ts';
import { type Deferred, deferredTools } from './deferred.ts';
import { least } from './least.ts';

export interface ScriptOptions {
  /** How many calls one answer makes at most; 1 when absent. */
  readonly parallel?: number | undefined;
  /** Names of the canary's tools that are not called: they end the run of some hosts. */
  readonly skip?: readonly string[] | undefined;
}

/** Stands for the tool of a call that looks for tools. */
export const SEARCH = '(search)';

/** What the model says when there is nothing left to call. */
export const DONE = 'CNRY-done';

/**
 * A model that calls each tool of the canary once, in the order that the canary lists them, and then
 * says that it is done. It remembers what was offered, because some hosts send the tools only once.
 */
export class CallScript {
  readonly #waiting: CanaryTool[];
  readonly #parallel: number;
  #offered: readonly Offered[] = [];
  #searched = false;
  #turns = 0;
  #calls = 0;

  constructor({ parallel = 1, skip = [] }: ScriptOptions = {}) {
    this.#parallel = parallel;
    this.#waiting = canaryTools().filter(({ name }) => !skip.includes(name));
  }

  /** The answer to a request. Requests that neither offer a tool nor bring a result get a text. */
  next(api: Api, body: JsonMembers, model: string): Turn {
    const offered = api.offered(body);
    const known = offered.filter((each) => toolOf(each) !== undefined);
    if (known.length > 0) this.#offered = known;
    const deferred = known.length > 0 ? undefined : deferredTools(offered, body);
    const takesPart = known.length > 0 || deferred !== undefined || api.bringsResult(body);
    const calls = takesPart ? this.#take(deferred) : [];
    this.#turns += 1;
    const wanted = api.wanted(body);
    const text = wanted ? JSON.stringify(least(wanted)) : DONE;
    return { number: this.#turns, model, calls, text };
  }

  #take(deferred: Deferred | undefined): ScriptedCall[] {
    if (deferred && !this.#searched) {
      this.#searched = true;
      return [{ ...deferred.search, tool: SEARCH, id: this.#id() }];
    }
    const offers = deferred?.tools ?? this.#offered;
    const calls: ScriptedCall[] = [];
    for (const tool of this.#waiting.slice()) {
      if (calls.length === this.#parallel) break;
      const offered = offers.find((each) => toolOf(each) === tool.name);
      if (!offered) continue;
      this.#waiting.splice(this.#waiting.indexOf(tool), 1);
      const direct = { tool: tool.name, id: this.#id(), offered, input: tool.input };
      calls.push(deferred ? deferred.through(direct) : direct);
    }
    return calls;
  }

  #id(): string {
    this.#calls += 1;
    return `call_${String(this.#calls).padStart(4, '0')}`;
  }
}

const NAMES = canaryTools().map(({ name }) => name);
/** Longest first, so that a name is not taken for another that it ends with. */
const BY_LENGTH = NAMES.toSorted((a, b) => b.length - a.length);

/**
 * The name of the canary's tool that a host offers under a name of its own; undefined when it is none
 * of them. The marker in the description tells it; without one, how the name ends.
 */
export function toolOf({ name, description }: Offered): string | undefined {
  const marked = NAMES.find((each) => description.includes(mark(each, 'description')));
  return marked ?? BY_LENGTH.find((each) => plain(name).endsWith(plain(each)));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
