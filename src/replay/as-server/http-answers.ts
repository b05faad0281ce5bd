import type { Recording } from '../../model/recording.ts';
import type { HttpAnswer } from './tape.ts';

/** Headers of a response that a client acts on, besides those that the transport makes itself. */
const KEPT: ReadonlySet<string> = new Set(['www-authenticate', 'retry-after', 'allow', 'link']);

/** How the server answered each HTTP exchange of a recording, by its number. */
export function httpAnswersOf({ items }: Recording): ReadonlyMap<number, HttpAnswer> {
  const answers = new Map<number, HttpAnswer>();
  for (const item of items) {
    if (item.type !== 'http' || item.from !== 'server') continue;
    const named = (name: string) =>
      item.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
    answers.set(item.call, {
      status: Number(/^\d{3}/.exec(item.start)?.[0] ?? 200),
      isStream: named('content-type').startsWith('text/event-stream'),
      hasSession: named('mcp-session-id') !== '',
      headers: item.headers.filter(([name]) => KEPT.has(name.toLowerCase())),
    });
  }
  return answers;
}
