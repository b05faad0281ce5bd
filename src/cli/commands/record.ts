import { asramaScript } from '../../capture/asrama-script.ts';
import type { RecordOptions } from '../../capture/options.ts';
import { type RecordOutcome, recordSession } from '../../capture/run.ts';
import { type StepResult, stepWords } from '../../capture/step-result.ts';
import { EXIT, SadapError } from '../../errors.ts';
import { escapeText } from '../../view/terminal/escape.ts';
import { captureRedactor } from '../capture-redactor.ts';
import { chosenProfile } from '../profile.ts';
import type { Invocation, Options, Run } from '../program.ts';
import { programPath } from '../program-path.ts';
import { startProgress } from '../progress.ts';
import { tellOfSecrets } from '../secrets-notice.ts';
import { tell } from '../tell.ts';
import { assignments, listOption, millisecondsOf, textOption } from '../values.ts';
import { VERSION } from '../version.ts';

/**
 * `sadap record`: plays a script as the client of a server, records both sides, shows the session.
 * Without a command and a script the server is the built-in one.
 */
export const run: Run = async (invocation) => {
  // A wrong name is told before anything is started.
  chosenProfile(invocation.options);
  const options = recordOptions(invocation);
  const progress = startProgress(process.stderr, 'recording: opening the session');
  let steps = 0;
  const onStep = ({ label }: StepResult) => {
    steps++;
    progress.say(
      `recording: ${steps} ${steps === 1 ? 'step' : 'steps'}, last ${escapeText(label)}`,
    );
  };
  const outcome = await recordSession({ ...options, onStep }).finally(progress.end);
  const found = await show(outcome.path, invocation.options);
  await tellOfSecrets(outcome.path);
  return report(outcome) || found;
};

/** What the command line asks for. Throws `usage`. */
function recordOptions({ operands, options, command }: Invocation): RecordOptions {
  const script = operands[0];
  const timeout = textOption(options, 'timeout');
  const era = eraOf(textOption(options, 'era'));
  const env = listOption(options, 'env');
  return {
    ...(script === undefined && command.length === 0 ? builtInServer(options) : {}),
    ...(script === undefined ? {} : { script }),
    ...(command.length === 0 ? {} : { command }),
    ...named('label', textOption(options, 'label')),
    ...named('cwd', textOption(options, 'cwd')),
    ...named('revision', textOption(options, 'revision')),
    ...(era === undefined ? {} : { era }),
    ...(timeout === undefined ? {} : { timeoutMs: millisecondsOf('--timeout', timeout) }),
    ...(env.length === 0 ? {} : { setEnv: assignments('--env', env) }),
    calls: listOption(options, 'call'),
    out: {
      ...named('path', textOption(options, 'output')),
      ...named('dir', textOption(options, 'dir')),
      force: options['force'] === true,
      ...captureRedactor(options),
    },
    recorder: `sadap/${VERSION}`,
  };
}

/**
 * The main job: the built-in server, told to report one failure as success as its original did, so
 * that the first thing a new user sees is what the findings are for; and asked for the revision of
 * the original's capture, so that the handshake is seen too.
 */
function builtInServer(options: Options): Partial<RecordOptions> {
  const calls = listOption(options, 'call');
  // A revision alone decides the era.
  const isOpen = options['era'] === undefined && options['revision'] === undefined;
  return {
    command: [process.execPath, programPath(), 'asrama', '--soft-errors'],
    label: 'asrama',
    ...(isOpen ? { era: 'legacy', revision: '2025-06-18' } : {}),
    ...(calls.length === 0 ? { script: asramaScript() } : {}),
  };
}

function named<K extends string>(name: K, value: string | undefined): { [P in K]?: string } {
  // The one key that the type names is the one that is set.
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string };
}

function eraOf(text: string | undefined): RecordOptions['era'] {
  if (text === undefined || text === 'auto' || text === 'legacy' || text === 'modern') return text;
  throw new SadapError('usage', '--era is auto, legacy or modern');
}

/**
 * Shows what was recorded, or what is wrong with it; the parts that derive and draw load only now, after
 * the capture. Returns the exit status that a check asks for.
 */
async function show(path: string, options: Options): Promise<number> {
  if (options['check'] === true) {
    const { checkAndPrint } = await import('../check-print.ts');
    return checkAndPrint([path], options);
  }
  const [{ loadRecording }, { analyse }, { present }] = await Promise.all([
    import('../../recording/load.ts'),
    import('../analysis.ts'),
    import('../present.ts'),
  ]);
  await present(await analyse(await loadRecording(path), options), options);
  return EXIT.ok;
}

/** Tells what went wrong on standard error, one line each, and returns the exit status. */
function report({ steps, error, interrupted, exitCode }: RecordOutcome): number {
  for (const step of steps) {
    const { place, details } = step;
    for (const detail of details) {
      const line = stepWords(step, detail);
      if (line !== error?.message) tell(place ? `${place}: ${line}` : line);
    }
  }
  const skipped = steps.filter(({ status }) => status === 'skipped').length;
  if (skipped > 0) tell(`${skipped} ${skipped === 1 ? 'step was' : 'steps were'} not played`);
  if (interrupted) tell(`stopped by ${interrupted}; what was said until then is recorded`);
  if (error) throw error;
  return exitCode;
}
