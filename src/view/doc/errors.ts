import type { ErrorPart, WireDocument } from '../../document/document.ts';
import { type Block, type Code, code } from './blocks.ts';
import { names } from './opening.ts';

const KINDS: { readonly [kind in ErrorPart['kind']]: readonly [title: string, about: string] } = {
  tool: [
    'Results with isError',
    'The tool failed and says so in a result: the model reads why, and can try again.',
  ],
  soft: [
    'Failures that are called a success',
    'The text tells of a failure, isError does not: host and API take it for a success, only the model can find out.',
  ],
  rpc: [
    'JSON-RPC errors',
    'The request was not carried out at all. Whether the model learns of it depends on the host.',
  ],
};

/** Every way to fail that was seen, and what of it the model reads. */
export function errorBlocks({ errors, sources }: WireDocument): Block[] {
  if (errors.length === 0) return [];
  const kinds = ['tool', 'soft', 'rpc'] as const;
  return [
    { kind: 'heading', level: 2, text: 'Errors' },
    ...kinds.flatMap((kind) => {
      const those = errors.filter((each) => each.kind === kind);
      if (those.length === 0) return [];
      const [title, about] = KINDS[kind];
      return [
        { kind: 'heading', level: 3, text: title } as const,
        { kind: 'paragraph', text: about } as const,
        ...those.flatMap((each) => onError(each, sources.length)),
      ];
    }),
  ];
}

function onError(
  { asked, code: number, text, modelReads, times, seenIn }: ErrorPart,
  sources: number,
): Block[] {
  const where: (string | Code)[] = seenIn.length === sources ? [] : [', in ', ...names(seenIn)];
  const often = times === 1 ? 'once' : `${times} times`;
  const withCode: (string | Code)[] = number === undefined ? [] : [', code ', code(number)];
  const reads =
    modelReads === undefined ? 'The model reads nothing of it. On the wire:' : 'The model reads:';
  return [
    {
      kind: 'paragraph',
      text: [code(asked), ...withCode, `, seen ${often}`, ...where, `. ${reads}`],
    },
    { kind: 'quote', text: modelReads ?? text },
  ];
}
