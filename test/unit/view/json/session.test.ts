import { describe, expect, it } from 'vitest';
import { renderSessionJson } from '../../../../src/view/json/session.ts';
import { conversation } from '../../../support/conversation.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, inputOf, toolResult } from '../support.ts';

describe('the JSON form', () => {
  verifies('view:json');

  it('is one object a line, in wire order', () => {
    const session = conversation({ label: 'srv' })
      .event({ event: 'started' })
      .stderr(Buffer.from([0xff]))
      .stderr('log')
      .server('stray')
      .client(call(1, 'x', { a: 1 }))
      .server({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
      .server(toolResult(1, 'done'))
      .client([{ jsonrpc: '2.0', method: 'notifications/initialized' }, 7])
      .note('mark', { target: 2 })
      .session();
    const finding = {
      rule: 'a/b',
      severity: 'note',
      side: 'nobody',
      title: 't',
      places: [],
      fix: 'f',
    } as const;
    const lines = [...renderSessionJson(inputOf(session, [finding]))].map((line) =>
      JSON.parse(line),
    );
    expect(lines.map((line) => line.type).join(' ')).toBe(
      'session event stderr stderr stray message message message message stray note end finding summary',
    );
    expect(lines[0]).toMatchObject({
      server: { label: 'srv' },
      era: session.era,
      exchanges: 2,
      ended: true,
    });
    expect(lines[2]).toEqual({
      type: 'stderr',
      seq: 1,
      at: '2026-11-30T10:10:00.002000Z',
      base64: '/w==',
    });
    expect(lines[3]).toMatchObject({ text: 'log' });
    expect(lines[4]).toMatchObject({ why: 'not-json', offset: 0, text: 'stray', from: 'server' });
    expect(lines[5]).toMatchObject({
      seq: 4,
      kind: 'request',
      method: 'tools/call',
      subject: 'x',
      id: '1',
      part: 'request',
      outcome: 'answered',
      latencyMs: 2,
      message: call(1, 'x', { a: 1 }),
    });
    expect(lines[5].fates).toContainEqual(
      expect.objectContaining({ pointer: '/params/arguments', kind: 'wrote' }),
    );
    expect(lines[6]).toMatchObject({ within: '4', outcome: 'unanswered' });
    expect(lines[7]).toMatchObject({ kind: 'result', part: 'answer', request: '4', latencyMs: 2 });
    expect(lines[7].texts).toEqual([
      expect.objectContaining({ text: 'done', way: 'read', tokens: 1 }),
    ]);
    expect(lines[8]).toMatchObject({ seq: 7, index: 0, method: 'notifications/initialized' });
    expect(lines[9]).toMatchObject({ seq: 7, index: 1, why: 'not-rpc' });
    expect(lines[10]).toMatchObject({ text: 'mark', target: 2 });
    expect(lines[12]).toEqual({ type: 'finding', ...finding });
    expect(lines[13]).toMatchObject({
      exchanges: 2,
      outcomes: { answered: 1, unanswered: 1 },
      errors: 1,
      findings: 1,
    });
  });

  it('holds each message as sent, last', () => {
    const raw =
      '{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"n":12345678901234567890,"n":-0,"s":"\\u00e9\\/"}}';
    const session = conversation().client(`  ${raw} `).session();
    const [, line] = [...renderSessionJson(inputOf(session))];
    expect(line?.endsWith(`,"message":${raw}}`)).toBe(true);
    expect(JSON.parse(line ?? '').id).toBe('1.0');
  });

  it('stays one line where a body had several', () => {
    const body = '{\n  "jsonrpc": "2.0",\r\n  "method": "a\\nb"\n}';
    const session = conversation().client(Buffer.from(body), { call: 1 }).session();
    const [, line = ''] = [...renderSessionJson(inputOf(session))];
    expect(line).not.toMatch(/[\r\n]/);
    expect(JSON.parse(line).message).toEqual({ jsonrpc: '2.0', method: 'a\nb' });
  });

  it('follows the filters', () => {
    verifies('view:filters');
    const session = conversation()
      .client(call(1, 'x'))
      .server(toolResult(1, 'y'))
      .stderr('z')
      .session();
    const types = (options: object) =>
      [...renderSessionJson(inputOf(session), options)].map((line) => JSON.parse(line).type);
    expect(types({ methods: ['none'] })).toEqual(['session', 'summary']);
    expect(types({ seq: [{ from: 1, to: 2 }] })).toEqual([
      'session',
      'message',
      'stderr',
      'summary',
    ]);
  });
});
