import { member } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { Session } from '../../model/session.ts';
import { plainText } from './text.ts';

/**
 * What is wrong with the version that a message names (JSON-RPC 2.0, section 4), as a phrase that follows
 * the message; undefined when nothing is. What need not be JSON-RPC, and lines of a log that may have left
 * the version out, are not judged.
 */
export function versionFlaw(session: Session, located: Located): string | undefined {
  const version = member(located.message.node, 'jsonrpc');
  if (!version) return mayLack(session, located) ? undefined : 'without "jsonrpc"';
  if (version.kind === 'string' && version.value === '2.0') return undefined;
  return `with "jsonrpc": ${spelled(located.bytes, version)}`;
}

/** The body of an HTTP error is often JSON of its own; logs keep what their program thought worth it. */
function mayLack({ recording }: Session, { call, message }: Located): boolean {
  if (recording.header.mode === 'import') return true;
  return call !== undefined && message.kind === 'failure' && !message.id;
}

function spelled(bytes: Buffer, { start, end }: { start: number; end: number }): string {
  return plainText(bytes.toString('utf8', start, Math.min(end, start + 40)), 20);
}
