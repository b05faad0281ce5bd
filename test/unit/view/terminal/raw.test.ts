import { describe, expect, it } from 'vitest';
import { rawFrames, renderRaw } from '../../../../src/view/terminal/raw.ts';
import { conversation } from '../../../support/conversation.ts';
import fc from '../../../support/fast-check.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, toolResult } from '../support.ts';

describe('raw frames', () => {
  verifies('view:raw');

  it('come out byte for byte', () => {
    const frame = fc
      .uint8Array({ maxLength: 30 })
      .map((bytes) => Buffer.from(bytes).filter((byte) => byte !== 10));
    fc.assert(
      fc.property(fc.array(fc.tuple(frame, fc.constantFrom('\n', '\r\n'))), (frames) => {
        const talk = conversation();
        for (const [bytes, eol] of frames) talk.server(Buffer.from(bytes), { eol });
        const out = Buffer.concat([...rawFrames({ session: talk.session(), findings: [] }, {})]);
        const wanted = Buffer.concat(frames.flatMap(([bytes, eol]) => [bytes, Buffer.from(eol)]));
        expect(out.equals(wanted)).toBe(true);
      }),
    );
  });

  const session = conversation()
    .stderr('log')
    .server('stray \u001b[31m')
    .client(call(1, 'x'))
    .server(toolResult(1, 'y'))
    .client('{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    .session();
  const input = { session, findings: [] };

  it('are chosen by side and by the filters of the view', () => {
    const first = (options: object) =>
      [...renderRaw(input, options)].map((line) => line.slice(0, 16));
    expect(first({ side: 'server' })).toEqual(['stray \\x1b[31m', '{"jsonrpc":"2.0"']);
    expect(first({ methods: ['tools/call'] })).toHaveLength(2);
    expect(first({ seq: [{ from: 4, to: 4 }] })).toEqual(['{"jsonrpc": "2.0']);
  });

  it('are escaped for a terminal', () => {
    expect([...renderRaw(input, {})][0]).toBe('stray \\x1b[31m');
  });
});
