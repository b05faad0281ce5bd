import { at, stringMember } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { Profile } from '../../model/profile.ts';
import type { ModelText } from '../../model/reading.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { readMessage } from '../read.ts';
import type { Part } from './steps.ts';
import { refOf } from './toolsets.ts';

/** What a user brought into the conversation: the messages of a prompt, or a resource. */
export interface Brought {
  /** `seq` of the answer. */
  readonly seq: number;
  readonly kind: 'prompt' | 'resource';
  readonly messages: readonly BroughtMessage[];
}

export interface BroughtMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
}

/** The prompts and resources of a session of which the model reads anything, in the order they came. */
export function broughtOf(session: Session, profile: Profile): Brought[] {
  const brought = session.operations.flatMap(({ method, exchanges }): Brought[] => {
    const last = exchanges.at(-1);
    const kind = KINDS.get(method);
    const answer = last?.outcome.kind === 'answered' ? answerOf(last) : undefined;
    if (!kind || !answer || last?.request.from !== 'client') return [];
    const messages = messagesIn(answer, session, profile);
    return messages.length === 0 ? [] : [{ seq: answer.seq, kind, messages }];
  });
  return brought.sort((one, other) => one.seq - other.seq);
}

const KINDS: ReadonlyMap<string, Brought['kind']> = new Map<string, Brought['kind']>([
  ['prompts/get', 'prompt'],
  ['resources/read', 'resource'],
]);

/** Texts by the message that their place names; a resource is one message of the user. */
function messagesIn(answer: Located, session: Session, profile: Profile): BroughtMessage[] {
  const byMessage = new Map<number, Part[]>();
  const { texts } = readMessage(answer, session, profile);
  for (const text of texts) {
    const index = messageIndex(text);
    if (index === undefined) continue;
    const parts = byMessage.get(index) ?? [];
    parts.push({ kind: 'text', text, target: refOf(answer) });
    byMessage.set(index, parts);
  }
  return [...byMessage].map(([index, parts]) => ({ role: roleOf(answer, index), parts }));
}

/** Of input that a server asks for (`sampling.…`), none. */
function messageIndex({ place }: ModelText): number | undefined {
  const found = /^messages\[(\d*)\]/.exec(place)?.[1];
  return found === undefined ? undefined : Number(found);
}

function roleOf({ message }: Located, index: number): 'user' | 'assistant' {
  if (message.kind !== 'result') return 'user';
  const role = stringMember(at(message.result, 'messages', index), 'role');
  return role === 'assistant' ? 'assistant' : 'user';
}
