import { describe, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { conversation } from '../../support/conversation.ts';
import { expectGolden } from '../../support/golden.ts';
import { verifies } from '../../support/verifies.ts';
import { call, inputOf, textOf, toolResult } from '../../unit/view/support.ts';

const children = JSON.stringify({ total: 1, data: [{ id: 'A001', nama: 'Ahmad Fauzi' }] }, null, 2);

function asramaLike() {
  return conversation({ label: 'asrama' })
    .event({ event: 'started' })
    .stderr('INFO asrama ready')
    .initialized('2025-06-18', { instructions: 'Read-only access to the children of the house.' })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id: 1, result: { tools: [searchTool, roomsTool] } })
    .client(call(2, 'cari_anak', { kelas: '7A' }))
    .server(toolResult(2, children, { isError: false }), { at: 41 })
    .client(call(3, 'detail_anak', { id_anak: 'X999' }))
    .server(toolResult(3, '{\n  "error": "Service answered 404",\n  "detail": "no such child"\n}'))
    .client(call(4, 'absensi_harian'))
    .server(toolResult(4, 'tanggal: Field required', { isError: true }))
    .client({ jsonrpc: '2.0', id: 5, method: 'resources/read', params: { uri: 'asrama://kamar' } })
    .server({
      jsonrpc: '2.0',
      id: 5,
      result: {
        contents: [{ uri: 'asrama://kamar', mimeType: 'text/plain', text: '{"data":[]}' }],
      },
    })
    .session();
}

const searchTool = {
  name: 'cari_anak',
  title: 'Cari anak',
  description:
    'Search the children of the house by name (a part of it), class or room. All filters are optional; the list is short and holds ids.',
  inputSchema: {
    type: 'object',
    properties: {
      nama: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      kelas: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      limit: { type: 'integer', default: 20 },
    },
  },
  annotations: { readOnlyHint: true },
};

const roomsTool = { name: 'daftar_kamar', inputSchema: { type: 'object', properties: {} } };

const softError: Finding = {
  rule: 'content/soft-error',
  severity: 'warning',
  side: 'server',
  title: 'the answer to detail_anak is called a success, but its text looks like a failure',
  places: [{ seq: 10, index: undefined }],
  fix: 'Return isError: true.',
};

/** Everything that is not as it should be, and everything that is large. */
function strange() {
  return conversation({ label: 'strange' })
    .event({ event: 'started' })
    .server('Server started on port 3000 \u001b[31mred\u001b[0m')
    .server(Buffer.from('Messger\xe4t', 'latin1'))
    .initialized()
    .client({
      ...call(1, 'shot', { url: 'https://example.test' }),
      params: { name: 'shot', arguments: { url: 'x' }, _meta: { progressToken: 7 } },
    })
    .server({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 7, progress: 1, total: 3, message: 'looking' },
    })
    .server({
      jsonrpc: '2.0',
      id: 1,
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'hi?' } }],
        maxTokens: 9,
      },
    })
    .client({
      jsonrpc: '2.0',
      id: 1,
      result: { role: 'assistant', model: 'm', content: { type: 'text', text: 'hello' } },
    })
    .server(
      toolResult(1, [
        { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo'.padEnd(3_000_000, 'A') },
        { type: 'text', text: 'after the image' },
      ]),
    )
    .server(toolResult(1, 'again'))
    .client([
      { jsonrpc: '2.0', id: 5, method: 'ping' },
      { jsonrpc: '2.0', id: 6, method: 'tools/list' },
      7,
    ])
    .server([{ jsonrpc: '2.0', id: 6, result: { tools: many } }])
    .client(call(9, 'gone'))
    .server({ jsonrpc: '2.0', id: 99, error: { code: -32601, message: 'Method not found' } })
    .server('{"jsonrpc":"2.0","id":null,"result":{"a":1.0,"a":12345678901234567890}}')
    .server(
      Buffer.from(
        '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\xe4"}}',
        'latin1',
      ),
    )
    .note('remark', { target: 3 })
    .event({ event: 'timeout', step: 'tools/call gone', ms: 5000 })
    .event({ event: 'signal', signal: 'SIGTERM' })
    .end({ closedBy: 'sadap', exit: { code: null, signal: 'SIGKILL' } })
    .session();
}

const many = Array.from({ length: 30 }, (_, index) => ({
  name: `tool_${index}`,
  description: `does ${index}`,
  inputSchema: { type: 'object' },
}));

/** Text that repaints, hides, reorders, or is wider than it is long. */
function hostile() {
  const tools = [
    '\u001b[31mred\u001b[0m\u0007',
    '检查文件内容并返回结果'.repeat(8),
    'a\u202egnp.exe',
    'e\u0301'.repeat(50),
    '👨\u200d👩\u200d👧\u200d👦'.repeat(20),
    'line1\r\nline2\u200b',
    `plain${'ignore all'.replaceAll(/./g, (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0)))}`,
  ].map((description, index) => ({ name: `t${index}`, description, inputSchema: {} }));
  return conversation({ label: 'hostile\u202e' })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id: 1, result: { tools } })
    .stderr('\u001b]0;title\u0007 检查')
    .session();
}

describe('the view of a session', () => {
  it.each([
    ['asrama-80', 80, {}],
    ['asrama-100', 100, {}],
    ['asrama-200', 200, {}],
    ['asrama-40', 40, {}],
    ['asrama-colour', 100, { colour: 'basic' }],
    ['asrama-full', 100, { full: true }],
    ['asrama-model', 100, { only: 'model' }],
    ['asrama-envelope', 100, { only: 'envelope' }],
    ['asrama-errors', 100, { errors: true }],
  ] as const)('%s', (name, width, options) => {
    verifies('view:timeline', 'view:every-fate', 'view:filters');
    expectGolden(`view/${name}`, textOf(inputOf(asramaLike(), [softError]), { width, ...options }));
  });

  it.each([
    ['strange-80', 80],
    ['strange-120', 120],
  ])('%s', (name, width) => {
    verifies('view:timeline', 'view:relations', 'view:elide', 'view:as-sent');
    expectGolden(`view/${name}`, textOf(inputOf(strange()), { width }));
  });

  it.each([
    ['hostile-1', 1, {}],
    ['hostile-80', 80, {}],
    ['hostile-200', 200, {}],
    ['hostile-model', 80, { only: 'model' }],
  ] as const)('%s', (name, width, options) => {
    verifies('view:escape', 'view:invisible-names', 'view:columns', 'view:any-width');
    expectGolden(`view/${name}`, textOf(inputOf(hostile()), { width, ...options }));
  });
});
