import { describe, expect, it } from 'vitest';
import { groupChanges } from '../../../src/compare/group.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { compare } from './support.ts';

describe('equal changes', () => {
  verifies('diff-views');

  it('of several subjects are one group, of several members each one', () => {
    const opened = (more: object) =>
      conversation()
        .initialized('2025-06-18', { capabilities: { tools: { ...more }, prompts: { ...more } } })
        .session();
    const { changes } = compare(opened({}), opened({ listChanged: true, subscribe: true }));
    const groups = groupChanges(changes).map((group) => group.map(({ pointer }) => pointer));
    expect(groups).toEqual([
      ['/result/capabilities/tools/listChanged', '/result/capabilities/prompts/listChanged'],
      ['/result/capabilities/tools/subscribe', '/result/capabilities/prompts/subscribe'],
    ]);
  });
});
