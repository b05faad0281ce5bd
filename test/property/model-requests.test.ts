import { describe, expect, it } from 'vitest';
import { type JsonNode, pointerTo } from '../../src/model/json.ts';
import type { ApiFormat, Profile } from '../../src/model/profile.ts';
import type { FateKind, ModelText } from '../../src/model/reading.ts';
import { refKey, type Session } from '../../src/model/session.ts';
import { fateAt } from '../../src/reading/fate-at.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { type Dialogue, dialogueOf } from '../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../src/reading/requests/index.ts';
import { stepsOf } from '../../src/reading/requests/steps.ts';
import { piecesIn, requestJson } from '../../src/reading/requests/values.ts';
import { refusedBy } from '../support/api-formats/check.ts';
import { anyDialogue, played } from '../support/dialogue-arbitrary.ts';
import { everyProfileName } from '../support/every-profile.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

const APIS = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;

/** Every profile, by name; one whose API is not known in each format. */
const inEachFormat: readonly (readonly [name: string, api: ApiFormat])[] = everyProfileName.flatMap(
  (name) => {
    const { api } = profileOf(name);
    return api === 'unknown' ? APIS.map((each) => [name, each] as const) : [[name, api] as const];
  },
);

const anyHost = fc.constantFrom(...inEachFormat);

function hostOf([name, api]: readonly [string, ApiFormat]): Profile {
  return { ...profileOf(name), api };
}

describe('the requests of a host', () => {
  it('are bodies that its API takes', () => {
    verifies('requests/valid');
    fc.assert(
      fc.property(anyDialogue(), anyHost, (acts, host) => {
        const [session, profile] = [played(acts), hostOf(host)];
        for (const { api, body } of bodies(dialogueOf(session, profile)))
          expect(refusedBy(api, body)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('hold of each result exactly the texts that its reading has', () => {
    verifies('requests/as-read');
    fc.assert(
      fc.property(anyDialogue(), anyHost, (acts, host) => {
        const [session, profile] = [played(acts), hostOf(host)];
        const dialogue = dialogueOf(session, profile);
        const last = dialogue.turns.at(-1);
        if (!last) return;
        const sent = new Map<string, ModelText[]>();
        for (const [, { text, origin }] of piecesIn(requestOf(dialogue, last))) {
          if (origin.kind !== 'read' || !origin.text) continue;
          expect(origin.text.text).toContain(text);
          const key = refKey(origin.target);
          sent.set(key, [...(sent.get(key) ?? []), origin.text]);
        }
        for (const step of stepsOf(last)) {
          if (step.kind !== 'results') continue;
          for (const { result } of step.calls) {
            if (!result.answer) continue;
            const { texts } = readMessage(result.answer, session, profile);
            const isEmptyList = texts.some((each) => each.text === '[]');
            if (!isEmptyList) expect(sent.get(refKey(result.answer)) ?? []).toEqual(texts);
          }
        }
      }),
      { numRuns: 600 },
    );
  });

  it('hold nothing of a member that a reading says is not read', () => {
    verifies('requests/as-read');
    fc.assert(
      fc.property(anyDialogue(), anyHost, (acts, host) => {
        const [session, profile] = [played(acts), hostOf(host)];
        const gone = hidden(session, profile);
        for (const { text } of bodies(dialogueOf(session, profile)))
          for (const marker of gone) expect(text).not.toContain(marker);
      }),
      { numRuns: 300 },
    );
  });

  it('grow: each holds the one before, within a conversation', () => {
    verifies('requests/turns');
    fc.assert(
      fc.property(anyDialogue(), (acts) => {
        const session = played(acts);
        const { turns } = dialogueOf(session, profileOf());
        expect(turns.map((each) => each.number)).toEqual(turns.map((_each, index) => index + 1));
        for (const [index, turn] of turns.entries()) {
          const before = turns[index - 1];
          if (before?.conversation !== turn.conversation) continue;
          expect(stepsOf(turn).slice(0, before.length)).toEqual(stepsOf(before));
        }
        const calls = turns.flatMap(({ answer }) => (answer.kind === 'calls' ? answer.calls : []));
        const asked = session.operations.filter((each) => each.method === 'tools/call');
        expect(calls.map((each) => each.request)).toEqual(
          asked.map((each) => each.exchanges[0]?.request),
        );
      }),
      { numRuns: 200 },
    );
  });
});

function* bodies(dialogue: Dialogue) {
  const { api } = dialogue.profile;
  if (api === 'unknown') throw new Error('a format for each');
  for (const turn of dialogue.turns) {
    const text = requestJson(requestOf(dialogue, turn, { sendable: true }));
    const body: unknown = JSON.parse(text);
    yield { api: api satisfies ApiFormat, body, text };
  }
}

const GONE: readonly (FateKind | undefined)[] = ['dropped', 'host', 'envelope', 'replaced'];

/** Markers of members that the model is not given. */
function hidden(session: Session, profile: Profile): string[] {
  return session.messages.flatMap((located) => {
    const { fates } = readMessage(located, session, profile);
    return markers(located.message.node)
      .filter(([, pointer]) => GONE.includes(fateAt(fates, pointer)?.kind))
      .map(([marker]) => marker);
  });
}

function markers(node: JsonNode, pointer = ''): [string, string][] {
  if (node.kind === 'string')
    return (node.value.match(/M\d+M/g) ?? []).map((each) => [each, pointer]);
  if (node.kind === 'array')
    return node.items.flatMap((each, index) => markers(each, pointerTo(pointer, index)));
  if (node.kind !== 'object') return [];
  return node.members.flatMap((each) => markers(each.value, pointerTo(pointer, each.key)));
}
