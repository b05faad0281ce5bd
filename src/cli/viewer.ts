import { EXIT, SadapError } from '../errors.ts';
import type { Profile } from '../model/profile.ts';
import type { Tokenizer } from '../model/reading.ts';
import { embeddedOf } from '../view/web/data/embedded.ts';
import { oneFilePage } from '../view/web/one-file.ts';
import type { Options } from './program.ts';
import { redactedRecording } from './redacted.ts';
import { shortName } from './source.ts';
import { tellTaken } from './taken.ts';
import { openTarget } from './target.ts';
import { textOption } from './values.ts';
import { pageDataOf, pageParts } from './web-page.ts';

/** Entries of a page that carries them all; a browser has to hold each in three forms. */
const MOST_ENTRIES = 5000;

/** `sadap doc --format html --viewer`: the page of `sadap open` with one recording in it, as one file. */
export async function writeViewer(
  path: string,
  options: Options,
  wishes: { readonly profile: Profile; readonly tokenizer: Tokenizer },
): Promise<number> {
  const { recording, taken } = await redactedRecording(path, options);
  if (recording.items.length > MOST_ENTRIES)
    throw new SadapError(
      'usage',
      `${path} has ${recording.items.length} entries, a page carries ${MOST_ENTRIES}`,
      {
        hint: 'look at it with: sadap open',
      },
    );
  const name = shortName(path);
  const data = pageDataOf(recording, { ...wishes, name, isLive: false });
  const title = textOption(options, 'title') ?? `${data.session().facts[0] ?? name} on the wire`;
  await openTarget(options, path).write(
    Buffer.from(oneFilePage(embeddedOf(data), title, pageParts())),
  );
  tellTaken(taken, name);
  return EXIT.ok;
}
