import type { Profile } from '../../../src/model/profile.ts';
import type { Reading } from '../../../src/model/reading.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';
import { readingAt } from './readings.ts';

/** A question about a small conversation with the server `Buku Anak`, answered by a profile. */
export type Question = keyof typeof QUESTIONS;

/**
 * What the model reads, by a profile (`name` or `name:variant`): its texts with a bar between, media
 * by their type in brackets; when it reads nothing, the fate of what was asked for.
 */
export function answer(name: string, question: Question): string {
  return QUESTIONS[question](profileOf(name));
}

const QUESTIONS = {
  name: (profile) => ofTool(profile, '/name'),
  'long name': (profile) => ofTool(profile, '/name', { name: 'x'.repeat(130) }),
  'twice the same name': (profile) => ofTools(profile, [TOOL, TOOL], '/name').join(' | '),
  'description of 3,000': (profile) =>
    String(ofTool(profile, '/description', { description: 'd'.repeat(3000) }).length),
  'no description': (profile) => ofTool(profile, '/description', { description: '' }),
  schema: (profile) => ofTool(profile, '/inputSchema'),
  'schema with alternatives': (profile) =>
    ofTool(profile, '/inputSchema', { inputSchema: ALTERNATIVES }),
  title: (profile) => ofTool(profile, '/title'),
  'for apps': (profile) =>
    ofTool(profile, '/name', { _meta: { ui: { visibility: ['app'] } } }, '/_meta'),
  'second page': secondPage,
  'tool 101': (profile) => ofTools(profile, Array(101).fill(TOOL), '/name')[100] ?? '',
  instructions,
  'two texts': (profile) => ofResult(profile, { content: [text('satu'), text('dua')] }),
  both: (profile) => ofResult(profile, { content: [text('satu')], structuredContent: { n: 1 } }),
  'structured content alone': (profile) =>
    ofResult(profile, { content: [], structuredContent: { n: 1 } }, '/structuredContent'),
  empty: (profile) => ofResult(profile, { content: [] }),
  failed: (profile) => ofResult(profile, { content: [text('gagal')], isError: true }),
  flag: (profile) =>
    fateAt(resultOf(profile, { content: [text('gagal')], isError: true }), '/result/isError'),
  image: (profile) => ofResult(profile, { content: [IMAGE] }),
  audio: (profile) => ofResult(profile, { content: [{ ...IMAGE, type: 'audio' }] }),
  link: (profile) =>
    ofResult(profile, { content: [{ type: 'resource_link', name: 'n', uri: 'buku://1' }] }),
  resource: (profile) =>
    ofResult(profile, { content: [resource({ text: 'isi', mimeType: 'text/plain' })] }),
  'for the user': (profile) =>
    ofResult(profile, { content: [{ ...text('satu'), annotations: { audience: ['user'] } }] }),
  '30,000 tokens': (profile) => ofResult(profile, { content: [text('d'.repeat(120_000))] }),
  'JSON-RPC error': (profile) =>
    told(
      readingAt(
        called()
          .server({ ...REPLY, error: ERROR })
          .session(),
        -1,
        profile,
      ),
      '/error/message',
    ),
  'broken promise': brokenPromise,
} as const satisfies Record<string, (profile: Profile) => string>;

const INPUT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { kelas: { type: ['string', 'null'], format: 'uri', minLength: 1 } },
};
const ALTERNATIVES = { type: 'object', properties: {}, anyOf: [{ required: ['kelas'] }] };
const TOOL = { name: 'cari.anak', title: 'Cari', description: 'Cari anak.', inputSchema: INPUT };
const IMAGE = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
const REPLY = { jsonrpc: '2.0', id: 1 };
const ERROR = { code: -32000, message: 'penuh', data: { baris: 7 } };

function text(value: string): object {
  return { type: 'text', text: value };
}

function resource(members: object): object {
  return { type: 'resource', resource: { uri: 'buku://1', ...members } };
}

function asking(method: string, params: object = {}): Conversation {
  return conversation({ label: 'Buku Anak' }).client({ ...REPLY, method, params });
}

function called(): Conversation {
  return asking('tools/call', { name: 'cari', arguments: {} });
}

function ofTool(profile: Profile, member: string, changes: object = {}, other?: string): string {
  const session = asking('tools/list')
    .server({ ...REPLY, result: { tools: [{ ...TOOL, ...changes }] } })
    .session();
  const reading = readingAt(session, -1, profile);
  return toldOf(reading, `/result/tools/0${member}`, `/result/tools/0${other ?? member}`);
}

function ofTools(profile: Profile, tools: readonly object[], member: string): string[] {
  const session = asking('tools/list')
    .server({ ...REPLY, result: { tools } })
    .session();
  const reading = readingAt(session, -1, profile);
  return tools.map((_, index) => toldOf(reading, `/result/tools/${index}${member}`));
}

function secondPage(profile: Profile): string {
  const session = asking('tools/list')
    .server({ ...REPLY, result: { tools: [TOOL], nextCursor: 'c' } })
    .client({ ...REPLY, id: 2, method: 'tools/list', params: { cursor: 'c' } })
    .server({ ...REPLY, id: 2, result: { tools: [{ ...TOOL, name: 'dua' }] } })
    .session();
  return toldOf(readingAt(session, -1, profile), '/result/tools/0/name');
}

function instructions(profile: Profile): string {
  const session = conversation({ label: 'Buku Anak' })
    .initialized('2025-06-18', { instructions: 'Tanya dulu.' })
    .session();
  const reading = readingAt(session, 1, profile);
  const [found] = reading.texts;
  return found ? `${found.place}: ${found.text}` : fateAt(reading, '/result/instructions');
}

function brokenPromise(profile: Profile): string {
  const tool = { ...TOOL, name: 'cari', outputSchema: { type: 'object' } };
  const session = asking('tools/list')
    .server({ ...REPLY, result: { tools: [tool] } })
    .client({ ...REPLY, id: 2, method: 'tools/call', params: { name: 'cari' } })
    .server({ ...REPLY, id: 2, result: { content: [text('satu')] } })
    .session();
  return told(readingAt(session, -1, profile), '/result/content');
}

function resultOf(profile: Profile, result: object): Reading {
  return readingAt(
    called()
      .server({ ...REPLY, result })
      .session(),
    -1,
    profile,
  );
}

function ofResult(profile: Profile, result: object, asked = '/content'): string {
  return told(resultOf(profile, result), `/result${asked}`);
}

function told(reading: Reading, asked: string): string {
  const said = [
    ...reading.texts.map((each) => each.text),
    ...reading.media.map((each) => `[${each.mimeType}]`),
  ];
  return said.length > 0 ? said.join(' | ') : fateAt(reading, asked);
}

/** The text that comes from one member, else the fate of it or of another. */
function toldOf(reading: Reading, member: string, asked = member): string {
  const fate = fateAt(reading, asked);
  const found = reading.texts.find((each) => each.from === member);
  if (found) return found.text;
  const added = reading.texts.find((each) => each.place.endsWith(member.replace(/.*\//, '.')));
  return added && added.from === undefined ? added.text : fate;
}

function fateAt({ fates }: Reading, pointer: string): string {
  const found = fates.find(
    (each) => pointer.startsWith(each.pointer) || each.pointer.startsWith(pointer),
  );
  return `(${found?.kind})`;
}
