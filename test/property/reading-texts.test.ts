import { describe, expect, it } from 'vitest';
import { type JsonNode, nodeAt, pointerTo } from '../../src/model/json.ts';
import type { FateKind, Reading } from '../../src/model/reading.ts';
import { fateAt } from '../../src/reading/fate-at.ts';
import { profileOf } from '../../src/reading/profiles.ts';
import { readMessage } from '../../src/reading/read.ts';
import { RULE_NAMES } from '../../src/reading/rules.ts';
import { everyProfile } from '../support/every-profile.ts';
import fc from '../support/fast-check.ts';
import { anyAsked, anyProfile, sessionOf } from '../support/reading-arbitrary.ts';
import { verifies } from '../support/verifies.ts';

const ARRIVES: readonly (FateKind | undefined)[] = [
  'reads',
  'renamed',
  'rewritten',
  'truncated',
  'inlined',
  'wrote',
];

describe('the texts of a reading', () => {
  it('hold no marker of a member that does not arrive, nor of a shadowed duplicate key', () => {
    verifies('reading/nothing-leaks', 'reading/duplicate-keys');
    fc.assert(
      fc.property(
        anyAsked(),
        fc.oneof(fc.constant(profileOf()), anyProfile()),
        (asked, profile) => {
          const session = sessionOf(asked);
          for (const located of session.messages) {
            const reading = readMessage(located, session, profile);
            const all = reading.texts.map((each) => each.text).join('\n');
            for (const [marker, pointer, counts] of markers(located.message.node))
              if (!counts || !arrives(reading, pointer)) expect(all).not.toContain(marker);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('hold no marker of a member that does not arrive, under every profile', () => {
    verifies('reading/nothing-leaks', 'reading/every-host');
    fc.assert(
      fc.property(anyAsked(), fc.constantFrom(...everyProfile), (asked, profile) => {
        const session = sessionOf(asked);
        for (const located of session.messages) {
          const reading = readMessage(located, session, profile);
          const all = reading.texts.map((each) => each.text).join('\n');
          for (const [marker, pointer, counts] of markers(located.message.node))
            if (!counts || !arrives(reading, pointer)) expect(all).not.toContain(marker);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('come piece by piece from a member or a named rule, under every profile', () => {
    verifies('reading/pieces', 'reading/every-host');
    fc.assert(
      fc.property(anyAsked(), fc.constantFrom(...everyProfile), (asked, profile) => {
        const session = sessionOf(asked);
        for (const located of session.messages) {
          for (const { text, from, parts } of readMessage(located, session, profile).texts) {
            const length = parts?.reduce((sum, each) => sum + each.length, 0) ?? text.length;
            expect(length).toBe(text.length);
            for (const part of parts ?? [{ length, from: from ?? 'nowhere' }]) {
              if (part.from === undefined) expect(RULE_NAMES).toContain(part.rule);
              else expect(nodeAt(located.message.node, part.from), part.from).toBeDefined();
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('are the very values of the members they come from', () => {
    verifies('reading/nothing-leaks');
    fc.assert(
      fc.property(anyAsked(), (asked) => {
        const session = sessionOf(asked);
        for (const located of session.messages) {
          const { texts } = readMessage(located, session, profileOf());
          for (const { text, from = 'nowhere' } of texts)
            expect(valuesOf(nodeAt(located.message.node, from))).toContain(text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('do arrive in the cases that the generator makes', () => {
    const found = fc
      .sample(anyAsked(), { numRuns: 2000, seed: 7 })
      .map(sessionOf)
      .flatMap((session) => session.messages.map((each) => readMessage(each, session, profileOf())))
      .flatMap((each) => each.texts.map((one) => one.place.replaceAll(/\d+/g, 'n')));
    for (const place of [
      'tools[n].name',
      'tools[n].description',
      'tools[n].input_schema',
      'system',
      'tool_use.input',
      'tool_result.content[n]',
      'messages[n].content[n]',
      'messages[].content[n]',
      'sampling.answer[n]',
    ])
      expect(found).toContain(place);
  });
});

function arrives(reading: Reading, pointer: string): boolean {
  return ARRIVES.includes(fateAt(reading.fates, pointer)?.kind);
}

/** What may become of a value: itself, its name with the prefix, or its JSON. */
function valuesOf(node: JsonNode | undefined): string[] {
  if (!node) return [];
  const json = JSON.stringify(plain(node));
  return node.kind === 'string' ? [node.value, `mcp__test__${node.value}`, json] : [json];
}

function plain(node: JsonNode): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map((m) => [m.key, plain(m.value)]));
  if (node.kind === 'array') return node.items.map(plain);
  return node.kind === 'number' ? Number(node.text) : node.value;
}

/** Markers in strings and keys with their pointers; `counts`: not hidden by a later duplicate key. */
function markers(node: JsonNode, pointer = '', counts = true): [string, string, boolean][] {
  if (node.kind === 'string') return MARKER.test(node.value) ? [[node.value, pointer, counts]] : [];
  if (node.kind === 'array')
    return node.items.flatMap((each, index) => markers(each, pointerTo(pointer, index), counts));
  if (node.kind !== 'object') return [];
  return node.members.flatMap((each, index) => {
    const isLast = !node.members.slice(index + 1).some((later) => later.key === each.key);
    const below = pointerTo(pointer, each.key);
    return markers(each.value, below, counts && isLast);
  });
}

const MARKER = /^M\d+M$/;
