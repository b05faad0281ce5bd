import { createHash } from 'node:crypto';
import type { Reading } from '../../../src/model/reading.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { readingAt } from './readings.ts';

/** A server and its messages, small but with everything that hosts treat differently. */
export const SERVER = 'cn-ry';

export interface ToolShape {
  readonly name?: string;
  readonly [member: string]: unknown;
}

/** A tool that takes nothing. */
export function toolOf(shape: ToolShape = {}): object {
  return { name: 'canary_text_one', description: 'd', inputSchema: { type: 'object' }, ...shape };
}

/** What a host reads of the result of a call; `tool` is listed before. */
export function resultBy(host: string, result: object, tool: ToolShape = {}): Reading {
  const listed = toolOf(tool);
  const name = 'name' in listed ? listed.name : '';
  const session = asked('tools/list', {}, { tools: [listed] }, conversation({ label: SERVER }), 1);
  asked('tools/call', { name, arguments: {} }, result, session, 2);
  return readingAt(session.session(), -1, profileOf(host));
}

/** What a host reads of a JSON-RPC error that answers a call. */
export function errorBy(host: string, error: object): Reading {
  const session = conversation({ label: SERVER })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rpc', arguments: {} } })
    .server({ jsonrpc: '2.0', id: 1, error })
    .session();
  return readingAt(session, -1, profileOf(host));
}

/** What a host reads of a tool list: all pages of it. */
export function listingBy(
  host: string,
  pages: readonly (readonly object[])[],
  server = SERVER,
): Reading[] {
  const talk = conversation({ label: server });
  for (const [index, tools] of pages.entries()) {
    const next = index < pages.length - 1 ? { nextCursor: `page${index + 1}` } : {};
    const params = index === 0 ? {} : { cursor: `page${index}` };
    asked('tools/list', params, { tools, ...next }, talk, index + 1);
  }
  const session = talk.session();
  return pages.map((_page, index) => readingAt(session, 2 * index + 1, profileOf(host)));
}

/** What a host reads of the server's instructions. */
export function instructionsBy(host: string, instructions: string, label = SERVER): Reading {
  const talk = asked('initialize', {}, { instructions }, conversation({ label }), 1);
  return readingAt(talk.session(), -1, profileOf(host));
}

/** The texts of a reading; media as their type in brackets. */
export function said({ texts, media }: Reading): string[] {
  return [
    ...texts.map((each) => each.text),
    ...media.map(
      (each) =>
        `<${each.mimeType ?? 'media'}${each.place.includes('user') ? ' in a user message' : ''}>`,
    ),
  ];
}

/** Names under which the tools of a reading are offered. */
export function names({ texts }: Reading): string[] {
  return texts.filter((each) => each.place.endsWith('.name')).map((each) => each.text);
}

/** The words for the fates of some members. */
export function kinds({ fates }: Reading, ...pointers: readonly string[]): string[] {
  return pointers.map((pointer) => fates.find((each) => each.pointer === pointer)?.kind ?? '–');
}

export function sha1(text: string, length: number): string {
  return createHash('sha1').update(text).digest('hex').slice(0, length);
}

export const text = (words: string) => ({ type: 'text', text: words });
export const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
export const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
export const link = { type: 'resource_link', uri: 'canary://l', name: 'ln', title: 'lt' };
export const resource = { type: 'resource', resource: { uri: 'canary://r', text: 'rt' } };
export const blob = {
  type: 'resource',
  resource: { uri: 'canary://b', mimeType: 'application/octet-stream', blob: 'AAAA' },
};

function asked(
  method: string,
  params: object,
  result: object,
  talk: Conversation,
  id: number,
): Conversation {
  return talk.client({ jsonrpc: '2.0', id, method, params }).server({ jsonrpc: '2.0', id, result });
}

/** What Codex puts before each result. */
export const WALL = 'Wall time: ‹seconds› seconds\nOutput:';

/** What Gemini CLI puts around each text. */
export function untrusted(words: string): string {
  return `<untrusted_context>\n${words}\n</untrusted_context>`;
}

/** A result of these blocks as JSON. */
export const whole = (...content: object[]) => JSON.stringify({ content });
