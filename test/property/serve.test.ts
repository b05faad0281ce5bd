import { describe, expect, it } from 'vitest';
import { normalise } from '../../src/compare/normalise.ts';
import type { Recording } from '../../src/model/recording.ts';
import { parseJson } from '../../src/wire/json.ts';
import { conversation } from '../support/conversation.ts';
import fc from '../support/fast-check.ts';
import { jsonText } from '../support/json-texts.ts';
import { play } from '../support/play.ts';
import { anyPlot, recordingOf } from '../support/session-arbitrary.ts';
import { verifies } from '../support/verifies.ts';

describe('a served recording', () => {
  it('says what the server said, in its order, to a client that says what its client said', () => {
    verifies('serve-exact-bytes', 'serve-in-place', 'serve-concurrency');
    fc.assert(
      fc.property(anyPlot, (plot) => {
        const recording = recordingOf(plot);
        const server = play(recording);
        const said = linesOf(recording, 'client').flatMap((line) => server.say(line));
        said.push(...server.wait(1000));
        expect(said).toEqual(linesOf(recording, 'server'));
        expect(server.player.counts).toMatchObject({ misses: 0, differing: 0, stoodIn: 0 });
      }),
      { numRuns: 300 },
    );
  });

  it('gives each request its own answers alone, whatever else is asked', () => {
    verifies('serve-never-another', 'serve-repeats');
    fc.assert(
      fc.property(anyPlot, fc.infiniteStream(fc.nat(1000)), (plot, chance) => {
        const recording = recordingOf(plot);
        const asked = linesOf(recording, 'client').filter(isCall);
        const answers = answersByQuestion(recording);
        const server = play(recording);
        for (let turn = 0; turn < 10 && asked.length > 0; turn += 1) {
          const line = asked[(chance.next().value ?? 0) % asked.length] ?? '';
          const said = [...server.say(renumbered(line, `t${turn}`)), ...server.wait(500)];
          for (const each of said.filter((text) => text.includes(`"t${turn}"`))) {
            if (each.includes('-32010')) continue;
            expect(answers.get(questionOf(line))).toContain(renumbered(each, 0));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('matches by value: a request is found exactly when it asks the same', () => {
    verifies('serve-matching');
    fc.assert(
      fc.property(jsonText, jsonText, (recorded, asked) => {
        const server = play(
          conversation().client(request(1, recorded)).server('{"id":1,"result":{}}').recording(),
        );
        const [answer = ''] = [...server.say(request(2, asked)), ...server.wait(500)];
        expect(answer.includes('"result"')).toBe(meaningOf(recorded) === meaningOf(asked));
      }),
      { numRuns: 500 },
    );
  });
});

function linesOf({ items }: Recording, side: 'client' | 'server'): string[] {
  return items.flatMap((item) =>
    item.type === 'frame' && item.frame.from === side ? [item.frame.bytes.toString()] : [],
  );
}

function isCall(line: string): boolean {
  return line.includes('"tools/call"') && !line.startsWith('[');
}

/** The same line with another id in the place of the first one. */
function renumbered(line: string, id: string | number): string {
  return line.replace(/"id":("[^"]*"|\d+)/, `"id":${JSON.stringify(id)}`);
}

/** What a tool call asks, without what may differ. */
function questionOf(line: string): string {
  const { params } = JSON.parse(line);
  return JSON.stringify([params.name, params.arguments, params.requestState]);
}

/** All answers that a question got, by question; their ids are 0. */
function answersByQuestion(recording: Recording): Map<string, string[]> {
  const asked = new Map<unknown, string>();
  const answers = new Map<string, string[]>();
  for (const line of linesOf(recording, 'client')) {
    const messages = [JSON.parse(line)].flat();
    for (const each of messages)
      if (each.method === 'tools/call') asked.set(each.id, questionOf(JSON.stringify(each)));
  }
  for (const line of linesOf(recording, 'server')) {
    const messages = [JSON.parse(line)].flat();
    for (const each of messages) {
      const question = each.method === undefined ? asked.get(each.id) : undefined;
      if (question === undefined) continue;
      const text = renumbered(JSON.stringify(each), 0);
      answers.set(question, [...(answers.get(question) ?? []), text]);
    }
  }
  return answers;
}

function request(id: number, args: string): string {
  const params = `{"name":"t","arguments":${args}}`;
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;
}

function meaningOf(text: string): string {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? normalise(parsed.node) : 'no JSON';
}
