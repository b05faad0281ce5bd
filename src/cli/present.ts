import { SadapError } from '../errors.ts';
import { renderSessionJson } from '../view/json/session.ts';
import type { Filter } from '../view/terminal/filter.ts';
import { rawFrames, renderRaw } from '../view/terminal/raw.ts';
import { renderSession, type ViewOptions } from '../view/terminal/session.ts';
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
    await printLines(renderSessionJson({ ...analysis, cost: analysis.cost() }, filter));
    return;
  }
  await printLines(viewLines(analysis, options, filter));
}

/** Bytes for a pipe or file; on a terminal they would be obeyed, so there they are escaped. */
async function presentRaw(analysis: Analysis, filter: Filter): Promise<void> {
  if (process.stdout.isTTY) {
    await printLines(renderRaw(analysis, filter));
    return;
  }
  for (const piece of rawFrames(analysis, filter)) {
    if (!(await printed(piece))) return;
  }
}

function* viewLines(analysis: Analysis, options: Options, filter: Filter): Generator<string> {
  if (options['quiet'] !== true) {
    yield* renderSession(analysis, { ...viewStyle(options), ...filter });
    yield '';
  }
  yield* renderSummary({ ...analysis, cost: analysis.cost() }, looks(options));
}

/** How a session is to be drawn, but for the filter. Throws `usage`. */
export function viewStyle(options: Options): ViewOptions {
  const only = partOf(textOption(options, 'only'));
  const full = options['full'] === true;
  return { ...looks(options), only, full, now: Date.now() * 1000 };
}

function partOf(text: string | undefined): 'model' | 'envelope' | undefined {
  if (text === undefined || text === 'model' || text === 'envelope') return text;
  throw new SadapError('usage', '--only is model or envelope');
}
