import type { Finding } from '../../../src/model/finding.ts';
import type { Tokenizer } from '../../../src/model/reading.ts';
import type { Session } from '../../../src/model/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import {
  renderSession,
  type ViewInput,
  type ViewOptions,
} from '../../../src/view/terminal/session.ts';

const profile = profileOf();

/** Four letters a token: stable, and no quarter of a second to load. */
export const tokenizer: Tokenizer = {
  name: 'letters / 4',
  exact: false,
  count: (text) => Math.ceil(text.length / 4),
};

/** What a view is made from, with the real readings of the default profile. */
export function inputOf(session: Session, findings: readonly Finding[] = []): ViewInput {
  return {
    session,
    reading: (located) => readMessage(located, session, profile),
    findings,
    tokenizer,
    profile: { title: profile.title, verifiedAt: '2026-11-30' },
  };
}

/** The lines of a session in 100 columns without colour, a day after the profile was verified. */
export function linesOf(input: ViewInput, options: Partial<ViewOptions> = {}): string[] {
  const now = Date.UTC(2026, 11, 1, 12) * 1000;
  return [...renderSession(input, { width: 100, colour: 'none', now, ...options })];
}

export function textOf(input: ViewInput, options: Partial<ViewOptions> = {}): string {
  return `${linesOf(input, options).join('\n')}\n`;
}

/** A result of a tool call with one text, or with these blocks. */
export function toolResult(id: number | string, content: string | object[], more: object = {}) {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return { jsonrpc: '2.0', id, result: { content: blocks, ...more } };
}

export function call(id: number | string, name: string, args: object = {}) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}
