/**
 * Rebuilds, from a session with the canary, the requests that each measured host sent, and sets tools
 * and results beside those of its capture (test/hosts/captures). Whether the texts are the same is for
 * predictions.test.ts; here it is the form. What is not alike is what a profile does not say: a
 * description that the host leaves empty, a text that it joins with the one before.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locate, locatedIn, type Sent } from '../../../src/measure/index.ts';
import { recordCanary } from '../../../src/measure/session.ts';
import type { JsonValue } from '../../../src/model/json.ts';
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
  it.each([
    // Two of each format; the numbers are those of the members that the canary has, or nearly.
    ['ai-sdk-7-anthropic', 47, 46],
    ['opencode-anthropic', 46, 45],
    ['ai-sdk-7-chat', 47, 47],
    ['cline-chat', 44, 44],
    ['ai-sdk-7-responses', 47, 46],
    ['codex-responses', 46, 35],
    ['adk-js-gemini', 44, 42],
    ['gemini-cli-gemini', 43, 42],
  ])('%s has %i tools and %i results of the form that was sent', (name, tools, results) => {
    verifies('requests/measured');
    const found = compared(name);
    const said = (each: Alike) => each.differs.slice(0, 5).join('\n');
    expect(found.tools.alike, said(found.tools)).toBeGreaterThanOrEqual(tools);
    expect(found.results.alike, said(found.results)).toBeGreaterThanOrEqual(results);
  });
});

interface Alike {
  readonly alike: number;
  /** Form here and form there, for a failure to tell. */
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
      [...sent.tools].map(([tool, { entry }]) => [tool, keysOf(entry)]),
      (tool) => rebuilt.tools.get(tool) && keysOf(rebuilt.tools.get(tool)?.entry ?? {}),
    ),
    results: alike(
      results.map(([tool, result]) => [tool, formOf(result?.items ?? [])]),
      (tool) => rebuilt.results.get(tool) && formOf(rebuilt.results.get(tool)?.items ?? []),
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

function keysOf(entry: JsonMembers): string {
  return Object.keys(entry).sort().join();
}

/** Members in any order, without ids; of texts only those that name a form. */
function formOf(value: JsonValue | undefined, key = ''): string {
  if (Array.isArray(value)) return `[${value.map((each) => formOf(each)).join()}]`;
  if (typeof value !== 'object' || value === null)
    return key === 'type' || key === 'role' ? String(value) : typeof value;
  const members = Object.entries(value)
    .filter(([name]) => !/^(tool_use_id|tool_call_id|call_id|id|cache_control)$/.test(name))
    .map(([name, each]) => `${name}:${formOf(each, name)}`);
  return `{${members.sort().join()}}`;
}
