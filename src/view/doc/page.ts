import type { WireDocument } from '../../document/document.ts';
import type { Block } from './blocks.ts';
import { changeBlocks } from './changes.ts';
import { errorBlocks } from './errors.ts';
import { methodBlocks } from './methods.ts';
import { openingBlocks } from './opening.ts';
import { toolBlocks } from './tools.ts';
import { unseenBlocks } from './unseen.ts';

/** The whole page, top to bottom: what was seen, the conversation, tools, methods, errors, what stays below. */
export function pageBlocks(document: WireDocument): Block[] {
  return [
    ...openingBlocks(document),
    ...toolBlocks(document),
    ...methodBlocks(document),
    ...errorBlocks(document),
    ...unseenBlocks(document),
    ...changeBlocks(document),
  ];
}
