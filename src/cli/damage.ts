import type { Recording } from '../model/recording.ts';
import { count } from '../view/terminal/format.ts';
import { tell } from './tell.ts';

/**
 * Tells on standard error that places of a recording could not be read, for commands whose output does not
 * show them: `left` says what became of the rest.
 */
export function tellDamage({ path, damage }: Recording, left: string): void {
  if (damage.length > 0) tellDamaged(path, damage.length, left);
}

/** The same where only the number of places is known. */
export function tellDamaged(path: string, places: number, left: string): void {
  tell(
    `${count(places, 'damaged place')} of ${path} could not be read; ${left}`,
    `see where with: sadap show ${path} --errors`,
  );
}
