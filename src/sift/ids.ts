import type { RpcId } from '../model/message.ts';
import type { ScannedLine } from '../recording/scan/scanned-line.ts';
import type { Key } from './id-set.ts';

/** The key of the id of a plain message: a whole number, or a text without escapes. */
export function idOf(line: ScannedLine): Key {
  return line.numberId ?? `s:${line.textId?.slice(1, -1) ?? ''}`;
}

/** The same for any id; two keys are equal exactly when the ids are. Undefined for none. */
export function idKey(id: RpcId | undefined): Key | undefined {
  if (!id || id.kind === 'null') return undefined;
  const [, digits] = /^n:(0|[1-9]\d{0,14})$/.exec(id.key) ?? [];
  return digits === undefined ? id.key : Number(digits);
}
