import type { Tier } from '../../compare/rules/table.ts';
import { SadapError } from '../../errors.ts';
import { type ReplayTarget, replaySession } from '../../replay/as-client/replay.ts';
import { loadExpectations } from '../../replay/expect/load.ts';
import { type Expectations, STRICT } from '../../replay/expect/types.ts';
import { renderReplayJson } from '../../view/json/replay.ts';
import { renderReplay } from '../../view/terminal/replay.ts';
import { ignoredPointers, tiersFrom, unfolded } from '../comparing.ts';
import { looks, printLines } from '../output.ts';
import type { Invocation, Options, Run } from '../program.ts';
import { startProgress } from '../progress.ts';
import { reportReplay, targetWords } from '../replaying.ts';
import { tell } from '../tell.ts';
import { assignments, listOption, millisecondsOf, textOption } from '../values.ts';
import { VERSION } from '../version.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** `sadap replay FILE -- COMMAND…`: 1 when something changed. */
export const run: Run = async (invocation) => {
  const { options } = invocation;
  const wanted = await replayOptions(invocation);
  const progress = startProgress(process.stderr, 'replaying: opening the session');
  const onLine = (said: number, of: number) => progress.say(`replaying: ${said} of ${of} lines`);
  const outcome = await replaySession({ ...wanted, onLine }).finally(progress.end);
  const target = targetWords(wanted.target);
  const style = { ...looks(options), brief: options['quiet'] === true };
  await printLines(
    options['json'] === true
      ? renderReplayJson(outcome.report, target)
      : renderReplay(outcome.report, target, style),
  );
  return reportReplay(outcome, tiersFrom(wanted.expectations.failOn ?? 'minor'));
};

/** What the command line asks for; it counts before the expectation file. Throws `usage`. */
async function replayOptions({ operands, options, command }: Invocation) {
  const [file = ''] = operands;
  const expectations = await expectationsOf(options);
  const timeout = textOption(options, 'timeout');
  const env = assignments('--env', listOption(options, 'env'));
  return {
    file,
    target: targetOf(options, command, env),
    expectations,
    execute: options['execute'] === true || expectations.execute === true,
    timeoutMs:
      timeout === undefined
        ? (expectations.timeoutMs ?? DEFAULT_TIMEOUT_MS)
        : millisecondsOf('--timeout', timeout),
    ...outOf(options),
    recorder: `sadap/${VERSION}`,
    tell,
  };
}

function targetOf(
  options: Options,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): ReplayTarget {
  const url = textOption(options, 'url');
  if ((url === undefined) === (command.length === 0))
    throw new SadapError('usage', 'replay wants a server: its command behind --, or --url', {
      hint: 'for example: sadap replay run.ndjson -- node server.js',
    });
  if (url !== undefined) return urlTarget(url, options);
  const cwd = textOption(options, 'cwd') ?? process.cwd();
  const server = { command, cwd, env: { ...process.env, ...env } };
  return { kind: 'command', server, envNames: Object.keys(env) };
}

function urlTarget(url: string, options: Options): ReplayTarget {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new SadapError('usage', '--url wants an http or https URL', {
      hint: 'for example: --url http://127.0.0.1:3000/mcp',
    });
  const ca = textOption(options, 'ca');
  return {
    kind: 'url',
    url,
    headers: headersOf(listOption(options, 'header')),
    ...(ca !== undefined && { ca }),
    insecure: options['insecure'] === true,
  };
}

/** `NAME: value` each. A wrong one is told by its place: it may be a secret. */
function headersOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text, nth) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new SadapError('usage', `--header number ${nth + 1} is no "NAME: value"`);
      return [name.toLowerCase(), value];
    }),
  );
}

async function expectationsOf(options: Options): Promise<Expectations> {
  const file = textOption(options, 'expect');
  const given = file === undefined ? STRICT : await loadExpectations(file);
  // The flags name nothing but tiers and `never`; commander has seen to it.
  const failOn = textOption(options, 'failOn') as Tier | 'never' | undefined;
  return {
    ...given,
    ignore: [...given.ignore, ...ignoredPointers(options)],
    noFold: [...given.noFold, ...unfolded(options)],
    failOn: failOn ?? given.failOn,
  };
}

/** The new recording replaces the old one, is written beside it, or is not kept. */
function outOf(options: Options): { out?: { path: string; force: boolean }; update?: boolean } {
  const path = textOption(options, 'output');
  const update = options['update'] === true;
  if (update && path !== undefined)
    throw new SadapError('usage', '--update and -o exclude each other', {
      hint: '--update puts the new recording in the place of FILE',
    });
  if (update) return { update };
  return path === undefined ? {} : { out: { path, force: options['force'] === true } };
}
