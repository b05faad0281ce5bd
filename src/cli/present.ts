import { SadapError } from '../errors.ts';
import { renderSessionJson } from '../view/json/session.ts';
import type { Filter } from '../view/terminal/filter.ts';
import { rawFrames, renderRaw } from '../view/terminal/raw.ts';
import { renderSession } from '../view/terminal/session.ts';
import { renderSummary } from '../view/terminal/summary.ts';
import type { Analysis } from './analysis.ts';
import { looks, printed, printLines } from './output.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/**
 * Prints a session on standard output as the options ask: JSON lines, the exact bytes of its frames,
 * or the annotated view with its summary.
 */
export async function present(
  analysis: Analysis,
  options: Options,
  filter: Filter = {},
): Promise<void> {
  if (options['raw'] === true) return presentRaw(analysis, filter);
  if (options['json'] === true) {
    return printLines(renderSessionJson({ ...analysis, cost: analysis.cost() }, filter));
  }
  return printLines(viewLines(analysis, options, filter));
}

/** Bytes for a pipe or file; on a terminal they would be obeyed, so there they are escaped. */
async function presentRaw(analysis: Analysis, filter: Filter): Promise<void> {
  if (process.stdout.isTTY) return printLines(renderRaw(analysis, filter));
  for (const piece of rawFrames(analysis, filter)) {
    if (!(await printed(piece))) return;
  }
}

function* viewLines(analysis: Analysis, options: Options, filter: Filter): Generator<string> {
  const style = looks(options);
  if (options['quiet'] !== true) {
    const only = partOf(textOption(options, 'only'));
    const full = options['full'] === true;
    yield* renderSession(analysis, { ...style, ...filter, only, full, now: Date.now() * 1000 });
    yield '';
  }
  yield* renderSummary({ ...analysis, cost: analysis.cost() }, style);
}

function partOf(text: string | undefined): 'model' | 'envelope' | undefined {
  if (text === undefined || text === 'model' || text === 'envelope') return text;
  throw new SadapError('usage', '--only is model or envelope');
}
