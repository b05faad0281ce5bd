import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { readingAt, table } from './readings.ts';

const request = (id: number, method: string, params: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const text = (value: string, isError: boolean) => ({
  content: [{ text: value, type: 'text' }],
  isError,
});

/** The asrama server in short: an opening, a tool, a call that works, a soft error and a real one. */
const session = conversation({ label: 'asrama' })
  .initialized('2025-06-18', { instructions: 'Akses read-only ke data anak asrama.' })
  .client(request(2, 'tools/list', {}))
  .server({
    jsonrpc: '2.0',
    id: 2,
    result: {
      tools: [{ description: 'Cari anak.', inputSchema: { type: 'object' }, name: 'cari_anak' }],
    },
  })
  .client(request(3, 'tools/call', { name: 'cari_anak', arguments: { kelas: '7A' } }))
  .server({ jsonrpc: '2.0', id: 3, result: text('{\n  "total": 2\n}', false) })
  .client(request(4, 'tools/call', { name: 'detail_anak', arguments: { id_anak: 'X999' } }))
  .server({ jsonrpc: '2.0', id: 4, result: text('{"error": "404"}', false) })
  .client(request(5, 'tools/call', { name: 'absensi_harian', arguments: {} }))
  .server({ jsonrpc: '2.0', id: 5, result: text('tanggal: field required', true) })
  .session();

describe('the asrama session', () => {
  verifies('reading/asrama');

  it('gives the model exactly these texts', () => {
    const readings = session.messages.map((each) => readMessage(each, session, profileOf()));
    expect(
      readings.flatMap((each) => each.texts.map((one) => `${one.way} ${one.place}: ${one.text}`)),
    ).toEqual([
      'read system: Akses read-only ke data anak asrama.',
      'read tools[0].description: Cari anak.',
      'read tools[0].input_schema: {"type":"object"}',
      'read tools[0].name: mcp__asrama__cari_anak',
      'wrote tool_use.name: mcp__asrama__cari_anak',
      'wrote tool_use.input: {"kelas":"7A"}',
      'read tool_result.content[0]: {\n  "total": 2\n}',
      'wrote tool_use.name: mcp__asrama__detail_anak',
      'wrote tool_use.input: {"id_anak":"X999"}',
      'read tool_result.content[0]: {"error": "404"}',
      'wrote tool_use.name: mcp__asrama__absensi_harian',
      'wrote tool_use.input: {}',
      'read tool_result.content[0]: tanggal: field required',
    ]);
  });

  it('leaves no member without a fate that the makers name, and none unknown', () => {
    const kinds = session.messages.flatMap((each) =>
      readMessage(each, session, profileOf()).fates.map((fate) => fate.kind),
    );
    expect(new Set(kinds)).toEqual(new Set(['envelope', 'host', 'reads', 'renamed', 'wrote']));
  });

  it('shows a result as the design draws it', () => {
    expect(table(readingAt(session, 6).fates)).toEqual({
      '/jsonrpc': 'envelope',
      '/id': 'envelope',
      '/result/content/0/text': 'reads: tool_result.content[0]',
      '/result/content/0/type': 'reads: tool_result.content[0]',
      '/result/isError': 'renamed: tool_result.is_error',
    });
  });
});
