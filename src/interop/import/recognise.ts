import { SadapError } from '../../errors.ts';
import { looksLike } from '../../recording/looks-like.ts';
import type { Format, Verdict } from './format.ts';
import { formats } from './registry.ts';
import type { Sample } from './sample.ts';

/** The format whose shape fits most of the sample; of equals the one that comes first in the registry. */
export function recognise(sample: Sample): Format | undefined {
  const best = verdictsOn(sample).reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.format : undefined;
}

/** What to say when nothing fits: what was looked for, and how to go on. */
export function notRecognised(path: string, sample: Sample, start: Buffer): SadapError {
  const kind = looksLike(start.subarray(0, 512));
  const tried = verdictsOn(sample).map(({ format, wanted }) => `${format.id}: ${wanted}`);
  return new SadapError(
    'recording-invalid',
    `${path} is no log of a known kind: it looks like ${kind}`,
    {
      hint: [
        '--from FORMAT reads it as one all the same; in its first lines is none of',
        ...tried,
      ].join('\n'),
    },
  );
}

function verdictsOn(sample: Sample): (Verdict & { readonly format: Format })[] {
  return formats.map((format) => ({ format, ...format.recognise(sample) }));
}
