import { SadapError } from '../errors.ts';
import { currentPlace, hiddenFolder, recordingsIn } from '../recording/location.ts';
import { count } from '../view/terminal/format.ts';
import { shellWord } from '../view/terminal/shell.ts';
import type { Options } from './program.ts';
import { textOption } from './values.ts';

/**
 * There are no recordings in the places where they were looked for; says where there are some.
 *
 * @param options when the place was chosen by them; undefined when it was named
 */
export function noRecordings(places: readonly string[], options?: Options): SadapError {
  const elsewhere = options && recordingsElsewhere(options);
  const make = 'make one with: sadap record -- COMMAND… (alone it records the built-in server)';
  return new SadapError('recording-missing', `there is no recording in ${places.join(', ')}`, {
    hint: elsewhere ?? make,
  });
}

/**
 * `tee` records where its host starts it, mostly into the state folder, which a folder `./recordings`
 * hides. Undefined where none is hidden.
 */
export function recordingsElsewhere(options: Options): string | undefined {
  const dir = textOption(options, 'dir');
  const folder = hiddenFolder({ ...currentPlace(), ...(dir === undefined ? {} : { dir }) });
  const files = folder === undefined ? 0 : howMany(folder);
  if (folder === undefined || files === 0) return undefined;
  return `${count(files, 'recording is', 'recordings are')} where sadap looks when there is no ./recordings: --dir ${shellWord(folder)}`;
}

function howMany(folder: string): number {
  try {
    return recordingsIn(folder).length;
  } catch {
    // Nobody asked for this folder; what is wrong with it is of no use here.
    return 0;
  }
}
