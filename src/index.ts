/**
 * The library: read a recording, understand it, ask what the model reads of each message
 * (docs/reference/library.md).
 */

import type { Reading } from './model/reading.ts';
import type { Session } from './model/session.ts';
import { buildSession } from './protocol/session.ts';
import { profileOf } from './reading/profiles.ts';
import { readMessage } from './reading/read.ts';
import { loadRecording } from './recording/load.ts';

/**
 * Reads the recording in a file (`-`: standard input) into memory and derives what it means.
 *
 * @throws SadapError `recording-missing`, `recording-empty`, `recording-invalid`, `recording-newer`.
 */
export async function readRecording(path: string): Promise<Session> {
  return buildSession(await loadRecording(path));
}

/**
 * What the model of a host gets of each message of a session, in wire order. `host` is a name of
 * `profileIds()`, with variants as `name:variant`; without one, the plain Claude Messages API.
 *
 * @throws SadapError `usage` for a name that there is not.
 */
export function readAs(session: Session, host?: string): Reading[] {
  const profile = profileOf(host);
  return session.messages.map((message) => readMessage(message, session, profile));
}

export { type ErrorCode, isSadapError, SadapError } from './errors.ts';
export type { Frame, Line, Micros, Side } from './model/frame.ts';
export { type JsonNode, type JsonValue, member, nodeAt, stringMember } from './model/json.ts';
export type { FrameContent, Located, Message, ParsedFrame, RpcId } from './model/message.ts';
export type { Profile } from './model/profile.ts';
export type { Fate, FateKind, ModelText, Reading, Stage } from './model/reading.ts';
export type { Damage, Entry, Header, Recording, TimelineItem } from './model/recording.ts';
export {
  answerOf,
  type Era,
  type Exchange,
  isKind,
  type Operation,
  type Outcome,
  type Session,
} from './model/session.ts';
export { profileIds, readProfile } from './reading/profiles.ts';
export { type Dialogue, dialogueOf } from './reading/requests/dialogue.ts';
export { requestOf } from './reading/requests/index.ts';
export type { Turn } from './reading/requests/steps.ts';
export { requestJson } from './reading/requests/values.ts';
export { recordingFrom } from './recording/load.ts';
export { rawBytes } from './recording/raw.ts';
export { readEntries } from './recording/read.ts';
export { parseFrame } from './wire/parse.ts';
export { buildSession, loadRecording, profileOf, readMessage };
