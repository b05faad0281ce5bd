import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Located } from '../../src/model/message.ts';
import { answerOf, type Session } from '../../src/model/session.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { sessionCost } from '../../src/reading/cost.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { loadTokenizer } from '../../src/reading/tokens.ts';
import { sample, sampleNames } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'recordings/README.md'), 'utf8');
const page = readFileSync(join(root, 'docs/wire/four-asrama-servers.md'), 'utf8');

const columns = ['asrama-sdk-v1', 'asrama-sdk-v2-legacy', 'asrama-sdk-v2-modern', 'asrama-python'];
const sessions = new Map(columns.map((name) => [name, buildSession(sample(name))]));
const profile = profileOf();
const tokenizer = await loadTokenizer();

/** A frame as the page shows it, with the recording and the place that the line before it names. */
interface Quoted {
  readonly name: string;
  readonly seq: number;
  readonly text: string;
}

const QUOTED =
  /\[([\w-]+)\]\(\.\.\/\.\.\/recordings\/\1\.ndjson\) #(\d+)[^\n]*\n\n```text\n(.*?)```/gs;

const quoted: Quoted[] = [...page.matchAll(QUOTED)].map(([, name = '', seq = '', text = '']) => ({
  name,
  seq: Number(seq),
  text,
}));

describe('docs/wire/four-asrama-servers.md', () => {
  verifies('samples:wire-page');

  it('says of each block of code which frame it is', () => {
    expect(quoted.length).toBeGreaterThan(15);
    expect(page.match(/^```text$/gm)).toHaveLength(quoted.length);
  });

  it.each(quoted)('quotes $name #$seq byte for byte', ({ name, seq, text }) => {
    const frame = frameOf(name, seq);
    const pieces = text.replaceAll(/\n */g, '').split('…');
    let from = 0;
    for (const [index, piece] of pieces.entries()) {
      const found = frame.indexOf(piece, from);
      expect({ piece, found: found >= 0 }).toEqual({ piece, found: true });
      if (index === 0 && piece !== '') expect(found).toBe(0);
      from = found + piece.length;
    }
    if (pieces.at(-1) !== '') expect(from).toBe(frame.length);
  });

  it('says what is the same byte for byte', () => {
    const [v1, v2, modern, python] = columns.map(toolsOf);
    expect(frameOf('asrama-sdk-v2-legacy', 3)).toBe(frameOf('asrama-sdk-v1', 3));
    expect(frameOf('asrama-sdk-v2-legacy', 8)).toBe(frameOf('asrama-sdk-v1', 8));
    expect(modern).toBe(v2);
    expect(new Set([v1, v2, python]).size).toBe(3);
    for (const name of columns) expect(frameOf(name, 1)).toBe(openingBy(name));
  });

  it.each([
    ['the opening', opening],
    ['`tools/list`', (session: Session) => answersTo(session, 'tools/list')[0]],
    ['`cari_anak`, class 7A', (session: Session) => answersTo(session, 'tools/call')[0]],
    ['`detail_anak`, not found', (session: Session) => answersTo(session, 'tools/call')[1]],
    ['`absensi_harian`, invalid', (session: Session) => answersTo(session, 'tools/call')[2]],
  ])('counts what the model reads of the answer to %s', (title, answer) => {
    const cells = [...sessions.values()].map((session) => costOf(answer(session), session));
    expect(page).toContain(`| ${title} | ${cells.join(' | ')} |\n`);
  });

  it('counts what some spellings cost', () => {
    const [v1 = '', v2 = '', , python = ''] = columns.map(toolsOf);
    const dialect = (tools: string) => {
      const schema = /"inputSchema":(\{[^[]*"required":\["id_anak"\]\})/.exec(tools)?.[1] ?? '';
      return tokens(schema) - tokens(schema.replace(/"\$schema":"[^"]*",/, ''));
    };
    expect(page).toContain(
      `${dialect(v1)} tokens for each tool of SDK v1, ${dialect(v2)} of SDK v2`,
    );
    const nama = (tools: string) => tokens(/"nama":\{.*?\}(?=,"kelas")/.exec(tools)?.[0] ?? '');
    expect(page).toContain(`${nama(v2)} tokens on SDK v2 and ${nama(python)} in Python`);
  });

  it('counts what the whole conversation costs', () => {
    const costs = [...sessions.values()].map((each) => sessionCost(each, profile, tokenizer));
    const row = (title: string, cell: (cost: (typeof costs)[number]) => string) =>
      `| ${title} | ${costs.map(cell).join(' | ')} |\n`;
    expect(page).toContain(row('bytes from the client', (cost) => `${cost.wireBytes.client}`));
    expect(page).toContain(row('bytes from the server', (cost) => `${cost.wireBytes.server}`));
    expect(page).toContain(
      row('the model reads', ({ read }) => `${read.bytes} bytes, ${read.tokens} tokens`),
    );
    expect(page).toContain(
      row('tools, in every turn', ({ tools }) => `${sum(tools.map((each) => each.tokens))} tokens`),
    );
  });
});

describe('recordings/README.md', () => {
  verifies('samples:readme');
  const rows = new Map(
    [...readme.matchAll(/^\| `([\w-]+)\.ndjson` \|(.*)\|$/gm)].map(([, name = '', rest = '']) => [
      name,
      rest,
    ]),
  );

  it('has a row for each sample', () => {
    expect([...rows.keys()].sort()).toEqual([...sampleNames].sort());
  });

  it.each(sampleNames)('says which server and which command made %s', (name) => {
    const recording = sample(name);
    const { server } = buildSession(recording);
    const row = rows.get(name);
    expect(row).toContain(`${server?.name?.split('/').at(-1)} ${server?.version}`.trim());
    expect(row).toContain(` -- ${recording.header.server.command?.join(' ')}\``);
    expect(row).toContain(`sadap record scripts/${recording.header.server.label}.yaml `);
  });
});

function frameOf(name: string, seq: number): string {
  const item = sample(name).items.find((each) => each.type === 'frame' && each.frame.seq === seq);
  return item?.type === 'frame' ? item.frame.bytes.toString() : `no frame ${seq} in ${name}`;
}

/** What the client opens with: the same for all of one era. */
function openingBy(name: string): string {
  return frameOf(name === 'asrama-sdk-v2-modern' ? name : 'asrama-sdk-v1', 1);
}

/** The tools as they stand in the answer, up to the first array of the last one. */
function toolsOf(name: string): string | undefined {
  const session = sessions.get(name);
  const answer = session && answersTo(session, 'tools/list')[0];
  return answer && /"tools":(\[.*"absensi_harian".*?\])/.exec(answer.bytes.toString())?.[1];
}

function opening(session: Session): Located | undefined {
  return session.exchanges[0] && answerOf(session.exchanges[0]);
}

function answersTo(session: Session, method: string): (Located | undefined)[] {
  return session.exchanges
    .filter(({ request }) => request.message.method === method)
    .map((exchange) => answerOf(exchange));
}

function costOf(answer: Located | undefined, session: Session): string | undefined {
  if (!answer) return undefined;
  const { bytes, texts } = readMessage(answer, session, profile);
  const read = texts.filter(({ way }) => way === 'read');
  const count = sum(read.map(({ text }) => tokens(text)));
  return `${bytes.read} of ${answer.bytes.length} bytes, ${count} tokens`;
}

function tokens(text: string): number {
  return tokenizer.count(text);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
