/**
 * Rebuilds, from a session with the canary, the requests that measured hosts sent, and sets each tool and
 * each result beside that of the capture (test/hosts/captures): form and text, to the character.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locate, locatedIn, type Sent } from '../../../src/measure/index.ts';
import { recordCanary } from '../../../src/measure/session.ts';
import type { ApiFormat } from '../../../src/model/profile.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { dialogueOf } from '../../../src/reading/requests/dialogue.ts';
import { requestOf } from '../../../src/reading/requests/index.ts';
import type { Turn } from '../../../src/reading/requests/steps.ts';
import { requestJson } from '../../../src/reading/requests/values.ts';
import type { JsonMembers } from '../../../src/targets/canary/marker.ts';
import { verifies } from '../../support/verifies.ts';

const hosts = join(import.meta.dirname, '..', '..', 'hosts');

const FORMATS: { readonly [api: string]: ApiFormat } = {
  'anthropic-messages': 'anthropic',
  'openai-chat': 'openai-chat',
  'openai-responses': 'openai-responses',
  gemini: 'gemini',
};

describe('the requests of measured hosts, rebuilt', () => {
  // Two of each format; the numbers are those of the members that the canary has, or nearly: a host adds
  // an empty description, or words that only it knows.
  it.each([
    ['ai-sdk-7-anthropic', 47, 47],
    ['opencode-anthropic', 46, 44],
    ['ai-sdk-7-chat', 47, 47],
    ['cline-chat', 44, 44],
    ['ai-sdk-7-responses', 47, 47],
    ['codex-responses', 46, 44],
    ['adk-js-gemini', 44, 43],
    ['gemini-cli-gemini', 43, 41],
  ])('%s has %i tools and %i results as they were sent', (name, tools, results) => {
    verifies('requests/measured');
    const found = compared(name);
    const said = (each: Alike) => each.differs.slice(0, 5).join('\n');
    expect(found.tools.alike, said(found.tools)).toBeGreaterThanOrEqual(tools);
    expect(found.results.alike, said(found.results)).toBeGreaterThanOrEqual(results);
  });
});

interface Alike {
  readonly alike: number;
  /** What is here and what was sent, for a failure to tell. */
  readonly differs: readonly string[];
}

function compared(name: string): { readonly tools: Alike; readonly results: Alike } {
  const sent = locatedIn(read('captures', name) as Sent);
  const { profile } = read('explained', name) as { readonly profile: string };
  const api = FORMATS[sent.api] ?? 'unknown';
  const { session } = recordCanary();
  const dialogue = dialogueOf(session, { ...profileOf(profile), api });
  const rebuilt = locate(
    dialogue.turns.map((turn, seq) => ({
      seq,
      api: sent.api,
      body: JSON.parse(requestJson(requestOf(dialogue, turn))) as JsonMembers,
      calls: callsOf(turn),
    })),
  );
  const results = [...sent.results].filter(([tool, result]) => result && tool !== '(search)');
  return {
    tools: alike(
      [...sent.tools].map(([tool, { entry }]) => [tool, plain(entry)]),
      (tool) => rebuilt.tools.get(tool) && plain(rebuilt.tools.get(tool)?.entry),
    ),
    results: alike(
      results.map(([tool, result]) => [tool, plain(result?.items)]),
      (tool) => rebuilt.results.get(tool) && plain(rebuilt.results.get(tool)?.items),
    ),
  };
}

function read(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(hosts, folder, `${name}.json`), 'utf8'));
}

function callsOf({ answer }: Turn) {
  if (answer.kind !== 'calls') return [];
  return answer.calls.map(({ tool = '', id, name }) => ({
    tool,
    id,
    name: name.kind === 'text' ? name.text.text : '',
  }));
}

function alike(
  sent: readonly (readonly [tool: string, form: string])[],
  rebuilt: (tool: string) => string | undefined,
): Alike {
  const differs = sent.flatMap(([tool, form]) => {
    const own = rebuilt(tool) ?? 'nothing';
    return own === form ? [] : [`${tool}: ${own} → ${form}`];
  });
  return { alike: sent.length - differs.length, differs };
}

/** JSON with sorted members, without ids, and without the time that only the host knows. */
function plain(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const members = Object.entries(each).filter(([name]) => !ID.test(name));
    return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
  });
  return (text ?? '').replaceAll(/Wall time: \S+ seconds/g, 'Wall time');
}

const ID = /^(tool_use_id|tool_call_id|call_id|id|cache_control)$/;
