import { keptAs, type TakenRules, takenCount, takenKinds } from '../view/taken.ts';
import { count } from '../view/terminal/format.ts';
import { tell } from './tell.ts';

/**
 * Says in one line what is missing from something that is made to be handed on, and how to leave it in.
 * Nothing where nothing is missing.
 */
export function tellTaken(rules: TakenRules, from: string): void {
  if (rules.size === 0) return;
  const kept = new Set([...rules.keys()].flatMap((rule) => keptAs(rule) ?? []));
  const how = kept.size === 0 ? '' : `; leave them in with --keep ${[...kept].join(',')}`;
  tell(`${takenWords(rules, from)}${how}`);
}

/** `took 3 values out of run.ndjson (secrets: 2, email: 1)`. */
export function takenWords(rules: TakenRules, from: string): string {
  if (rules.size === 0) return `took nothing out of ${from}`;
  return `took ${count(takenCount(rules), 'value')} out of ${from} (${takenKinds(rules)})`;
}
