import type { HttpClosed, HttpEntry, ProcessEvent } from '../../model/recording.ts';
import { escapeText } from './escape.ts';
import { bytes } from './format.ts';

/** Headers that decide how MCP is spoken; all of them are in `show --json`. */
const SHOWN = /^(mcp-.*|last-event-id|accept|content-type|content-encoding|origin|location)$/i;

/** Start line and the telling headers of a request or response. Printable. */
export function httpText({ call, from, start, headers }: HttpEntry): string {
  const shown = headers.filter(([name]) => SHOWN.test(name));
  const text = shown.map(([name, value]) => `${name}: ${value}`).join('; ');
  const arrow = from === 'client' ? '→' : '←';
  return escapeText(`call ${call} ${arrow} ${start}${text && `  ${text}`}`);
}

/** How an HTTP exchange ended; an alarm when the answer did not arrive whole. */
export function closedText(event: HttpClosed): { readonly text: string; readonly alarm: boolean } {
  const { call, by, complete, events } = event;
  const [what, over] = events === undefined ? ['answer', 'ended'] : ['stream', 'closed'];
  const size = events === undefined ? bytes(event.bytes) : streamText(event, events);
  const who = by === 'sadap' ? by : `the ${by}`;
  const end = complete ? over : `broken off by ${who}`;
  return {
    text: `call ${call}: ${what} ${end} after ${size}`,
    alarm: !complete && by === 'server',
  };
}

function streamText({ answers = 0 }: HttpClosed, events: number): string {
  return `${counted(events, 'event')} and ${counted(answers, 'answer')}`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Why the upstream gave no answer. Not yet escaped. */
export function upstreamText({
  call,
  code,
  text,
}: Extract<ProcessEvent, { event: 'upstream-failed' }>): string {
  return `call ${call}: no answer from the upstream: ${code} ${text}`;
}
