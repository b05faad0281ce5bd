import { readFileSync } from 'node:fs';
import { EXIT, SadapError } from '../../errors.ts';
import type { Profile } from '../../model/profile.ts';
import { profileOf } from '../../reading/profiles.ts';
import { looks, printLines } from '../output.ts';
import { profileFromFile } from '../profile.ts';
import type { Options, Run } from '../program.ts';
import { listOption, portOf, textOption, wholeNumber } from '../values.ts';

/** `sadap canary`: the server, with `--model` the model endpoint, with `report` what a capture says. */
export const run: Run = async ({ operands, options }) => {
  const [action, capture, ...more] = operands;
  if (action === 'report' && more.length === 0) return report(capture, options);
  if (action !== undefined)
    throw new SadapError('usage', `canary does not know "${operands.join(' ')}"`, {
      hint: 'sadap canary, sadap canary --model, or sadap canary report CAPTURE',
    });
  const { runCanary, runCanaryModel } = await import('../../targets/canary/index.ts');
  const skip = listOption(options, 'skip');
  if (options['model'] !== true) {
    await runCanary({ skip, onePage: options['onePage'] === true });
    return EXIT.ok;
  }
  const parallel = textOption(options, 'parallel');
  await runCanaryModel({
    skip,
    port: listenPort(textOption(options, 'listen')),
    path: textOption(options, 'output'),
    force: options['force'] === true,
    ...(parallel === undefined ? {} : { parallel: wholeNumber('--parallel', parallel, 1, 100) }),
  });
  return EXIT.ok;
};

/** The port of `127.0.0.1:PORT`; nothing beyond this machine may reach the endpoint. */
function listenPort(address: string | undefined): number {
  if (address === undefined) return 0;
  const port = /^(?:(?:127\.0\.0\.1|localhost):)?(\d+)$/.exec(address)?.[1];
  if (port === undefined)
    throw new SadapError('usage', `--listen wants 127.0.0.1:PORT, not "${address}"`);
  return portOf('--listen', port);
}

async function report(path: string | undefined, options: Options): Promise<number> {
  if (path === undefined)
    throw new SadapError('usage', 'canary report wants a CAPTURE', {
      hint: 'Make one: sadap canary --model -o capture.ndjson',
    });
  const [{ compareWith, fragmentOf, locate, measure, readCapture, sentOf, summarise }, view] =
    await Promise.all([
      import('../../measure/index.ts'),
      import('../../view/terminal/measured.ts'),
    ]);
  const located = locate(readCapture(textOfFile(path), path));
  const measured = measure(located);
  const name = textOption(options, 'against');
  const compared = name === undefined ? undefined : compareWith(located, profileNamed(name));
  const rows = summarise(measured);
  if (options['json'] === true) {
    const evidence = { ref: path, date: new Date().toISOString().slice(0, 10) };
    const fragment = fragmentOf(measured, profileOf(), evidence);
    // What came of each call stands in `sent`, to the character.
    const { results: _results, ...members } = measured;
    const sent = sentOf(located);
    await printLines([JSON.stringify({ ...members, rows, sent, fragment, compared })]);
  } else if (compared) await printLines(view.comparedLines(compared, looks(options)));
  else await printLines(view.measuredLines(measured, rows, looks(options)));
  return compared?.rules.some(({ differs }) => differs > 0) ? EXIT.found : EXIT.ok;
}

/** A profile that comes with the program, or one from a file. */
function profileNamed(name: string): Profile {
  return name.endsWith('.json') ? profileFromFile(name) : profileOf(name);
}

/** The text of a file, or of standard input for `-`. */
function textOfFile(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    // Errors of node:fs have a code.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new SadapError('recording-missing', `no file ${path}`);
    throw new SadapError('recording-invalid', `cannot read ${path}: ${code}`, { cause: error });
  }
}
