import type { Micros } from '../../model/frame.ts';
import { pointerSteps, stringMember } from '../../model/json.ts';
import type { Located, Request, RpcId } from '../../model/message.ts';

/**
 * Text from the wire, fit for a title: one line, control characters escaped, cut at `most`
 * characters. (Views escape for their medium; this only keeps a title one line.)
 */
export function plainText(text: string, most = 80): string {
  if (text.length <= most) return escapeControls(text);
  // Never between the halves of a surrogate pair.
  return `${escapeControls(text.slice(0, most).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}

function escapeControls(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  const readable = escaped.replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  return readable.replaceAll(/[\u007F-\u009F\u2028\u2029]/g, (each) => {
    return `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** As `plainText`, in double quotes. */
export function quote(text: string, most = 80): string {
  return `"${plainText(text, most)}"`;
}

/** The start of a line's bytes as text; bytes that are no UTF-8 become U+FFFD. */
export function headOf(bytes: Buffer, most = 400): string {
  return bytes.toString('utf8', 0, most);
}

/** `1 line`, `3 lines`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A length of time as people say it: `0 ms`, `41 ms`, `60.0 s`. */
export function duration(micros: Micros): string {
  const ms = Math.max(0, micros) / 1000;
  return ms < 1000
    ? `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`
    : `${(ms / 1000).toFixed(1)} s`;
}

/** An id as spelled on the wire. */
export function idText(id: RpcId | undefined): string {
  if (!id) return 'none';
  return id.kind === 'null' ? 'null' : plainText(id.text, 40);
}

/** What a user calls a request: `tools/call probe (id 2)`. */
export function requestName({ message }: Located<Request>): string {
  const name = message.method === 'tools/call' ? stringMember(message.params, 'name') : undefined;
  const what =
    plainText(message.method, 60) + (name === undefined ? '' : ` ${plainText(name, 60)}`);
  return `${what} (id ${idText(message.id)})`;
}

/** A JSON pointer in the form that people read: `$.result.content[0].text`. */
export function jsonPath(pointer: string): string {
  const path = (pointerSteps(pointer) ?? []).map((step) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `.${step}` : `[${quote(step, 40)}]`;
  });
  return `$${path.join('')}`;
}

/** What a message's end is called on its medium. */
export function streamOf(side: 'client' | 'server'): string {
  return side === 'server' ? 'stdout' : "the server's stdin";
}
