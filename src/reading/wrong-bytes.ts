import { isUtf8 } from 'node:buffer';
import { nodeAt } from '../model/json.ts';
import type { Located } from '../model/message.ts';
import type { Fate, FateKind } from '../model/reading.ts';
import { joined, wayOf } from './draft.ts';

/**
 * The fates of a message whose bytes are not all UTF-8: no host can pass such bytes on, what it decodes
 * has U+FFFD in their place (WHATWG Encoding; Python refuses the line or does the same). A member that
 * would arrive unchanged or renamed is rewritten; of any other that arrives the note says so.
 */
export function withWrongBytes(
  { bytes, message }: Located,
  fates: readonly Fate[],
): readonly Fate[] {
  const isWhole = ({ start, end }: { readonly start: number; readonly end: number }) =>
    isUtf8(bytes.subarray(start, end));
  if (isWhole(message.node)) return fates;
  return fates.map((fate) => {
    const node = wayOf(fate.kind) ? nodeAt(message.node, fate.pointer) : undefined;
    return !node || isWhole(node) ? fate : rewritten(fate);
  });
}

function rewritten(fate: Fate): Fate {
  const kind: FateKind = UNCHANGED.has(fate.kind) ? 'rewritten' : fate.kind;
  return { ...fate, kind, note: joined(fate.note, 'bytes that are no UTF-8 arrive as U+FFFD') };
}

const UNCHANGED: ReadonlySet<FateKind> = new Set(['reads', 'renamed']);
