import type { MethodPart, WireDocument } from '../../document/document.ts';
import { type Block, code, titled } from './blocks.ts';
import { exampleBlocks, latencyWords } from './examples.ts';
import { memberTable } from './members.ts';

/** Every method that was seen, with each of its messages once. */
export function methodBlocks({ methods, sources }: WireDocument): Block[] {
  return [
    { kind: 'heading', level: 2, text: 'Methods' },
    ...methods.flatMap((method) => onMethod(method, sources.length)),
  ];
}

function onMethod(part: MethodPart, sources: number): Block[] {
  const { method, from, isNotification, latency, examples, params, result } = part;
  const what = isNotification ? `A notification of the ${from}.` : `A request of the ${from}.`;
  const speed = latency ? ` It was ${latencyWords(latency)}.` : '';
  const elsewhere = examples.length === 0 ? ' Its messages stand with each tool.' : '';
  return [
    { kind: 'heading', level: 3, text: [code(method)] },
    { kind: 'paragraph', text: `${what}${speed}${elsewhere}` },
    ...titled('Parameters', memberTable(params)),
    ...titled('Result', memberTable(result)),
    ...titled(
      'Messages',
      examples.flatMap((example) => exampleBlocks(example, sources)),
    ),
  ];
}
