import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { answered, callsOf, describeServer, endingOf, exchangesOf, toolNames } from './support.ts';

describeServer({ program: 'mcp-server-memory', script: 'memory' }, (live) => {
  verifies('servers:recorded', 'servers:bytes', 'servers:explored');

  it('shakes hands and lists its tools', () => {
    const [initialize] = exchangesOf(live(), 'initialize');
    expect(answered(initialize, '/result/serverInfo/name')).toBe('memory-server');
    expect(toolNames(live())).toHaveLength(9);
  });

  it('answers with what it was told', () => {
    const [finds, findsNone] = callsOf(live(), 'search_nodes');
    expect(answered(finds, '/result/structuredContent/entities/0/name')).toBe('Al-Fatih 1');
    expect(answered(findsNone, '/result/structuredContent/entities')).toEqual([]);
    const [graph] = callsOf(live(), 'read_graph');
    expect(answered(graph, '/result/structuredContent/relations/0/relationType')).toBe('seberang');
  });

  it('has the environment of sadap, of which nothing is recorded', () => {
    verifies('servers:environment');
    const { folder, file } = live();
    expect(readFileSync(join(folder, 'graph.jsonl'), 'utf8')).toContain('Al-Fatih 1');
    expect(readFileSync(file, 'utf8')).not.toContain('graph.jsonl');
  });

  it('ends by itself when its input ends', () => {
    verifies('servers:ended');
    expect(endingOf(live())).toEqual(['started', 'stdin-closed', 'exit 0']);
  });
});
