import type { Side } from '../model/frame.ts';
import type { Located, MessageRef } from '../model/message.ts';
import type { ModelText, Profile, Reading } from '../model/reading.ts';
import { refKey, type Session } from '../model/session.ts';
import type { Reader } from './cover.ts';
import { createDraft } from './draft.ts';
import { failureRule, readersOf } from './methods.ts';
import { type Asked, indexOf, inputAsked } from './session-index.ts';
import { envelope } from './stages/envelope.ts';
import { answerAsWhole, failure } from './stages/errors.ts';
import { notificationParams } from './stages/notifications.ts';
import type { MethodReaders } from './stages/placement.ts';

/**
 * What the model gets of one message, by one profile. In: a message of the session (a batch member
 * counts as a message) and a validated profile. Out: fates that cover every leaf exactly once, and
 * the texts and media that the model reads or wrote. Never throws, whatever the message holds.
 */
export function readMessage(located: Located, session: Session, profile: Profile): Reading {
  const draft = createDraft(profile);
  readerFor(located, session)(located.message.node, '', draft);
  return {
    target: { seq: located.seq, index: located.index },
    fates: draft.fates,
    texts: draft.texts,
    media: draft.media,
    bytes: { read: bytesOf(draft.texts, 'read'), wrote: bytesOf(draft.texts, 'wrote') },
  };
}

function readerFor(located: Located, session: Session): Reader {
  const { message } = located;
  switch (message.kind) {
    case 'notification':
      return envelope({ params: notificationParams(message.method, located.from) });
    case 'request':
      return envelope({
        params: methodReaders(located, located.from, message.method, session).params,
      });
    case 'result':
    case 'failure':
      return answerReader(message.kind, indexOf(session).asked.get(refKey(located)), session);
  }
}

/** An answer is read by the method that it answers, unless its place in the session forbids it. */
function answerReader(
  kind: 'result' | 'failure',
  asked: Asked | undefined,
  session: Session,
): Reader {
  const [request, ...others] = asked?.requests ?? [];
  if (!asked || !request) return answerAsWhole('answer.orphan');
  if (asked.standing === 'late') return answerAsWhole('answer.late');
  if (asked.standing === 'duplicate') return answerAsWhole('answer.duplicate');
  const { from, message } = request;
  if (others.some((other) => other.message.method !== message.method))
    return answerAsWhole('answer.orphan');
  if (kind === 'failure') return failure(failureRule(from, message.method));
  return envelope({ result: methodReaders(request, from, message.method, session).result });
}

function methodReaders(
  request: MessageRef,
  from: Side,
  method: string,
  session: Session,
): MethodReaders {
  const index = indexOf(session);
  const before = index.roundBefore.get(refKey(request));
  return readersOf(from, method, {
    serverLabel: session.recording.header.server.label,
    round: { isLater: before !== undefined, asked: (key) => inputAsked(before, key) },
    firstTool: index.firstTool.get(refKey(request)) ?? 0,
  });
}

function bytesOf(texts: readonly ModelText[], way: ModelText['way']): number {
  return texts.reduce(
    (sum, each) => (each.way === way ? sum + Buffer.byteLength(each.text) : sum),
    0,
  );
}
