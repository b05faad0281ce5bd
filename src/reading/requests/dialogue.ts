import { append } from '../../model/lists.ts';
import type { Profile } from '../../model/profile.ts';
import { answerOf, type Session } from '../../model/session.ts';
import { readMessage } from '../read.ts';
import { broughtOf } from './brought.ts';
import { callsOf } from './calls.ts';
import { grouped } from './groups.ts';
import type { PlacedInstructions, Turn } from './steps.ts';
import { refOf, toolsetsOf } from './toolsets.ts';
import { type Material, turnsOf } from './turns.ts';

/** The requests that a host sends to its model in a session, one after the other. */
export interface Dialogue {
  readonly session: Session;
  /** Its `api` is the format of the requests. */
  readonly profile: Profile;
  /** At least one. */
  readonly turns: readonly Turn[];
}

/**
 * Rebuilds what a host asked its model, turn by turn: the tools that were offered, and the history
 * that grew with each answer. Every text is one of a reading, so what a reading drops is in no turn.
 * Each conversation of the recording begins anew; one in which nothing was listed, called or brought
 * is left out when there are others.
 */
export function dialogueOf(session: Session, profile: Profile): Dialogue {
  const materials = materialsOf(session, profile);
  const telling = materials.filter(
    (each) => each.calls.length + each.toolsets.length + each.brought.length > 0,
  );
  const turns: Turn[] = [];
  for (const [index, each] of (telling.length > 0 ? telling : materials.slice(0, 1)).entries())
    append(turns, turnsOf(each, { conversation: index + 1, before: turns.length }));
  return { session, profile, turns };
}

function materialsOf(session: Session, profile: Profile): Material[] {
  const toolsets = toolsetsOf(session, profile);
  const groups = grouped(callsOf(session, profile));
  const brought = broughtOf(session, profile);
  const introductions = introductionsOf(session, profile);
  const starts = session.conversations.map((each) => each.from);
  return (starts.length > 0 ? starts : [0]).map((start, index) => {
    const until = starts[index + 1] ?? Infinity;
    // What was said before the first opening belongs to it.
    const isIn = (seq: number) => (seq >= start || index === 0) && seq < until;
    return {
      instructions: introductions.findLast((each) => isIn(each.target.seq)),
      toolsets: toolsets.filter((each) => isIn(each.from)),
      calls: groups.filter((each) => isIn(each.start)),
      brought: brought.filter((each) => isIn(each.seq)),
    };
  });
}

/** What servers said about themselves, as far as the model gets it. */
function introductionsOf(session: Session, profile: Profile): PlacedInstructions[] {
  return session.exchanges.flatMap((exchange) => {
    const { from, message } = exchange.request;
    const answer = exchange.outcome.kind === 'answered' ? answerOf(exchange) : undefined;
    if (from !== 'client' || !OPENINGS.has(message.method) || !answer) return [];
    const [text] = readMessage(answer, session, profile).texts;
    return text ? [{ text, target: refOf(answer) }] : [];
  });
}

const OPENINGS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);
