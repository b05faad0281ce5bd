import { checkSession } from '../check/registry.ts';
import type { Source } from '../document/document.ts';
import type { Profile } from '../model/profile.ts';
import type { Tokenizer } from '../model/reading.ts';
import { buildSession } from '../protocol/session.ts';
import { readMessage } from '../reading/read.ts';
import type { Options } from './program.ts';
import { redactedRecording } from './redacted.ts';

interface Around {
  readonly profile: Profile;
  readonly tokenizer: Tokenizer;
  readonly options: Options;
}

/** A recording for a document: secrets and personal values are taken out before anything is made of it. */
export async function documentSource(path: string, name: string, around: Around): Promise<Source> {
  const { recording, taken, sizes } = await redactedRecording(path, around.options);
  const session = buildSession(recording);
  return {
    name,
    session,
    reading: (located) => readMessage(located, session, around.profile),
    findings: checkSession(session),
    countTokens: (text) => around.tokenizer.count(text),
    sizeOf: (located) => {
      const { start, end } = located.message.node;
      return sizes.ofMessage(located) ?? end - start;
    },
    taken,
  };
}
