import { append } from '../model/lists.ts';
import type { Lane, Source, Step } from './document.ts';
import { type Facts, factsOf } from './labels.ts';

const MOST_STEPS = 80;

/** A conversation as arrows: between client and server what crossed the wire, to the model what it got of it. */
export function sequenceOf(source: Source): Step[] {
  const steps: Step[] = [];
  for (const facts of factsOf(source.session)) {
    if (steps.length >= MOST_STEPS) break;
    append(steps, stepsOf(facts, source));
  }
  return steps.slice(0, MOST_STEPS);
}

function stepsOf(facts: Facts, source: Source): Step[] {
  const { located, label } = facts;
  const { from } = located;
  const to = from === 'client' ? 'server' : 'client';
  const isAnswer = located.message.kind === 'result' || located.message.kind === 'failure';
  const isError = label.startsWith('error') || label === 'result with isError';
  const wire: Step = { from, to, text: textOf(facts, isError), isAnswer, isError };
  const { texts, media } = source.reading(located);
  const wrote = texts.filter(({ way }) => way === 'wrote');
  const read = texts.filter(({ way }) => way === 'read');
  const tokens = read.reduce((sum, { text }) => sum + source.countTokens(text), 0);
  const before = wrote.length > 0 ? [toHost(wrote[0]?.text ?? '')] : [];
  const after = read.length + media.length > 0 ? [toModel(read[0]?.place ?? '', tokens)] : [];
  return [...before, wire, ...after];
}

function toHost(name: string): Step {
  return { ...BETWEEN, from: 'model', to: 'client', text: `asks for ${name}`, isAnswer: false };
}

function toModel(place: string, tokens: number): Step {
  const where = /^[\w]+/.exec(place)?.[0] ?? 'media';
  return {
    ...BETWEEN,
    from: 'client',
    to: 'model',
    text: `${where}, about ${tokens} tokens`,
    isAnswer: true,
  };
}

const BETWEEN: { readonly isError: false; readonly from: Lane; readonly to: Lane } = {
  isError: false,
  from: 'client',
  to: 'model',
};

function textOf({ method, subject, label, located }: Facts, isError: boolean): string {
  const name = subject === undefined ? method : `${method} ${subject}`;
  if (located.message.kind === 'request' || located.message.kind === 'notification') return name;
  return isError ? `${label}: ${name}` : `result: ${name}`;
}
