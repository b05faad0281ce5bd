import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, sadap } from '../../support/sadap.ts';
import { argsOf, membersOf, type Planted, plantedIn, textOf } from './planted.ts';
import type { World } from './world.ts';

const says = join(import.meta.dirname, '../../fixtures/hostile/says.mjs');

/** Everything that is planted in a conversation over stdio. */
export const STDIO = {
  environment: plantedIn('environment'),
  args: plantedIn('argument'),
  params: plantedIn('params'),
  results: plantedIn('result'),
  errors: plantedIn('error'),
  strays: plantedIn('stray'),
  stderr: plantedIn('stderr'),
} as const;

/** What a recording keeps as it was, unless it is told otherwise. */
export const BODIES: readonly Planted[] = [
  ...STDIO.params,
  ...STDIO.results,
  ...STDIO.errors,
  ...STDIO.strays,
  ...STDIO.stderr,
];
/** What no recording keeps. */
export const AROUND: readonly Planted[] = [...STDIO.environment, ...STDIO.args];

/** The command of a server that says all that is planted; nothing else is in its folder. */
export function serverCommand(world: World): string[] {
  const answers = [
    ...STDIO.results.map((each) => ({
      result: {
        content: [{ type: 'text', text: textOf(each) }],
        structuredContent: membersOf(each),
      },
    })),
    ...STDIO.errors.flatMap((each) => [
      { result: { content: [{ type: 'text', text: textOf(each) }], isError: true } },
      { error: { code: -32000, message: textOf(each), data: membersOf(each) } },
    ]),
  ];
  const file = join(world.folder, SAYS);
  const said = { answers, stderr: STDIO.stderr.map(textOf), stdout: STDIO.strays.map(textOf) };
  writeFileSync(file, JSON.stringify(said));
  return [process.execPath, says, file, ...STDIO.args.flatMap(argsOf)];
}

/** The file that the server reads, which is none of ours. */
export const SAYS = 'says.json';

/** The variables that client and server are started with. */
export function environment(world: World): Readonly<Record<string, string>> {
  const planted = STDIO.environment.map(({ value }, nth) => [`PLANTED_TOKEN_${nth}`, value]);
  return { ...world.env, ...Object.fromEntries(planted) };
}

/** Calls with all that is planted in params, and as many more as there are errors. */
export const CALLS: readonly Readonly<Record<string, unknown>>[] = [
  ...STDIO.params.map(membersOf),
  ...STDIO.errors.flatMap(() => [{}, {}]),
];

const message = (rest: object) => `${JSON.stringify({ jsonrpc: '2.0', ...rest })}\n`;

/** What the client sends over stdio. */
export const SENT: string = [
  message({
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'client', version: '1' },
    },
  }),
  message({ method: 'notifications/initialized' }),
  ...CALLS.map((args, nth) =>
    message({ id: nth + 1, method: 'tools/call', params: { name: 'say', arguments: args } }),
  ),
].join('');

/** `sadap tee` between both; its recording is `run.ndjson` in the world's folder. */
export function teeAll(world: World, ...flags: readonly string[]): Promise<Ran> {
  const args = ['tee', '-o', join(world.folder, 'run.ndjson'), ...flags, '--'];
  return sadap([...args, ...serverCommand(world)], {
    cwd: world.here,
    env: environment(world),
    input: SENT,
  });
}
