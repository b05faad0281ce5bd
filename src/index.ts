/**
 * The library: read a recording, derive its session, ask what the model reads of a message.
 *
 *     const session = buildSession(await loadRecording('run.ndjson'));
 *     const profile = profileOf();
 *     for (const message of session.messages) readMessage(message, session, profile).texts;
 *
 *     const dialogue = dialogueOf(session, profile);
 *     for (const turn of dialogue.turns) requestJson(requestOf(dialogue, turn));
 */

export { type ErrorCode, isSadapError, SadapError } from './errors.ts';
export type { Frame, Line, Micros, Side } from './model/frame.ts';
export type { JsonNode, JsonValue } from './model/json.ts';
export type { FrameContent, Located, Message, ParsedFrame, RpcId } from './model/message.ts';
export type { Fate, FateKind, ModelText, Reading, Stage } from './model/reading.ts';
export type { Damage, Entry, Header, Recording, TimelineItem } from './model/recording.ts';
export type { Era, Exchange, Operation, Outcome, Session } from './model/session.ts';
export { buildSession } from './protocol/session.ts';
export { profileIds, profileOf } from './reading/profiles.ts';
export { readMessage } from './reading/read.ts';
export { type Dialogue, dialogueOf } from './reading/requests/dialogue.ts';
export { requestOf } from './reading/requests/index.ts';
export type { Turn } from './reading/requests/steps.ts';
export { requestJson } from './reading/requests/values.ts';
export { loadRecording, recordingFrom } from './recording/load.ts';
export { rawBytes } from './recording/raw.ts';
export { readEntries } from './recording/read.ts';
export { parseFrame } from './wire/parse.ts';
