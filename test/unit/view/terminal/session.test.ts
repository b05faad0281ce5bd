import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/model/finding.ts';
import { widthOf } from '../../../../src/view/terminal/width.ts';
import { conversation } from '../../../support/conversation.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, inputOf, linesOf, textOf, toolResult } from '../support.ts';

const UNPRINTABLE = /[\p{Cc}\u200b\u202e]/u;

/** Headlines and asides: what stands at the left edge, behind the header. */
function heads(lines: readonly string[]): string[] {
  return lines
    .filter((line) => /^ {0,2}#/.test(line))
    .map((line) => line.replaceAll(/ {2,}/g, '  '));
}

describe('the timeline', () => {
  it('holds everything recorded, in wire order', () => {
    verifies('view:timeline');
    const session = conversation()
      .event({ event: 'started' })
      .stderr('booting')
      .stderr('ready \u001b[2J')
      .server('Server started')
      .server('')
      .client(call(1, 'x'))
      .note('a remark', { target: 5 })
      .server(toolResult(1, 'done'))
      .event({ event: 'timeout', step: 'ping', ms: 5000 })
      .event({ event: 'write-failed', code: 'EPIPE' })
      .event({ event: 'exit', code: null, signal: 'SIGKILL' })
      .end({ closedBy: 'server', exit: { code: null, signal: 'SIGKILL' }, reason: 'disk full' })
      .session();
    expect(heads(linesOf(inputOf(session)))).toEqual([
      '#0  · server  started',
      '#1  · stderr  booting',
      '#2  ·  ready \\x1b[2J',
      '#3  ← stray  +4 ms',
      '#4  ← stray  blank line  +5 ms',
      '#5  → tools/call  x  id 1  +6 ms',
      '#6  · note  a remark (about #5)',
      '#7  ← result  tools/call x  id 1  2 ms after #5',
      '#8  · sadap  ping: no answer within 5 s',
      '#9  · client  could not write to the server: EPIPE',
      '#10 · server  ended, killed by SIGKILL',
      '#11 · end  closed by the server, killed by SIGKILL, disk full',
    ]);
  });

  it('shows damage where it stands, and that there is no end', () => {
    const recording = {
      ...conversation().stderr('one').stderr('two').open().recording(),
      damage: [
        { line: 3, offset: 10, length: 4, why: 'not-an-entry' },
        { line: 5, offset: 90, length: 7, why: 'torn' },
      ],
    } as const;
    const session = { ...conversation().stderr('x').open().session(), recording };
    expect(linesOf(inputOf(session)).slice(-5)).toEqual([
      '#0  · stderr      one',
      '    · damage      line 3 of the file: no entry of a recording, 4 bytes passed over',
      '#1  · stderr      two',
      '    · damage      line 5 of the file: cut off, or still being written, 7 bytes passed over',
      '    · no end      the recording is still being written, or its recorder was killed',
    ]);
  });

  it('keeps long runs of stderr short', () => {
    const talk = conversation();
    for (let index = 0; index < 40; index++) talk.stderr(`line ${index}`);
    const lines = linesOf(inputOf(talk.session()));
    expect(lines.filter((line) => line.includes('line '))).toHaveLength(12);
    expect(lines).toContain('      … 28 more lines of stderr, up to #39');
    const full = linesOf(inputOf(talk.session()), { full: true });
    expect(full.filter((line) => line.includes('line '))).toHaveLength(40);
  });

  it('shows each member of a batch under its own number', () => {
    const session = conversation()
      .client([call(1, 'x'), 7, { jsonrpc: '2.0', method: 'notifications/initialized' }])
      .server([toolResult(1, 'done')])
      .session();
    expect(heads(linesOf(inputOf(session))).slice(0, 6)).toEqual([
      '#0  → batch  of 3  +1 ms',
      '#0.0 → tools/call  x  id 1  +1 ms',
      '#0.1 → stray  +1 ms',
      '#0.2 → notifications/initialized  +1 ms',
      '#1  ← batch  of 1  +2 ms',
      '#1.0 ← result  tools/call x  id 1  1 ms after #0.0',
    ]);
  });
});

describe('headlines', () => {
  verifies('view:relations');

  it('tell how messages belong together', () => {
    const session = conversation()
      .client(call(1, 'x'))
      .server({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: { messages: [] } })
      .client({ jsonrpc: '2.0', id: 1, result: {} })
      .server(toolResult(1, 'no', { isError: true }))
      .server(toolResult(1, 'again'))
      .client(call(2, 'slow'))
      .client({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
      .server(toolResult(2, 'late'))
      .client(call(3, 'y'))
      .server({ jsonrpc: '2.0', id: 3, error: { code: -32602, message: 'Bad \u001b arguments' } })
      .client(call(4, 'z'))
      .server({ jsonrpc: '2.0', id: 44, result: {} })
      .server('{"jsonrpc":"2.0","id":null,"result":{}}')
      .session();
    expect(heads(linesOf(inputOf(session), { width: 200 }))).toEqual([
      '#0  → tools/call  x  id 1  +1 ms',
      '  #1  ← sampling/createMessage  id 1  +2 ms, during #0',
      '  #2  → result  sampling/createMessage  id 1  1 ms after #1',
      '#3  ← result  tools/call x  isError  id 1  3 ms after #0',
      '#4  ← result  tools/call x  id 1  +5 ms, a second answer to #0',
      '#5  → tools/call  slow  id 2  +6 ms, cancelled by #6',
      '#6  → notifications/cancelled  +7 ms, cancels #5',
      '#7  ← result  tools/call slow  id 2  2 ms after #5, late: #6 had cancelled the request',
      '#8  → tools/call  y  id 3  +9 ms',
      '#9  ← error  tools/call y  -32602 Bad \\x1b arguments  id 3  1 ms after #8',
      '#10 → tools/call  z  id 4  +11 ms, never answered',
      '#11 ← result  id 44  +12 ms, nobody asked with this id',
      '#12 ← result  id null  +13 ms, id null answers nobody',
      '#13 · end  closed by the client, exit code 0',
    ]);
  });

  it('name an id that was in use twice', () => {
    const session = conversation()
      .client(call(1, 'x'))
      .client(call(1, 'y'))
      .server(toolResult(1, 'whose?'))
      .session();
    const text = textOf(inputOf(session), { width: 200 });
    expect(text).toContain('2 ms after #0, or answers another request with the same id');
    expect(text).toContain('its id was in use twice: the answer may not be its own');
  });

  it('are followed by what was found there', () => {
    const session = conversation().client(call(1, 'x')).server(toolResult(1, 'x')).session();
    const finding: Finding = {
      rule: 'a/b',
      severity: 'warning',
      side: 'server',
      title: 'something \u202e is wrong',
      places: [{ seq: 1, index: undefined }],
      fix: 'do it',
    };
    const lines = linesOf(inputOf(session, [finding]));
    const at = lines.findIndex((line) => line.startsWith('#1 '));
    expect(lines[at + 1]).toBe('    ! warning: something \\u202e is wrong');
  });
});

describe('what the model gets', () => {
  it('closes each message in numbers', () => {
    const session = conversation()
      .client(call(1, 'x'))
      .server(toolResult(1, 'twelve bytes'))
      .session();
    expect(linesOf(inputOf(session))).toContain(
      '    the model reads 12 bytes, about 3 tokens; 85 bytes on the wire',
    );
  });

  it('can be shown alone: texts, whole, escaped, with their places', () => {
    verifies('view:only-model');
    const text = `first\nsecond \u200b${'word '.repeat(60)}`;
    const session = conversation({ label: 'srv' })
      .stderr('noise')
      .server('stray noise')
      .client(call(1, 'x', { a: 1 }))
      .server(toolResult(1, text))
      .client({ jsonrpc: '2.0', id: 2, method: 'ping' })
      .session();
    const lines = linesOf(inputOf(session), { only: 'model' }).slice(4);
    expect(lines.slice(0, 9).map((line) => line.trimEnd())).toEqual([
      '#2  → tools/call  x                                       id 1       +3 ms',
      '  wrote tool_use.name',
      '    mcp__srv__x',
      '  wrote tool_use.input',
      '    {"a":1}',
      '',
      '#3  ← result      tools/call x                            id 1       1 ms after #2',
      '  reads tool_result.content[0]',
      '    first',
    ]);
    expect(lines[9]).toMatch(/^ {4}second ⟨ZWSP⟩word /);
    expect(lines.join(' ').match(/word/g)).toHaveLength(60);
    expect(lines.join('\n')).not.toContain('noise');
  });
});

describe('filters', () => {
  verifies('view:filters');
  const session = conversation()
    .stderr('log')
    .client(call(1, 'good'))
    .server(toolResult(1, 'fine'))
    .client(call(2, 'bad'))
    .server(toolResult(2, 'no', { isError: true }))
    .server('stray')
    .client({ jsonrpc: '2.0', id: 3, method: 'tools/list' })
    .server({ jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no' } })
    .client({ jsonrpc: '2.0', id: 4, method: 'ping' })
    .session();
  const seqs = (options: object) =>
    heads(linesOf(inputOf(session), options)).map((line) => /#(\d+)/.exec(line)?.[1]);

  it('choose by place', () => {
    expect(
      seqs({
        seq: [
          { from: 0, to: 1 },
          { from: 5, to: 5 },
        ],
      }),
    ).toEqual(['0', '1', '5']);
  });

  it('choose by method, the answers with the requests', () => {
    expect(seqs({ methods: ['tools/call'] })).toEqual(['1', '2', '3', '4']);
    expect(seqs({ methods: ['tools/*'] })).toEqual(['1', '2', '3', '4', '6', '7']);
    expect(seqs({ methods: ['tools.call'] })).toEqual([]);
  });

  it('choose what went wrong, with its other end', () => {
    expect(seqs({ errors: true })).toEqual(['3', '4', '5', '6', '7', '8']);
    expect(seqs({ errors: true, methods: ['ping'] })).toEqual(['8']);
  });
});

describe('any terminal', () => {
  const talk = conversation({ label: '检查\u202e' })
    .stderr('👨\u200d👩\u200d👧'.repeat(50))
    .server(Buffer.from([0x1b, 0x5d, 0xff, 0x07]))
    .initialized('2025-06-18', { instructions: '检查文件内容'.repeat(30) })
    .client(call('id \u001b', '工具\u202e', { ключ: 'e\u0301'.repeat(80) }))
    .server(toolResult('id \u001b', `\u001b[31mred\u0007 ${'读取'.repeat(100)}\r\n\u200b`))
    .server({ jsonrpc: '2.0', id: 9, error: { code: 1, message: '👍🏽'.repeat(60) } })
    .session();
  const input = inputOf(talk, [
    {
      rule: 'a/b',
      severity: 'problem',
      side: 'server',
      title: '检查 '.repeat(60),
      places: [{ seq: 5, index: undefined }],
      fix: '',
    },
  ]);

  it.each([1, 2, 3, 5, 8, 13, 20, 39, 40, 59, 60, 61, 80, 100, 200])(
    'of %i columns is not overrun',
    (width) => {
      verifies('view:any-width', 'view:escape');
      for (const only of [undefined, 'model', 'envelope'] as const)
        for (const full of [false, true])
          for (const line of linesOf(input, { width, only, full })) {
            // One column cannot hold a wide character; a broken one would be worse.
            expect(widthOf(line)).toBeLessThanOrEqual(Math.max(2, width));
            expect(line).not.toMatch(UNPRINTABLE);
          }
    },
  );

  it('without colour says the same', () => {
    verifies('view:colour-no-meaning');
    const plain = textOf(input);
    const coloured = textOf(input, { colour: 'full' });
    expect(coloured).not.toBe(plain);
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  it('shows any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const session = conversation()
          .server(Buffer.from(bytes))
          .stderr(Buffer.from(bytes))
          .session();
        for (const line of linesOf(inputOf(session), { width: 40 }))
          expect(line).not.toMatch(UNPRINTABLE);
      }),
    );
  });
});
