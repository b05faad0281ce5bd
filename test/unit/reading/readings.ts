import type { Profile } from '../../../src/model/profile.ts';
import type { Fate, Reading } from '../../../src/model/reading.ts';
import type { Session } from '../../../src/model/session.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { readMessage } from '../../../src/reading/read.ts';
import { type Conversation, conversation } from '../../support/conversation.ts';

/** The reading of the n-th message of a session (negative: from the end). */
export function readingAt(session: Session, index: number, profile?: Profile): Reading {
  const located = session.messages.at(index);
  if (!located) throw new Error(`no message ${index}`);
  return readMessage(located, session, profile ?? profileOf());
}

/** Fates as `pointer → "kind note"`, the way a view would list them. */
export function table(fates: readonly Fate[]): Record<string, string> {
  return Object.fromEntries(
    fates.map((each) => [each.pointer, [each.kind, each.note].filter(Boolean).join(': ')]),
  );
}

/** The fates of the last message, envelope left out. */
export function lastFates(session: Session): Record<string, string> {
  const { fates } = readingAt(session, -1);
  return table(fates.filter((each) => each.rule !== 'envelope'));
}

/** A client's request with its answer by the server. */
export function asked(method: string, params: object | undefined, result: object): Conversation {
  return conversation({ label: 'asrama' })
    .client({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) })
    .server({ jsonrpc: '2.0', id: 1, result });
}

/** A server's request with its answer by the client. */
export function askedBack(method: string, params: object, result: object): Conversation {
  return conversation({ label: 'asrama' })
    .server({ jsonrpc: '2.0', id: 1, method, params })
    .client({ jsonrpc: '2.0', id: 1, result });
}
