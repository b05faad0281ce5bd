import type { Effect } from '../effects.ts';
import type { Player } from '../player.ts';
import { RealServer, type RealServerPlace } from './real-server.ts';

/** What goes on to a real server, or would. */
export interface Passing<C> {
  pass(effect: Extract<Effect<C>, { kind: 'pass' }>): void;
  isBusy(): boolean;
  close(): Promise<void>;
}

/** Where requests go that were not recorded. */
export type Forward = Pick<RealServerPlace<never>, 'command' | 'cwd' | 'env' | 'errors' | 'record'>;

/**
 * Hands on to a real server what the play of this client has nothing for; without one only the
 * client's answers to nobody are worth a word.
 */
export function passingFor<C>(
  forward: Forward | undefined,
  player: Player<C>,
  tell: (line: string) => void,
  emit: (effects: readonly Effect<C>[]) => void,
): Passing<C> {
  if (!forward) return { pass: nowhere(tell), isBusy: () => false, close: () => Promise.resolve() };
  const real = new RealServer<C>({
    ...forward,
    tell,
    emit,
    opening: () => player.opening,
    isTakenId: (key) => player.isTakenId(key),
  });
  return {
    pass: (effect) => real.pass(effect),
    isBusy: () => real.isBusy,
    close: () => real.close(),
  };
}

function nowhere<C>(tell: (line: string) => void): Passing<C>['pass'] {
  return ({ located: { message } }) => {
    if (message.kind === 'result' || message.kind === 'failure')
      tell('the client answers a request that nobody made: ignored');
  };
}
