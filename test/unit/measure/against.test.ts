import { describe, expect, it } from 'vitest';
import {
  compareWith,
  fragmentOf,
  locate,
  measure,
  readCapture,
} from '../../../src/measure/index.ts';
import { recordCanary } from '../../../src/measure/session.ts';
import type { Compared } from '../../../src/model/measured.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { comparedLines } from '../../../src/view/terminal/measured.ts';
import { verifies } from '../../support/verifies.ts';
import { captureOf, type MadeUpHost } from './host.ts';

function compared(host: MadeUpHost): Compared {
  const located = locate(readCapture(captureOf(host), 'capture.ndjson'));
  return compareWith(located, profileOf('claude-messages'));
}

const callsThatDiffer = ({ differences }: Compared) => differences.map(({ about }) => about);

const rule = ({ rules }: Compared, name: string) => rules.find((each) => each.rule === name);

/** A host that does what the plain profile says, as far as one made up here can. */
const OBEDIENT: MadeUpHost = {
  tool: ({ name, description, inputSchema }) => ({
    name: `mcp__canary__${String(name).replaceAll(/[^A-Za-z0-9_-]/g, '_')}`,
    ...(description === undefined ? {} : { description }),
    input_schema: inputSchema,
  }),
  result: ({ content, isError }) => ({ content, is_error: isError ?? false }),
};

describe('a capture against a profile', () => {
  verifies('canary.against');

  it('agrees where the host does what the profile says', () => {
    const result = compared(OBEDIENT);
    for (const name of ['tool.description', 'tool.inputSchema', 'tool.title', 'tool.annotations'])
      expect(rule(result, name)).toMatchObject({ differs: 0 });
    // Each description as a member, and as what its tool offers.
    expect(rule(result, 'tool.description')?.agrees).toBe(92);
    expect(callsThatDiffer(result)).not.toContain('call canary_text_two');
    expect(rule(result, 'blocks.text')?.agrees).toBeGreaterThan(100);
  });

  it('shows the rule, the member and both sides where it does not', () => {
    const result = compared({
      ...OBEDIENT,
      tool: (tool) => ({ ...OBEDIENT.tool?.(tool), title: tool['title'] ?? '', description: 'x' }),
      result: () => ({ content: 'nothing' }),
    });
    expect(rule(result, 'tool.description')).toMatchObject({ agrees: 0, differs: 92 });
    expect(callsThatDiffer(result)).toContain('call canary_text_two');
    expect(rule(result, 'tool.title')).toMatchObject({ differs: 2 });
    expect(result.differences).toContainEqual(
      expect.objectContaining({ rule: 'tool.title', predicted: 'dropped', seen: 'unchanged' }),
    );
    const lines = [...comparedLines(result, { width: 100, colour: 'none' })];
    expect(lines[0]).toMatch(/^against claude-messages: \d+ as predicted, \d+ not, \d+ unknown/);
    expect(lines).toContainEqual(expect.stringMatching(/tools\/list .*: dropped, but unchanged$/));
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  it('reads the same session that the canary serves', () => {
    const { session, messages } = recordCanary();
    expect(session.recording.damage).toEqual([]);
    expect(session.orphans).toEqual([]);
    expect(session).toMatchObject({ era: 'legacy', revision: '2025-11-25' });
    expect(messages.get('call canary_talks')?.message.kind).toBe('result');
    expect(messages.get('call canary_talks, notifications/progress')).toBeDefined();
  });
});

describe('the part of a profile that a capture decides', () => {
  verifies('canary.fragment');
  const measured = measure(locate(readCapture(captureOf(OBEDIENT), 'capture.ndjson')));
  const evidence = { ref: 'capture.ndjson', date: '2026-01-01' };
  const fragment = fragmentOf(measured, profileOf('claude-messages'), evidence);

  it('names a fate where all members arrived alike', () => {
    expect(fragment.rules).toMatchObject({
      'tool.description': { fate: 'reads', source: 'measured' },
      'tool.title': { fate: 'dropped', source: 'measured' },
    });
    expect(fragment.sources).toEqual({ measured: { kind: 'measured', ...evidence } });
  });

  it('decides nothing where they did not, and nothing of what was never asked for', () => {
    expect(fragment.undecided).toEqual({});
    const forgetful: MadeUpHost = {
      ...OBEDIENT,
      tool: (tool) =>
        tool['name'] === 'canary_full' ? { ...tool, description: 'x' } : OBEDIENT.tool?.(tool),
    };
    const other = measure(locate(readCapture(captureOf(forgetful), 'other.ndjson')));
    const { rules, undecided } = fragmentOf(other, profileOf('claude-messages'), evidence);
    expect(undecided).toMatchObject({ 'tool.description': { unchanged: 45, rewritten: 1 } });
    expect(rules).not.toHaveProperty('tool.description');
    expect(rules).not.toHaveProperty('envelope');
  });
});
