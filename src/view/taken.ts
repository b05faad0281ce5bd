import { PERSONAL_SHAPES } from '../secrets/personal.ts';

/** Values that were taken out, by rule: `secret:github`, `pattern:email`, `member:nik`, `again`. */
export type TakenRules = ReadonlyMap<string, number>;

/** What was taken out, in the words of `--keep` where it has one: `secrets: 2, email: 1`. */
export function takenKinds(rules: TakenRules): string {
  const kinds = new Map<string, number>();
  for (const [rule, count] of rules) {
    const kind = keptAs(rule) ?? wordsFor(rule);
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  return [...kinds].map(([kind, count]) => `${kind}: ${count}`).join(', ');
}

/** All of them together. */
export function takenCount(rules: TakenRules): number {
  return [...rules.values()].reduce((sum, count) => sum + count, 0);
}

/** How `--keep` calls what a rule finds; undefined: the user named it, so it has no need to be kept. */
export function keptAs(rule: string): string | undefined {
  if (rule.startsWith('secret:')) return 'secrets';
  return PERSONAL_SHAPES.find(({ name }) => rule === `pattern:${name}`)?.name;
}

/** What was taken out of several recordings. */
export function takenOfAll(all: readonly TakenRules[]): TakenRules {
  const sum = new Map<string, number>();
  for (const [rule, count] of all.flatMap((rules) => [...rules]))
    sum.set(rule, (sum.get(rule) ?? 0) + count);
  return sum;
}

function wordsFor(rule: string): string {
  return rule === 'again' ? 'the same again elsewhere' : rule.replace(':', ' ');
}
