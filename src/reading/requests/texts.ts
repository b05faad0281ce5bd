/** The texts of readings that the parts of a request hold. */
import type { ModelText } from '../../model/reading.ts';
import type { CallResult, ModelCall, OfferedTool, Part, Step } from './steps.ts';

/** Definitions of tools that a search has found are those of the tools, wherever they stand. */
export function textsOfStep(step: Step): ModelText[] {
  switch (step.kind) {
    case 'said':
      return step.parts.flatMap(textsOfPart);
    case 'calls':
      return step.calls.flatMap(writtenIn);
    case 'results':
      return step.calls.flatMap(({ result }) => readIn(result));
    case 'search':
    case 'found':
      return [];
  }
}

/** What the model reads of a result. */
export function readIn({ parts, behind }: CallResult): ModelText[] {
  return [...parts, ...behind].flatMap(textsOfPart);
}

/** Of a tool that only a search finds, what is shown before. */
export function textsIn(
  { tool, name, description, schema, others, deferred }: OfferedTool,
  found: ReadonlySet<string>,
): readonly ModelText[] {
  if (deferred && !found.has(tool)) return deferred;
  return [
    ...textsOfPart(name),
    ...(description ? [description] : []),
    ...textsOfPart(schema),
    ...others.map(([, text]) => text),
  ];
}

function writtenIn({ name, input }: ModelCall): ModelText[] {
  return [...textsOfPart(name), ...(input ? [input] : [])];
}

function textsOfPart(part: Part): ModelText[] {
  return part.kind === 'text' ? [part.text] : [];
}
