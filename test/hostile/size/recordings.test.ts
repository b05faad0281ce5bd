import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../../support/sadap.ts';
import { figure, scaled } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { argsOf, nameOf, VIEWS } from '../views.ts';
import {
  DEEP,
  NESTED,
  nestedRecording,
  plainRecording,
  SCHEMAS,
  schemaRecording,
} from './bombs.ts';
import { ending, endings } from './endings.ts';

const RECORDINGS: readonly (readonly [name: string, bytes: () => Buffer])[] = [
  ...Object.entries(NESTED).map(
    ([name, json]) => [`${DEEP} levels of ${name}`, () => nestedRecording(json)] as const,
  ),
  ...Object.entries(SCHEMAS).map(
    ([name, schema]) => [`schema: ${name}`, () => schemaRecording(schema)] as const,
  ),
];

/** Tried on each in the short form; of the others each recording has every so manieth, in turn. */
const ALWAYS = new Set([
  'show FILE --host all',
  'check FILE --json',
  'diff FILE OTHER --reading --markdown',
]);
const EVERY = scaled(24, 1);

describe('recordings that explode', () => {
  verifies('hostile:size');
  let views = 0;
  let longest = 0;

  it.each(RECORDINGS.map(([name, bytes], nth) => ({ name, bytes, nth })))(
    'end in every view: $name',
    async ({ bytes, nth }) => {
      const folder = emptyFolder();
      const [file, other] = [join(folder, 'a.ndjson'), join(folder, 'b.ndjson')];
      writeFileSync(file, bytes());
      writeFileSync(other, plainRecording());
      const chosen = VIEWS.filter(
        (view, at) => ALWAYS.has(nameOf(view)) || (at + nth) % EVERY === 0,
      );
      const { wrong, seconds } = await endings(
        chosen.map((view) => [nameOf(view), argsOf(view, file, other)] as const),
      );
      expect(wrong).toEqual([]);
      views += chosen.length;
      longest = Math.max(longest, Number(seconds));
      figure(
        'hostile',
        'values of 10,000 levels, and schemas and patterns without end',
        `${RECORDINGS.length} recordings, ${views} views of them: each ended in its usual way, the longest after ${longest.toFixed(1)} s`,
      );
    },
  );

  it.each(Object.entries(NESTED))('keep every level: %s', async (_, json) => {
    const file = join(emptyFolder(), 'a.ndjson');
    writeFileSync(file, nestedRecording(json));
    const raw = ['export', file, '--to', 'raw', '--side', 'server'];
    const redacted = ['redact', file, '-o', '-', '--keep', 'all', '--member', 'nobody'];
    for (const args of [raw, redacted]) {
      const { ran, wrong } = await ending(args);
      expect(wrong).toEqual([]);
      expect(ran.status).toBe(0);
      expect(ran.stdout).toContain(`{"‹structured key›":${json}}`);
    }
    const { ran } = await ending(['list', file, '--json']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ requests: 9, damage: 0 });
  });
});

describe('logs and clients that nest', () => {
  verifies('hostile:size');

  it.each(Object.entries(NESTED))('are read, or refused in a line: %s', async (_, json) => {
    const folder = emptyFolder();
    const files = {
      'log.log': `2025-06-17T13:29:34.102Z [info] [shop] Message from client: {"method":"ping","params":${json},"jsonrpc":"2.0","id":0}\n2025-06-17T13:29:34.400Z [info] [shop] Message from server: {"jsonrpc":"2.0","id":0,"result":{"x":${json}}}\n`,
      'alone.json': json,
      'wrapped.har': `{"log":{"version":"1.2","entries":[${json}]}}`,
      'line.jsonl': `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${json}}}\n`,
    };
    const runs = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return [name, ['import', join(folder, name), '--dir', join(folder, 'to')]] as const;
    });
    expect((await endings(runs)).wrong).toEqual([]);
  });

  it.each(Object.entries(NESTED))('get the answer that was recorded: %s', async (_, json) => {
    const file = join(emptyFolder(), 'a.ndjson');
    writeFileSync(file, nestedRecording(json));
    const call = `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"‹tool name›","arguments":{"‹argument›":${json}},"_meta":{"progressToken":"t"}}}`;
    const { ran, wrong } = await ending(['serve', file], `${call}\n`);
    expect(wrong).toEqual([]);
    expect(ran.stdout).toContain(`"structuredContent":{"‹structured key›":${json}}`);
  });
});
