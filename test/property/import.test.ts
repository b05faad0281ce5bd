import { describe, expect, it } from 'vitest';
import { isSadapError } from '../../src/errors.ts';
import { loadLog } from '../../src/interop/import/load.ts';
import { logFrom } from '../../src/interop/import/log.ts';
import { formats } from '../../src/interop/import/registry.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { encodeEntry } from '../../src/recording/encode.ts';
import { recordingFrom } from '../../src/recording/load.ts';
import fc from '../support/fast-check.ts';
import { logSamples } from '../support/log-samples.ts';
import { verifies } from '../support/verifies.ts';

/** Sessions of a log in pieces, or the known error that it gives. Anything else fails the test. */
async function read(pieces: readonly Buffer[], from?: string) {
  try {
    const recordings = await loadLog(await logFrom(pieces, 'x.log', from), 'sadap/test');
    for (const recording of recordings) buildSession(recording);
    return recordings;
  } catch (error) {
    if (!isSadapError(error)) throw error;
    expect(error.message).not.toContain('\n');
    return error;
  }
}

/** The bytes cut at any places. */
function chunked(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((place, index) =>
    Buffer.from(bytes.subarray(place, places[index] ?? bytes.length)),
  );
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const ids = formats.map(({ id }) => id);

describe('importing anything', () => {
  verifies('import.any-bytes');

  it('any bytes give sessions or a known error, by every format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.option(fc.constantFrom(...ids), { nil: undefined }),
        cuts,
        async (bytes, from, places) => {
          await read(chunked(Buffer.from(bytes), places), from);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(ids)(
    'a log of %s with bytes changed, lost, repeated gives sessions or a known error',
    async (id) => {
      const sample = Buffer.from(logSamples[id] ?? '');
      expect(sample.length).toBeGreaterThan(0);
      const change = fc.record({
        at: fc.nat(),
        drop: fc.nat({ max: 40 }),
        insert: fc.oneof(
          fc.constantFrom(
            '{',
            '}',
            '"',
            '[',
            '\n',
            '\0',
            '\\',
            ' { metadata: {',
            '\uFEFF',
            '2025-06-17T13:29:34.074Z [info] [a] ',
          ),
          fc.string({ maxLength: 8 }),
        ),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 6 }),
          cuts,
          fc.boolean(),
          async (changes, places, force) => {
            let bytes: Buffer = sample;
            for (const { at, drop, insert } of changes) {
              const place = at % (bytes.length + 1);
              bytes = Buffer.concat([
                bytes.subarray(0, place),
                Buffer.from(insert),
                bytes.subarray(place + drop),
              ]);
            }
            await read(chunked(bytes, places), force ? id : undefined);
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it.each(ids)('a log of %s is recognised, and gives the same in any chunks', async (id) => {
    const sample = Buffer.from(logSamples[id] ?? '');
    const whole = await read([sample]);
    if (!Array.isArray(whole)) throw whole;
    expect(new Set(whole.map(({ header }) => header.source?.format))).toEqual(new Set([id]));
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        expect(await read(chunked(sample, places))).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('what is imported is a recording that reads as itself', async () => {
    for (const id of ids) {
      const found = await read([Buffer.from(logSamples[id] ?? '')]);
      for (const recording of Array.isArray(found) ? found : []) {
        const entries = recording.items.map((item) => (item.type === 'frame' ? item.entry : item));
        const bytes = Buffer.concat([recording.header, ...entries].map(encodeEntry));
        const again = recordingFrom(bytes, recording.path);
        expect(again.damage).toEqual([]);
        expect(
          again.items.map((item) => (item.type === 'frame' ? item.frame.bytes : item.type)),
        ).toEqual(
          recording.items.map((item) => (item.type === 'frame' ? item.frame.bytes : item.type)),
        );
      }
    }
  });
});

describe('the time of an import', () => {
  verifies('import.any-bytes');

  /** Texts that make a careless reader go back and forth. */
  const nasty: readonly (readonly [name: string, one: string])[] = [
    ['open brackets', '{'],
    ['open arrays', '['],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['spaces', ' '],
    ['a-', 'a-'],
    ['heads', '] ['],
    ['braces with keys', '{"a":'],
    ['box drawing', '│ '],
    ['urls', 'a://b.'],
    ['options', '--a '],
    ['spawn', 'spawn x '],
  ];
  const heads: Readonly<Record<string, string>> = {
    'claude-desktop-mcp': '2025-06-17T13:29:34.074Z [info] [a] ',
    'claude-desktop-server': '2025-06-17T13:29:34.074Z [a] [info] ',
    vscode: '2025-08-03 19:18:56.861 [info] Connection state: ',
    cursor: '2025-02-22 13:07:24.584 [error] [MCP] ',
    'claude-code-text': '[ERROR] MCP server "a": ',
    'gemini-console': "│ ✖  failed to start or connect to MCP server 'a' ",
    'json-rpc': '',
    'json-rpc-document': '',
    har: '{"log":{"entries":[',
    'capture-rows': '',
  };

  it.each(Object.keys(heads))(
    'of %s is linear in the length of a line',
    async (id) => {
      for (const [name, one] of nasty) {
        const time = async (size: number) => {
          const text = (heads[id] ?? '') + one.repeat(Math.ceil(size / one.length));
          const begun = performance.now();
          await read([Buffer.from(text)], id);
          return performance.now() - begun;
        };
        await time(20_000);
        const long = await time(100_000);
        // A quadratic reader takes 25 times as long for it; the bound leaves room for a busy machine.
        expect(long, name).toBeLessThan(8000);
      }
    },
    120_000,
  );
});
