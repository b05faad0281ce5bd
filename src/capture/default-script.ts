import { builtIn, callStep } from './calls.ts';
import type { Script } from './script/types.ts';

/**
 * What is played when nobody says what: the opening, everything that the server declares (lists with
 * all pages, resources, prompts without arguments), then the given tool calls.
 * @param calls `TOOL {json}` each.
 * @throws SadapError `usage` for a call that cannot be read.
 */
export function defaultScript(calls: readonly string[] = []): Script {
  return scriptOf([
    builtIn('open', { kind: 'open' }),
    builtIn('explore', { kind: 'explore' }),
    ...calls.map(callStep),
  ]);
}

/** A script that leaves everything but the steps to whoever plays it. */
export function scriptOf(steps: Script['steps']): Script {
  return {
    server: undefined,
    era: undefined,
    revision: undefined,
    client: undefined,
    timeoutMs: undefined,
    answers: new Map(),
    steps,
  };
}
