import { expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { answered, describeServer, endingOf, exchangesOf, toolNames } from './support.ts';

const published = {
  program: 'kubernetes-mcp-server',
  script: 'kubernetes',
  era: 'modern',
} as const;

describeServer(published, (live) => {
  verifies('servers:recorded', 'servers:bytes', 'servers:explored');

  it('is asked for its tools at 2025-06-18, without a cluster', () => {
    const methods = live().session.messages.flatMap(({ message }) =>
      'method' in message ? [message.method] : [],
    );
    expect(methods).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
    const [initialize] = exchangesOf(live(), 'initialize');
    expect(answered(initialize, '/result/protocolVersion')).toBe('2025-06-18');
    expect(answered(initialize, '/result/serverInfo/version')).toBe('v0.0.67');
    expect(toolNames(live())).toHaveLength(20);
    expect(toolNames(live())).toContain('pods_list');
  });

  it('sends members of a later revision, which are kept', () => {
    const [list] = exchangesOf(live(), 'tools/list');
    expect(answered(list, '/result/ttlMs')).toBe(0);
    expect(answered(list, '/result/cacheScope')).toBe('public');
  });

  it('ends by itself when its input ends', () => {
    verifies('servers:ended');
    expect(endingOf(live())).toEqual(['started', 'stdin-closed', 'exit 0']);
  });
});
