import type { Recording } from '../../../src/model/recording.ts';
import { encodeEntry } from '../../../src/recording/encode.ts';
import { recordingFrom } from '../../../src/recording/load.ts';
import { EntryReader, type ReadItem } from '../../../src/recording/read.ts';
import { RecordingRedactor } from '../../../src/recording/redact.ts';
import { PERSONAL_SHAPES } from '../../../src/secrets/personal.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import type { RedactionRules } from '../../../src/secrets/rules.ts';
import { conversations, fileOf } from '../support.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

const RULES: RedactionRules = {
  members: new Set(['nik']),
  pointers: [['result', 'content', '*', 'data']],
  patterns: [{ name: 'ticket', shape: /T-\d{4}/g }],
  personal: PERSONAL_SHAPES,
  secrets: true,
};
/** In no file of ours, whatever is around them. */
const PLANTED = ['Zq7vXw2LkP9rTb4N', 'T-4711', '3201234105900001'];
const plants = [
  `>{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"a","arguments":{"nik":"${PLANTED[0]}"}}}`,
  `<{"jsonrpc":"2.0","id":"p","result":{"content":[{"type":"text","text":"of ${PLANTED[0]}, ${PLANTED[1]}; ${PLANTED[2]}"}]}}`,
  `!login with ${PLANTED[0]} for ${PLANTED[2]}`,
  `Server of ${PLANTED[0]} knows ${PLANTED[1]}`,
  '',
].join('\n');

/** Whole recordings without what the rules name. */
export const target: FuzzTarget = {
  promise:
    'what was planted is nowhere in a redacted recording; it is whole, has its entries, and reads as one; redacting it again changes nothing',
  seeds: conversations,
  words: ['"nik":', 'T-4711', '«redacted:nik:1»', '"data":', 'password', 'token=', '@example.com'],
  longest: 4096,
  run: (bytes) => {
    // As an id or a method it would stay.
    if (PLANTED.some((secret) => bytes.includes(secret))) return;
    const file = fileOf(Buffer.concat([bytes, Buffer.from(`\n${plants}`)]));
    const written = redacted(file);
    for (const secret of PLANTED) holds(!written.includes(secret), `a secret is gone: ${secret}`);
    const [before, after] = [recordingFrom(file), recordingFrom(written)];
    holds(after.damage.length === 0, 'a redacted recording is whole');
    same(frames(after), frames(before), 'the frames of a redacted recording');
    holds(
      after.items.some(({ type }) => type === 'redacted'),
      'it says that something went',
    );
    same(redacted(written), written, 'what was redacted, redacted again');
  },
};

function redacted(file: Buffer): Buffer {
  const items = itemsOf(file);
  const redactor = new Redactor(RULES);
  const learner = new RecordingRedactor(redactor);
  for (const item of items) learner.take(item);
  const taking = new RecordingRedactor(redactor);
  const out = [...items.flatMap((item) => taking.take(item)), ...taking.finish()];
  return Buffer.concat(out.map(encodeEntry));
}

function itemsOf(file: Buffer): ReadItem[] {
  const reader = new EntryReader('a');
  return [...reader.push(file), ...reader.end()];
}

/** What each frame is: redaction leaves messages messages. */
function frames({ items }: Recording): string {
  return items
    .flatMap((item) => (item.type === 'frame' ? [`${item.frame.seq} ${item.content.kind}`] : []))
    .join('\n');
}
