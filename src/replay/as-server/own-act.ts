import type { Act, Step } from './tape.ts';

/** An answer that is our own. */
export function ownAct(bytes: Buffer): Act {
  const step: Step = {
    order: -1,
    bytes,
    eol: '\n',
    sse: undefined,
    message: undefined,
    stray: undefined,
    batch: undefined,
    role: { kind: 'answer', answer: undefined },
    needs: 0,
    needsCancel: false,
    arrived: 0,
    after: 0,
  };
  const nothing = { cue: undefined, exchange: undefined, http: undefined };
  const refusal = Buffer.alloc(0);
  return { conversation: -1, ...nothing, steps: [step], arrivals: [], questions: [], refusal };
}
