import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from './machine.mjs';

const folder = join(import.meta.dirname, '..', 'results');

/** A short run: it shows that the measurement works, and its figures are not kept. */
export const quick = process.argv.includes('--quick');

/**
 * A goal, and whether it is met.
 *
 * @param {string} work what is measured
 * @param {string} reference what it is compared with, in the same rounds; '' for nothing
 * @param {number} value
 * @param {'≤' | '≥'} sign
 * @param {number} limit
 * @param {string} unit of both numbers: `×` for a ratio
 * @returns {{ work: string, reference: string, measured: string, goal: string, met: boolean }}
 */
export function goal(work, reference, value, sign, limit, unit = '×') {
  const met = sign === '≤' ? value <= limit : value >= limit;
  const measured = `${digits(value)} ${unit}`;
  return { work, reference, measured, goal: `${sign} ${limit} ${unit}`, met };
}

/**
 * Prints what was measured; a whole run also keeps it in `bench/results/NAME.md` and `NAME.json`, from
 * which the table of the README is made.
 *
 * @param {string} name
 * @param {{
 *   title: string,
 *   method: string,
 *   table: string,
 *   goals: { work: string, reference: string, measured: string, goal: string, met: boolean }[],
 *   notes?: string,
 * }} result `method`: how, with the number of rounds; `table`: Markdown; `notes`: Markdown for what the table
 *   cannot say, such as what was missing.
 */
export function save(name, result) {
  const { title, method, table, goals, notes } = result;
  print(result);
  if (quick) return;
  mkdirSync(folder, { recursive: true });
  const where = `${method} ${machine()}.`;
  const parts = [`# ${title}`, where, table, notes, `## Goals\n\n${tableOfGoals(goals)}`];
  writeFileSync(join(folder, `${name}.md`), `${parts.filter(Boolean).join('\n\n')}\n`);
  const kept = { title, machine: machine(), method, goals };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Only prints it, for a measurement of a part. */
export function print({ title, table, goals, notes }) {
  console.log([`# ${title}`, table, notes, tableOfGoals(goals)].filter(Boolean).join('\n\n'));
}

/** A Markdown table. */
export function tableOf(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Goals as a Markdown table; nothing for none. */
function tableOfGoals(goals) {
  if (goals.length === 0) return '';
  return tableOf(
    ['work', 'compared with', 'measured', 'goal', ''],
    goals.map(({ work, reference, measured, goal, met }) => [
      work,
      reference,
      measured,
      goal,
      met ? 'met' : '**missed**',
    ]),
  );
}

/** Three digits that tell something. */
export function digits(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
