import { foldRules } from '../../compare/folds.ts';
import { compareSessions } from '../../compare/sessions.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { FOLDER } from '../../replay/snapshot/files.ts';
import {
  checkSnapshot,
  initSnapshot,
  type SnapshotOptions,
  updateSnapshot,
} from '../../replay/snapshot/snapshot.ts';
import { renderReplayJson } from '../../view/json/replay.ts';
import { renderJunit } from '../../view/reports/junit.ts';
import { replayReport } from '../../view/reports/replay.ts';
import { renderSarif } from '../../view/reports/sarif.ts';
import { renderDiff } from '../../view/terminal/diff.ts';
import { count } from '../../view/terminal/format.ts';
import { renderReplayByTier } from '../../view/terminal/replay.ts';
import { captureRedactor } from '../capture-redactor.ts';
import { tiersFrom } from '../comparing.ts';
import { readText } from '../json-text.ts';
import { looks, printLines } from '../output.ts';
import type { Invocation, Options, Run } from '../program.ts';
import { startProgress } from '../progress.ts';
import { redactionRules } from '../redaction.ts';
import { reportReplay } from '../replaying.ts';
import { tellOfSecrets } from '../secrets-notice.ts';
import { shortName } from '../source.ts';
import { openTarget } from '../target.ts';
import { tell } from '../tell.ts';
import { listOption, millisecondsOf, textOption } from '../values.ts';
import { VERSION } from '../version.ts';

/** `sadap snapshot init|check|update`: a server’s answers, kept in its repository. */
export const run: Run = async (invocation) => {
  const [action = ''] = invocation.operands;
  const work = ACTIONS[action];
  if (!work)
    throw new SadapError('usage', `snapshot knows no "${action}"`, {
      hint: 'it is init, check or update',
    });
  return work(invocation);
};

const ACTIONS: { readonly [action: string]: Run } = { init, check, update };

async function init({ options, command }: Invocation): Promise<number> {
  if (command.length === 0)
    throw new SadapError('usage', 'snapshot init wants the command of a server', {
      hint: 'for example: sadap snapshot init -- node server.js',
    });
  const redaction = captureRedactor(options);
  const progress = startProgress(process.stderr, 'recording the snapshot');
  const made = await initSnapshot({
    ...common(options, command),
    ...redaction,
    force: options['force'] === true,
    plan: {
      command,
      era: textOption(options, 'era'),
      revision: textOption(options, 'revision'),
      envNames: listOption(options, 'env'),
      calls: listOption(options, 'call'),
      variables: process.env,
      redaction: redaction.redactor && redactionRules(options),
    },
  }).finally(progress.end);
  const { files, session, differing, execute, failed, named } = made;
  const accepted =
    differing.length === 0 ? 'nothing differs' : count(differing.length, 'difference');
  await printLines([
    `${files.script}  the conversation, to be edited`,
    `${files.recording}  ${count(session.exchanges.length, 'exchange')}`,
    `${files.expectations}  accepted from a second run: ${accepted}`,
  ]);
  for (const each of failed) tell(each);
  if (named.length > 0)
    tell(`the script names ${named.join(', ')}: each check wants it in the environment`);
  if (execute)
    tell('the script makes calls that may change something: each check makes them again');
  if (!(await tellOfSecrets(files.recording)))
    tell(
      `the recording is kept in the repository; see what it holds: sadap redact --scan ${files.recording}`,
    );
  return failed.length === 0 ? EXIT.ok : EXIT.found;
}

async function check({ options, command }: Invocation): Promise<number> {
  const wanted = common(options, command);
  const progress = startProgress(process.stderr, 'checking the snapshot');
  const outcome = await checkSnapshot(wanted).finally(progress.end);
  const { report, expectations } = outcome;
  const tiers = tiersFrom(textOption(options, 'failOn') ?? expectations.failOn ?? 'minor');
  const target = report.b.recording.header.server.command?.join(' ') ?? '';
  const style = { ...looks(options), brief: true };
  await printLines(
    options['json'] === true
      ? renderReplayJson(report, target)
      : renderReplayByTier(report, target, style),
  );
  const found = replayReport(report, tiers, VERSION);
  await write('junit', [...renderJunit(found), ''].join('\n'), options);
  await write('sarif', `${renderSarif(found)}\n`, options);
  return reportReplay(outcome, tiers);
}

async function update({ options, command }: Invocation): Promise<number> {
  const progress = startProgress(process.stderr, 'recording the snapshot anew');
  const done = await updateSnapshot({
    ...common(options, command),
    ...captureRedactor(options),
  }).finally(progress.end);
  const { before, after, files, failed } = done;
  const diff = compareSessions(before, after, { folds: foldRules(), readText });
  await printLines(renderDiff(diff, looks(options)));
  for (const each of failed) tell(each);
  tell(`${files.recording} holds the new answers`);
  await tellOfSecrets(files.recording);
  return failed.length === 0 ? EXIT.ok : EXIT.found;
}

function common(options: Options, command: readonly string[]): SnapshotOptions {
  const timeout = textOption(options, 'timeout');
  return {
    folder: shortName(textOption(options, 'folder') ?? FOLDER),
    command,
    timeoutMs: timeout === undefined ? undefined : millisecondsOf('--timeout', timeout),
    recorder: `sadap/${VERSION}`,
    tell,
  };
}

async function write(name: 'junit' | 'sarif', text: string, options: Options): Promise<void> {
  const file = textOption(options, name);
  if (file === undefined) return;
  await openTarget({ ...options, output: file }, '').write(Buffer.from(text));
}
