import type { ExchangePair } from '../../compare/context.ts';
import type { RpcId } from '../../model/message.ts';
import { type Exchange, refKey, type Session } from '../../model/session.ts';
import type { Play } from './play.ts';

/**
 * Which exchange of today is the replay of which recorded one. Nothing is guessed: the play knows what
 * it sent under which id, and by which recorded exchange it met a question of the server.
 * @param old the recorded session, or one with the same places
 */
export function pairsOf(old: Session, now: Session, play: Play): ExchangePair[] {
  const recorded = new Map(old.exchanges.map((each) => [refKey(each.request), each]));
  const take = { client: sentWith(play), server: askedWith(play) };
  const pairs = now.exchanges.map((b): ExchangePair => {
    const { from, message } = b.request;
    const { key, how } = take[from](message.id);
    const a = key === undefined ? undefined : recorded.get(key);
    if (key !== undefined) recorded.delete(key);
    return a ? { how, a, b } : { how: 'alone', b };
  });
  const { leftOut } = play;
  const left = [...recorded.values()].filter((a) => !isLeftOut(a, leftOut));
  return [...pairs, ...left.map((a): ExchangePair => ({ how: 'alone', a }))];
}

interface Found {
  readonly key: string | undefined;
  readonly how: 'same' | 'changed';
}

/** Recorded requests under their id, each once. */
function sentWith({ sentBy }: Play): (id: RpcId) => Found {
  const left = new Map([...sentBy].map(([id, keys]) => [id, [...keys]]));
  return (id) => ({ key: left.get(idKey(id))?.shift(), how: 'same' });
}

/** Recorded questions of the server under the id that it used today, each once. */
function askedWith({ askedBack }: Play): (id: RpcId) => Found {
  const left = [...askedBack];
  return (id) => {
    const index = left.findIndex(({ request }) => idKey(request.id) === idKey(id));
    const [met] = index < 0 ? [] : left.splice(index, 1);
    // Asked once more than it was, it is the replay of nothing.
    const exchange = met?.how === 'again' ? undefined : met?.exchange;
    return {
      key: exchange && refKey(exchange.request),
      how: met?.how === 'same' ? 'same' : 'changed',
    };
  };
}

function isLeftOut({ request, within }: Exchange, gone: ReadonlySet<string>): boolean {
  return gone.has(refKey(request)) || (within !== undefined && gone.has(refKey(within)));
}

function idKey(id: RpcId): string {
  return id.kind === 'null' ? 'null' : id.key;
}
