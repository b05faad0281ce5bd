import { SadapError } from '../../errors.ts';
import { type Filter, seqRanges } from '../../view/terminal/filter.ts';
import { isLong } from '../is-long.ts';
import { isMatched, statusOf, tellNoMatch } from '../matched.ts';
import { ALL_HOSTS } from '../profile.ts';
import type { Options, Run } from '../program.ts';
import { loadSource, recordingPath } from '../source.ts';
import { listOption, textOption } from '../values.ts';

/**
 * `sadap show`: one recording in the terminal, as JSON, or as the exact bytes of its frames; 1 when it has
 * nothing of what `--seq` or `-m` asks for.
 * What each way needs is loaded for it alone: a long recording shows its first lines at once.
 */
export const run: Run = async ({ operands, options }) => {
  const filter = filterOf(options);
  const isSensitive = listOption(options, 'sensitive').length > 0;
  const sensitive = isSensitive ? await import('../sensitive.ts') : undefined;
  const wishes = sensitive?.sensitiveWishes(options);
  if (options['follow'] === true) {
    const { follow } = await import('../follow.ts');
    return follow(operands, options, filter);
  }
  const host = textOption(options, 'host');
  const path = recordingPath(operands, options);
  if (!wishes && host !== ALL_HOSTS && options['raw'] !== true && isLong(path)) {
    const { showLong } = await import('../show-long.ts');
    return statusOf(await showLong(path, options, filter), filter);
  }
  const recording = await loadSource(path);
  if (sensitive && wishes) return sensitive.presentSensitive(recording, wishes, options, filter);
  if (host === ALL_HOSTS) {
    const { presentAllHosts } = await import('../compare-hosts.ts');
    return statusOf(await presentAllHosts(recording, options, filter), filter);
  }
  const { analyse } = await import('../analysis.ts');
  const { present } = await import('../present.ts');
  const analysis = await analyse(recording, options);
  await present(analysis, options, filter);
  const hasMatch = isMatched(analysis, filter);
  // The view says it itself.
  const isSilent = options['json'] === true || options['raw'] === true;
  if (!hasMatch && isSilent) tellNoMatch(filter);
  return statusOf(hasMatch, filter);
};

/** Throws `usage` for a range that is none. */
function filterOf(options: Options): Filter {
  const ranges = listOption(options, 'seq').map(rangesOf);
  const methods = listOption(options, 'method');
  return {
    ...(ranges.length === 0 ? {} : { seq: ranges.flat() }),
    ...(methods.length === 0 ? {} : { methods }),
    errors: options['errors'] === true,
  };
}

function rangesOf(text: string) {
  const ranges = seqRanges(text);
  if (ranges) return ranges;
  throw new SadapError('usage', `--seq wants frames such as 4, 4..9, 4.. or ..9, not "${text}"`);
}
