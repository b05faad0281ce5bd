import { appendFileSync } from 'node:fs';

/** The suites that try to break the program. */
type Suite = 'faults' | 'fuzz' | 'hostile';

/** The long form (npm run soak); the short one is a part of the usual checks. */
export const soaking: boolean = (process.env['SADAP_SOAK'] ?? '') !== '';

/** How much of something a test does: the first in the short form, the second in the long one. */
export function scaled<T>(short: T, long: T): T {
  return soaking ? long : short;
}

/**
 * A row for the table of results (docs/reference/reliability.md): what was done, and what came of it in
 * plain words. Of rows with the same name the last one counts. The file that SADAP_FIGURES names gets
 * it as a line of JSON; without one nothing happens.
 */
export function figure(suite: Suite, name: string, text: string): void {
  const file = process.env['SADAP_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify({ suite, name, text })}\n`);
}
