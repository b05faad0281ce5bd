import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startService } from '../../src/targets/asrama/service.ts';
import { sadap } from '../support/sadap.ts';
import { samplePath } from '../support/samples.ts';
import { verifies } from '../support/verifies.ts';
import { converse, converseOver } from '../unit/targets/conversation.ts';
import { type Difference, differences, type Intended, judge } from '../unit/targets/differences.ts';
import { askAll, type Era, originalAnswers } from '../unit/targets/exchanges.ts';
import { fixture, obstacle, python } from './support.ts';

if (obstacle) console.warn(`Python tests are skipped: ${obstacle}`);

function conversePython(env: Record<string, string> = {}) {
  const child = spawn(python, [fixture('asrama_server.py')], {
    env: { ...process.env, ASRAMA_API_URL: '', PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return converseOver(child.stdin, child.stdout, once(child, 'close'));
}

const LEAKED: Intended[] = [
  {
    at: '/tools~1list/result/tools/*/description',
    kind: 'changed',
    why: 'the docstring leaks its line breaks and, before Python 3.13, its indentation',
  },
];

/** The members that pydantic and zod write differently, seen from Python. */
const SCHEMAS: Intended[] = [
  { at: '/tools~1list/result/tools/*/inputSchema/$schema', kind: 'extra', why: 'zod' },
  { at: '/tools~1list/result/tools/*/inputSchema/title', kind: 'missing', why: 'pydantic' },
  {
    at: '/tools~1list/result/tools/*/inputSchema/properties/*/title',
    kind: 'missing',
    why: 'pydantic',
  },
  {
    at: '/tools~1list/result/tools/0/inputSchema/properties/*/anyOf',
    kind: 'missing',
    why: 'pydantic spells "string or null" so',
  },
  {
    at: '/tools~1list/result/tools/0/inputSchema/properties/*/type',
    kind: 'extra',
    ours: ['string', 'null'],
    why: 'zod spells it so',
  },
  {
    at: '/absensi_harian without tanggal/result/content/0/text',
    kind: 'changed',
    why: 'each SDK has its own words for invalid arguments',
  },
];

const VERSION: Record<Era, Intended[]> = {
  legacy: [
    {
      at: '/initialize/result/serverInfo/version',
      kind: 'changed',
      ours: '1.0.0',
      why: 'MCPServer has no version unless it is given one',
    },
  ],
  modern: [
    {
      at: '/*/result/_meta/io.modelcontextprotocol~1serverInfo/version',
      kind: 'changed',
      ours: '1.0.0',
      why: 'the same; this era says in every result who answered',
    },
  ],
};

describe.skipIf(obstacle)('the asrama server in Python', () => {
  verifies('asrama-python-equal');

  it('is the original but for its wording', async () => {
    const found = differences(originalAnswers('legacy'), await askAll(conversePython(), 'legacy'));
    expect(judge(found, LEAKED)).toEqual({ unexpected: [], notFound: [] });
  });

  it.each(['legacy', 'modern'] as const)('answers like SDK v2 in the %s era', async (era) => {
    const found: Difference[] = differences(
      await askAll(conversePython(), era),
      await askAll(converse({ softErrors: true }), era),
    );
    const intended = [...LEAKED, ...SCHEMAS, ...VERSION[era]];
    expect(judge(found, intended)).toEqual({ unexpected: [], notFound: [] });
  });

  it('answers the same from the service as from its own data', async () => {
    const service = await startService();
    const fromService = await askAll(conversePython({ ASRAMA_API_URL: service.url }), 'legacy');
    expect(fromService).toEqual(await askAll(conversePython(), 'legacy'));
    await service.close();
  });

  it('says what its sample says: a replay finds nothing', async () => {
    verifies('replay:clean');
    const server = [python, fixture('asrama_server.py')];
    const args = ['replay', samplePath('asrama-python'), '--execute', '--quiet', '--', ...server];
    const ran = await sadap(args, { env: { ASRAMA_API_URL: '', PYTHONDONTWRITEBYTECODE: '1' } });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/\n\d+ same(, \d+ slower)?\n$/);
  });
});
