import { checkSession } from '../check/registry.ts';
import type { Recording } from '../model/recording.ts';
import { buildSession } from '../protocol/session.ts';
import { type SessionCost, sessionCost } from '../reading/cost.ts';
import { readMessage } from '../reading/read.ts';
import { loadTokenizer } from '../reading/tokens.ts';
import type { ViewInput } from '../view/terminal/timeline.ts';
import { chosenProfile } from './profile.ts';
import type { Options } from './program.ts';
import { schemasFor } from './schemas.ts';
import { recordingState } from './state.ts';

/** A recording with everything that a view shows of it. */
export interface Analysis extends ViewInput {
  /** Counted when it is first asked for: it reads the whole session, and views begin before that. */
  readonly cost: () => SessionCost;
  readonly path: string;
}

/** Derives session, readings, findings and cost, by the rules of the host that was asked for. */
export async function analyse(recording: Recording, options: Options): Promise<Analysis> {
  const profile = chosenProfile(options);
  const session = buildSession(recording);
  const tokenizer = await loadTokenizer(profile.api);
  let cost: SessionCost | undefined;
  return {
    session,
    profile,
    tokenizer,
    reading: (located) => readMessage(located, session, profile),
    findings: checkSession(session, { schemas: await schemasFor(session) }),
    cost: () => {
      cost ??= sessionCost(session, profile, tokenizer);
      return cost;
    },
    path: recording.path,
    state: await recordingState(recording.header, recording.end !== undefined),
  };
}
