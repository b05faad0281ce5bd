import { describe, it } from 'vitest';
import type { Fate, ModelText, Reading } from '../../src/model/reading.ts';
import { buildSession } from '../../src/protocol/session.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { expectGolden } from '../support/golden.ts';
import { sample } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';

/** Hosts that treat the same messages most differently. */
const hosts = ['codex-cli', 'gemini-cli', 'cline', 'vercel-ai-sdk'];
const recordings = ['asrama-sdk-v1', 'everything'];

describe.each(recordings)('the sample %s as hosts read it', (name) => {
  const session = buildSession(sample(name));

  it.each(hosts)('%s', (host) => {
    verifies('reading/golden');
    const lines = session.messages.flatMap((located) => {
      const { message, seq, from } = located;
      const what = 'method' in message ? message.method : message.kind;
      const reading = readMessage(located, session, profileOf(host));
      return [`#${seq} ${from} ${what}`, ...linesOf(reading)];
    });
    expectGolden(`readings/${name}-${host}`, `${lines.join('\n')}\n`);
  });
});

function linesOf({ texts, media, fates }: Reading): string[] {
  return [
    ...texts.map(textLine),
    ...media.map((each) => `  media ${each.place}: ${each.mimeType}, ${each.size} bytes`),
    ...schemaLines(fates),
    ...fates
      .filter((each) => each.kind !== 'envelope' && !isInSchema(each))
      .map((each) => `  ${each.pointer} ${each.kind}${each.note ? `: ${each.note}` : ''}`),
  ];
}

function textLine({ way, place, text, parts }: ModelText): string {
  const pieces = parts?.map((each) => each.from ?? `[${each.rule}]`).join(' + ');
  const shown = text.length > 300 ? `${text.slice(0, 280)}… (${text.length})` : text;
  return `  ${way} ${place} ${JSON.stringify(shown)}${pieces ? ` = ${pieces}` : ''}`;
}

const SCHEMA = /^\/result\/tools\/\d+\/inputSchema/;

function isInSchema({ pointer }: Fate): boolean {
  return SCHEMA.test(pointer);
}

/** Fates in schemas are many; their numbers show a change as well. */
function schemaLines(fates: readonly Fate[]): string[] {
  const counts = new Map<string, number>();
  for (const { pointer, kind } of fates.filter(isInSchema)) {
    const key = `${SCHEMA.exec(pointer)?.[0]} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `  ${key} ${count}`);
}
