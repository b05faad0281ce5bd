import { describe, expect, it } from 'vitest';
import { textModule } from '../../../src/wire/text-module.ts';
import { TextRuns } from '../../../src/wire/text-runs.ts';
import fc from '../../support/fast-check.ts';

/** Where a reader stops that goes byte by byte, and whether it passed a byte from 0x80. */
function expected(bytes: Buffer, start: number) {
  let high = false;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    const next = String.fromCharCode(bytes[at + 1] ?? 0);
    if (byte === 0x5c && '"\\/bfnrt'.includes(next)) at += 2;
    else if (/^\\u[0-9a-fA-F]{4}$/.test(bytes.toString('latin1', at, at + 6))) at += 6;
    else if (byte === 0x5c || byte === 0x22 || byte < 0x20) break;
    else {
      high ||= byte >= 0x80;
      at += 1;
    }
  }
  return { at, high };
}

/** Mostly what stands for itself, so that runs are long, with anything between. */
const content = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('plain text, ', 'x', 'x'.repeat(90)) },
      { weight: 3, arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/') },
      { weight: 1, arbitrary: fc.constantFrom('→', 'é', '\u{1f600}') },
      { weight: 1, arbitrary: fc.constantFrom('\\', '\\u', '\\u00', '"', '\n', '\x1f', '\\x') },
      { weight: 2, arbitrary: fc.constantFrom('\\u00e9', '\\uD83C', '\\u00eg', '\\u12"') },
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.from(parts.join('')));

describe('runs of text inside a string', () => {
  it('end where a reader of single bytes stops, wherever they start', () => {
    const runs = new TextRuns();
    fc.assert(
      fc.property(content, fc.nat(200), (bytes, place) => {
        const start = Math.min(place, bytes.length);
        runs.enter(bytes);
        runs.sawHigh = false;
        const at = runs.text(start);
        expect({ at, high: runs.sawHigh }).toEqual(expected(bytes, start));
      }),
      { numRuns: 3000 },
    );
  });

  it('are the same in a chunk that is too long for the fast code', () => {
    const bytes = Buffer.from(`${'text \\n'.repeat(20_000)}"`);
    const runs = new TextRuns();
    runs.enter(bytes);
    expect(runs.text(0)).toBe(bytes.length - 1);
  });

  it('are found by the fast code alone as well, at every place of a block', () => {
    const module = textModule(1024);
    expect(module).toBeDefined();
    if (!module) return;
    fc.assert(
      fc.property(content, (bytes) => {
        const some = bytes.subarray(0, 1024);
        module.bytes.set(some, module.base);
        const after = module.text(module.base, module.base + some.length);
        const found = { at: (after & 0x7fff_ffff) - module.base, high: after < 0 };
        expect(found).toEqual(expected(some, 0));
      }),
      { numRuns: 3000 },
    );
  });
});
