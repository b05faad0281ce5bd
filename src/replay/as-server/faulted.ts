import type { Effect, Send } from './effects.ts';
import type { AnswerFault } from './faults.ts';
import type { Names } from './rewrite.ts';

/** An answer with what goes wrong with it. Its delay has passed already. */
export function faulted<C>(
  send: Send<C>,
  { fault, names }: { readonly fault: AnswerFault | undefined; readonly names: Names },
): Effect<C>[] {
  if (!fault) return [send];
  const { channel } = send;
  if (fault.drop) return [];
  if (fault.disconnect === 'before') return [{ kind: 'disconnect', channel }];
  const bytes = bytesOf(send.bytes, fault, names);
  const broken = { ...send, bytes, slow: fault.slow };
  if (fault.disconnect !== 'during') return [broken];
  // No line end: the reader is left with half a message.
  return [
    { ...broken, bytes: halfOf(bytes), eol: '' },
    { kind: 'disconnect', channel },
  ];
}

function bytesOf(bytes: Buffer, { error, malformed }: AnswerFault, { id }: Names): Buffer {
  const wrong =
    error === undefined
      ? bytes
      : Buffer.from(`{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${error}}`);
  return malformed ? halfOf(wrong) : wrong;
}

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2)));
}
