import { SadapError } from '../../errors.ts';
import { at, type JsonNode, walk } from '../../model/json.ts';
import { answerOf, type Exchange, type Session } from '../../model/session.ts';
import { hasPlaceholder } from '../match/placeholders.ts';

/**
 * Looks whether recordings can be played, and says why not.
 *
 * @throws SadapError `recording-invalid`: nobody asks anything in it, or what a client needs has been masked.
 */
export function refuseUnplayable(sessions: readonly Session[]): void {
  const all = sessions.map((session) => ({ session, asked: askedIn(session) }));
  const [first] = sessions;
  if (first && all.every(({ asked }) => asked.length === 0))
    throw new SadapError(
      'recording-invalid',
      `${first.recording.path} holds no request of a client`,
      {
        hint: 'there is nothing that a server could answer; sadap show says what it holds',
      },
    );
  for (const { session, asked } of all)
    for (const exchange of asked) refuseMasked(exchange, session.recording.path);
}

function askedIn({ exchanges }: Session): readonly Exchange[] {
  return exchanges.filter(({ request }) => request.from === 'client');
}

function refuseMasked(exchange: Exchange, path: string): void {
  const { method } = exchange.request.message;
  const answer = answerOf(exchange)?.message;
  const needed = answer?.kind === 'failure' ? ERROR_NEEDS : (NEEDED[method] ?? []);
  for (const steps of needed) {
    const found = answer && at(answer.node, ...steps);
    if (found && isMasked(found))
      throw new SadapError(
        'recording-invalid',
        `${path} cannot be played: /${steps.join('/')} of the answer to ${method} is masked`,
        { hint: 'a client cannot go on without it; redact the recording without that member' },
      );
  }
}

/** What a client reads of an answer before anything else is said, and cannot do without. */
const NEEDED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  initialize: [
    ['result', 'protocolVersion'],
    ['result', 'capabilities'],
  ],
  'server/discover': [
    ['result', 'supportedVersions'],
    ['result', 'capabilities'],
  ],
};

/** Of an error: its number, which redaction makes a text. */
const ERROR_NEEDS = [['error', 'code']];

/** A placeholder as a value, or as the name of a member. */
function isMasked(node: JsonNode): boolean {
  if (hasPlaceholder(node)) return true;
  for (const [, each] of walk(node))
    if (each.kind === 'object' && each.members.some(({ key }) => hasPlaceholderText(key)))
      return true;
  return false;
}

function hasPlaceholderText(text: string): boolean {
  return hasPlaceholder({ kind: 'string', value: text, start: 0, end: 0 });
}
