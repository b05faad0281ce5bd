import { member, stringMember } from '../model/json.ts';
import type { Located, Request } from '../model/message.ts';
import type { Profile } from '../model/profile.ts';
import type { ModelText, Reading } from '../model/reading.ts';
import { refKey, type Session } from '../model/session.ts';
import type { Reader } from './cover.ts';
import { createDraft } from './draft.ts';
import { failureReader, readersOf } from './methods.ts';
import { type Asked, indexOf, inputAsked } from './session-index.ts';
import { envelope } from './stages/envelope.ts';
import { answerAsWhole } from './stages/errors.ts';
import { notificationParams } from './stages/notifications.ts';
import type { MethodReaders } from './stages/placement.ts';
import type { CallFacts } from './stages/sdk-checks.ts';
import { modelName } from './stages/tool-name.ts';
import { withWrongBytes } from './wrong-bytes.ts';

/**
 * What the model gets of one message, by one profile. In: a message of the session (a batch member
 * counts as a message) and a validated profile. Out: fates that cover every leaf exactly once, and
 * the texts and media that the model reads or wrote. Never throws, whatever the message holds.
 */
export function readMessage(located: Located, session: Session, profile: Profile): Reading {
  const draft = createDraft(profile);
  readerFor(located, session, profile)(located.message.node, '', draft);
  const texts = [...draft.texts, ...draft.trails];
  return {
    target: { seq: located.seq, index: located.index },
    fates: withWrongBytes(located, draft.fates),
    texts,
    media: draft.media,
    bytes: { read: bytesOf(texts, 'read'), wrote: bytesOf(texts, 'wrote') },
  };
}

function readerFor(located: Located, session: Session, profile: Profile): Reader {
  const { message } = located;
  switch (message.kind) {
    case 'notification':
      return envelope({ params: notificationParams(message.method, located.from) });
    case 'request':
      return envelope({
        params: methodReaders({ ...located, message }, session, profile).params,
      });
    case 'result':
    case 'failure':
      return answerReader(
        message.kind,
        indexOf(session).asked.get(refKey(located)),
        session,
        profile,
      );
  }
}

/** An answer is read by the method that it answers, unless its place in the session forbids it. */
function answerReader(
  kind: 'result' | 'failure',
  asked: Asked | undefined,
  session: Session,
  profile: Profile,
): Reader {
  const [request, ...others] = asked?.requests ?? [];
  if (!asked || !request) return answerAsWhole('answer.orphan');
  if (asked.standing === 'late') return answerAsWhole('answer.late');
  if (asked.standing === 'duplicate') return answerAsWhole('answer.duplicate');
  const { from, message } = request;
  if (others.some((other) => other.message.method !== message.method))
    return answerAsWhole('answer.orphan');
  if (kind === 'failure')
    return failureReader(from, message.method, callFacts(request, session, profile));
  return envelope({ result: methodReaders(request, session, profile).result });
}

function methodReaders(
  request: Located<Request>,
  session: Session,
  profile: Profile,
): MethodReaders {
  const index = indexOf(session);
  const before = index.roundBefore.get(refKey(request));
  const server = session.recording.header.server.label;
  return readersOf(request.from, request.message.method, {
    serverLabel: server,
    round: { isLater: before !== undefined, asked: (key) => inputAsked(before, key) },
    page: { server, ...(index.pages.get(refKey(request)) ?? { first: 0, names: [] }) },
    call: callFacts(request, session, profile),
  });
}

function callFacts({ message }: Located<Request>, session: Session, profile: Profile): CallFacts {
  const tool = stringMember(message.params, 'name');
  const server = session.recording.header.server.label;
  const listed = tool === undefined ? undefined : indexOf(session).tools.get(tool);
  return {
    tool,
    modelName: tool === undefined ? '' : modelName(profile, server, tool).name,
    server,
    args: member(message.params, 'arguments'),
    definition: listed?.definition,
    onLastPage: listed?.onLastPage ?? false,
    onFirstPage: listed?.onFirstPage ?? false,
  };
}

function bytesOf(texts: readonly ModelText[], way: ModelText['way']): number {
  return texts.reduce(
    (sum, each) => (each.way === way ? sum + Buffer.byteLength(each.text) : sum),
    0,
  );
}
