import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EntryReader } from '../../src/recording/read.ts';
import { findIn } from '../../src/recording/search/matches.ts';
import { searchRecording } from '../../src/recording/search/search.ts';
import { conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { fileOf } from '../support/recording-file.ts';
import { verifies } from '../support/verifies.ts';

/** Small enough that lines cross the ends of blocks, go on behind them, and are too many for one look. */
const SIZES = { block: 400, behind: [64, 300], records: 3, shared: Infinity };

const folder = mkdtempSync(join(tmpdir(), 'sadap-search-'));
const file = join(folder, 'a.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

async function placesOf(text: string, ignoresCase = false): Promise<number[]> {
  const places: number[] = [];
  for await (const { entry } of searchRecording(file, { text, ignoresCase }, SIZES))
    places.push(entry.seq);
  return places;
}

const character = fc.constantFrom(
  'a',
  'A',
  'b',
  'k',
  '\u212a',
  'é',
  'É',
  'ß',
  '@',
  '`',
  '🎉',
  '"',
  '\\',
  '/',
  '\n',
  ' ',
);
const text = fc.array(character, { minLength: 1, maxLength: 4 }).map((each) => each.join(''));

/** A string as JSON may spell it. */
function spelled(value: string): fc.Arbitrary<string> {
  const units = Array.from(value, (each) =>
    fc.constantFrom(
      JSON.stringify(each).slice(1, -1),
      each === '/' ? '\\/' : JSON.stringify(each).slice(1, -1),
      each.split('').map(escapeOf).join(''),
      each
        .split('')
        .map((unit) => escapeOf(unit).toUpperCase().replace('U', 'u'))
        .join(''),
    ),
  );
  return fc.tuple(...units).map((parts) => parts.join(''));
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const said = fc
  .tuple(
    text,
    fc.nat(500),
    fc.constantFrom('client' as const, 'server' as const, 'stderr' as const, 'bytes' as const),
  )
  .chain(([value, long, from]) =>
    spelled(value).map((inner) => ({
      from,
      text: `{"id":1,"result":{"x":"${'.'.repeat(long)}${inner}"}}`,
      plain: value,
    })),
  );

describe('searching', () => {
  verifies('search/spelling');

  it('finds what the full reader finds, however JSON spells it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { maxLength: 12 }),
        text,
        fc.boolean(),
        async (all, wanted, ignoresCase) => {
          const talk = conversation();
          for (const each of all) {
            const bytes = Buffer.concat([Buffer.of(0xff), Buffer.from(each.plain)]);
            if (each.from === 'bytes') talk.stderr(bytes).server(bytes);
            else if (each.from === 'stderr') talk.stderr(each.plain);
            else talk[each.from](each.text);
          }
          const bytes = fileOf(talk.recording());
          writeFileSync(file, bytes);
          const reader = new EntryReader(file);
          const expected = [...reader.push(bytes), ...reader.end()].flatMap((item) =>
            item.kind === 'entry' && findIn(item.entry, { text: wanted, ignoresCase })
              ? [item.entry.seq]
              : [],
          );
          expect(await placesOf(wanted, ignoresCase)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['é', [0, 1]],
    ['"x"', [2, 4]],
    ['a\nb', [3]],
    ['a/b', [4]],
    ['"x":"', [2]],
    ['nowhere', []],
  ])(
    'for %j looks at strings as they read and messages as they are spelled',
    async (wanted, at) => {
      const message = (inner: string) => `{"id":1,"result":${inner}}`;
      const talk = conversation()
        .server(message('{"t":"é"}'))
        .server(message('{"t":"\\u00E9"}'))
        .server(message('{"x":"y"}'))
        .server(message('{"t":"a\\nb"}'))
        .server(message('{"t":"say \\"x\\" of a\\/b"}'));
      writeFileSync(file, fileOf(talk.recording()));
      expect(await placesOf(wanted)).toEqual(at);
    },
  );

  it.each([
    ['TIME', [0, 1, 2]],
    ['été', [3]],
    ['a.b', [4]],
    ['k', []],
  ])('without regard to case finds %j', async (wanted, at) => {
    const message = (inner: string) => `{"id":1,"result":{"t":"${inner}"}}`;
    const talk = conversation()
      .server(message('time'))
      .server(message('Time'))
      .server(message('\\u0054\\u0069ME'))
      .server(message('\\u00c9TÉ'))
      .server(message('A.B'))
      .server(message('axb \u212a'));
    writeFileSync(file, fileOf(talk.recording()));
    expect(await placesOf(wanted, true)).toEqual(at);
  });

  it('finds what is stored in base64 among the rest, in order', async () => {
    const bytes = Buffer.concat([Buffer.of(0xff), Buffer.from('wanted')]);
    const talk = conversation().server(bytes).stderr('wanted').stderr(bytes);
    talk.server('{"id":1,"result":{"base64":"wanted"}}');
    writeFileSync(file, fileOf(talk.recording()));
    expect(await placesOf('wanted')).toEqual([0, 1, 2, 3]);
  });

  it('looks beside the wire at what was said, not at how we hold it', async () => {
    const talk = conversation().event({ event: 'exit', code: 3, signal: null });
    talk.note('a remark', { target: 0 }).end({ exit: { code: 3, signal: null } });
    writeFileSync(file, fileOf(talk.recording()));
    for (const ours of ['"type"', 'closedBy', '"at":', '1796', 'null'])
      expect(await placesOf(ours)).toEqual([]);
    expect(await placesOf('remark')).toEqual([1]);
  });
});
