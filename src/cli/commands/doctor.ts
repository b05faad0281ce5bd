import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  relativeFiles,
  runTrials,
  type TrialOutcome,
  withFullPaths,
} from '../../capture/doctor.ts';
import { type HostEnvironment, hostEnvironments } from '../../capture/host-environments.ts';
import { isDiscovery } from '../../capture/opening.ts';
import { versionFlaw } from '../../check/evidence/jsonrpc-version.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { hostServer } from '../../interop/wrap/host-server.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { loadRecording } from '../../recording/load.ts';
import { renderCheckJson } from '../../view/json/check.ts';
import {
  type DoctorReport,
  type DoctorTrial,
  doctorFindings,
  renderDoctor,
} from '../../view/terminal/doctor.ts';
import { checkAll, checkingOf } from '../checking.ts';
import { looks, printLines } from '../output.ts';
import type { Invocation, Options, Run } from '../program.ts';
import { startProgress } from '../progress.ts';
import { assignments, listOption, millisecondsOf, textOption } from '../values.ts';
import { VERSION } from '../version.ts';
import { choiceOf } from '../wrapping.ts';

/** `sadap doctor`: starts a server as hosts do, in both eras, and says what is wrong; 1 for a problem. */
export const run: Run = async (invocation) => {
  const { options } = invocation;
  const target = targetOf(invocation);
  const kept = textOption(options, 'dir');
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'sadap-doctor-'));
  const progress = startProgress(process.stderr, 'doctor: starting the server');
  try {
    const timeout = textOption(options, 'timeout');
    const outcomes = await runTrials({
      ...target,
      command:
        target.cwd === undefined ? withFullPaths(target.command, process.cwd()) : target.command,
      dir,
      timeoutMs: timeout === undefined ? undefined : millisecondsOf('--timeout', timeout),
      recorder: `sadap/${VERSION}`,
      onStart: ({ environment, era }) => progress.say(`doctor: as ${environment.title}, ${era}`),
    }).finally(progress.end);
    const trials = await checkedTrials(outcomes, options);
    const report = { command: target.command, trials, advice: adviceOf(target, trials) };
    await printLines(linesOf(report, options));
    // A host would not find the file, well as the server works.
    return unfound(target).length > 0 ? EXIT.found : statusOf(report);
  } finally {
    if (kept === undefined) rmSync(dir, { recursive: true, force: true });
  }
};

interface Target {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly environments: readonly HostEnvironment[];
}

/** What the command line names: a command, or a server of a host's configuration. Throws `usage`. */
function targetOf({ options, command }: Invocation): Target {
  const host = textOption(options, 'host');
  const env = assignments('--env', listOption(options, 'env'));
  const environments = hostEnvironments();
  if (host === undefined) {
    if (command.length > 0) return { command, env, cwd: textOption(options, 'cwd'), environments };
    throw new SadapError('usage', 'doctor wants the command of a server, or a host and a server', {
      hint: 'sadap doctor -- node server.js; sadap doctor --host claude-desktop my-server',
    });
  }
  const [name, ...more] = command;
  if (name === undefined || more.length > 0)
    throw new SadapError('usage', `say which server of ${host}`, {
      hint: 'see them with: sadap wrap --list',
    });
  const server = hostServer(host, name, choiceOf(options));
  const own = environments.filter(({ id }) => id === host);
  return {
    command: server.command,
    env: { ...server.env, ...env },
    cwd: textOption(options, 'cwd') ?? server.cwd,
    // Other hosts start servers with the variables that they were started with themselves.
    environments: own.length > 0 ? own : environments.slice(-1),
  };
}

async function checkedTrials(
  outcomes: readonly TrialOutcome[],
  options: Options,
): Promise<DoctorTrial[]> {
  const checking = await checkingOf({ ...options, host: undefined });
  const trials: DoctorTrial[] = [];
  for (const { environment, era, outcome } of outcomes) {
    const [checked] = await checkAll([await loadRecording(outcome.path)], checking);
    if (!checked) throw new Error('a recording was checked');
    const refused = refusalOf(checked.session);
    const works = speaks(checked.session, era) && refused === undefined;
    const error = outcome.error?.message ?? refused;
    trials.push({ host: environment.title, era, checked, works, error });
  }
  return trials;
}

/** Why clients on the SDKs see no answer of this server, although it gave some. */
function refusalOf(session: Session): string | undefined {
  const refused = session.messages.find(
    (each) =>
      each.from === 'server' &&
      each.message.kind !== 'notification' &&
      versionFlaw(session, each) !== undefined,
  );
  return refused && `it sends messages ${versionFlaw(session, refused)}, which clients refuse`;
}

/** Was the era that was asked for agreed on? */
function speaks(session: Session, era: 'legacy' | 'modern'): boolean {
  return session.exchanges.some((exchange) => {
    const { method } = exchange.request.message;
    const opens =
      era === 'legacy' ? method === 'initialize' : /^(server\/discover|tools\/list)$/.test(method);
    const answer = answerOf(exchange)?.message;
    if (!opens || answer?.kind !== 'result') return false;
    return method !== 'server/discover' || isDiscovery(answer.result);
  });
}

/** What the starts say together, that none of them says alone. */
function adviceOf({ command, cwd }: Target, trials: readonly DoctorTrial[]): string[] {
  const legacy = trials.filter(({ era }) => era === 'legacy');
  const failing = legacy.filter(({ works }) => !works);
  const files = unfound({ command, cwd });
  const relative =
    files.length > 0
      ? [
          `Hosts start servers in folders of their own choice, where ${files.join(', ')} is not found: give the full path, as these starts did.`,
        ]
      : [];
  if (failing.length === 0 || failing.length === legacy.length) return relative;
  const names = failing.map(({ host }) => host).join(' and ');
  return [
    ...relative,
    `The server works in one environment and not as ${names} starts it: the difference is the PATH, the other variables, and the working folder. Give full paths, and name the variables that it needs in the configuration of the host.`,
  ];
}

/** Files that the command names as only this folder has them. */
function unfound({ command, cwd }: Pick<Target, 'command' | 'cwd'>): string[] {
  return cwd === undefined ? relativeFiles(command, process.cwd()) : [];
}

function linesOf(report: DoctorReport, options: Options): Iterable<string> {
  if (options['json'] !== true) return renderDoctor(report, looks(options));
  return report.trials.flatMap(({ host, era, works, error, checked }) => [
    JSON.stringify({ type: 'trial', host, era, works, error: error ?? null }),
    ...renderCheckJson([checked]),
  ]);
}

/** A server has to work in the legacy era, which every host speaks; the modern one is optional. */
function statusOf(report: DoctorReport): number {
  const hasProblem = doctorFindings(report).some(({ severity }) => severity === 'problem');
  const fails = report.trials.some(({ era, works }) => era === 'legacy' && !works);
  return hasProblem || fails ? EXIT.found : EXIT.ok;
}
