import { EXIT, SadapError } from '../../errors.ts';
import { type Filter, seqRanges } from '../../view/terminal/filter.ts';
import { analyse } from '../analysis.ts';
import { presentAllHosts } from '../compare-hosts.ts';
import { follow } from '../follow.ts';
import { present } from '../present.ts';
import { ALL_HOSTS } from '../profile.ts';
import type { Options, Run } from '../program.ts';
import { presentSensitive, sensitiveWishes } from '../sensitive.ts';
import { isLong, showLong } from '../show-long.ts';
import { openSource, recordingPath } from '../source.ts';
import { listOption, textOption } from '../values.ts';

/** `sadap show`: one recording in the terminal, as JSON, or as the exact bytes of its frames. */
export const run: Run = async ({ operands, options }) => {
  const filter = filterOf(options);
  const wishes = sensitiveWishes(options);
  if (options['follow'] === true) return follow(operands, options, filter);
  const host = textOption(options, 'host');
  if (!wishes && host !== ALL_HOSTS && options['raw'] !== true) {
    const path = recordingPath(operands, options);
    if (isLong(path)) {
      await showLong(path, options, filter);
      return EXIT.ok;
    }
  }
  const recording = await openSource(operands, options);
  if (wishes) return presentSensitive(recording, wishes, options, filter);
  if (host === ALL_HOSTS) await presentAllHosts(recording, options, filter);
  else await present(await analyse(recording, options), options, filter);
  return EXIT.ok;
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
