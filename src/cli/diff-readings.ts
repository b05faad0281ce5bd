import type { DiffOptions } from '../compare/context.ts';
import { compareReadings } from '../compare/readings/compare.ts';
import type { ReadingSide } from '../compare/readings/side.ts';
import type { SessionDiff } from '../compare/sessions.ts';
import { SadapError } from '../errors.ts';
import type { Located } from '../model/message.ts';
import type { Profile } from '../model/profile.ts';
import type { Reading, Tokenizer } from '../model/reading.ts';
import type { Session } from '../model/session.ts';
import { fateAt } from '../reading/fate-at.ts';
import { profileOf } from '../reading/profiles.ts';
import { readMessage } from '../reading/read.ts';
import { loadTokenizer } from '../reading/tokens.ts';
import { profileFromFile } from './profile.ts';
import type { Options } from './program.ts';
import { listOption, textOption } from './values.ts';

/** Whose models read A and B; undefined without `--reading`. Throws `usage`. */
export function readingHosts(options: Options): readonly [Profile, Profile] | undefined {
  const names = listOption(options, 'host');
  const file = textOption(options, 'profile');
  if (options['reading'] !== true) {
    if (names.length === 0 && file === undefined) return undefined;
    throw new SadapError('usage', '--host and --profile go with --reading', {
      hint: 'what crossed the wire is the same for every host',
    });
  }
  if (names.length > 2)
    throw new SadapError('usage', '--host is given twice at most: for A, then for B');
  const [first, second] =
    file === undefined
      ? [profileOf(names[0]), profileOf(names[1] ?? names[0])]
      : [profileFromFile(file), profileFromFile(file)];
  return [first, second];
}

/** Compares what the models of two hosts read of two sessions. */
export async function diffReadings(
  [a, b]: readonly [Session, Session],
  [hostOfA, hostOfB]: readonly [Profile, Profile],
  wishes: DiffOptions,
): Promise<SessionDiff> {
  const tokenizer = await loadTokenizer();
  return compareReadings(sideOf(a, hostOfA, tokenizer), sideOf(b, hostOfB, tokenizer), wishes);
}

/** A session by the rules of a host; each message is read once. */
export function sideOf(session: Session, profile: Profile, tokenizer: Tokenizer): ReadingSide {
  const known = new Map<Located, Reading>();
  const reading = (located: Located) => {
    const found = known.get(located) ?? readMessage(located, session, profile);
    known.set(located, found);
    return found;
  };
  return {
    session,
    host: profile.title,
    reading,
    fate: (located, pointer) => fateAt(reading(located).fates, pointer),
    tokens: (text) => tokenizer.count(text),
  };
}
