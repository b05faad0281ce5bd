import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableOf } from './results.mjs';

const root = join(import.meta.dirname, '..', '..');
const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

/**
 * Writes the goals of all kept results, in this order, between the markers in the README.
 *
 * @param {readonly string[]} names
 */
export function writeReadme(names) {
  const path = join(root, 'README.md');
  const text = readFileSync(path, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  const table = `${BEGIN}\n${tableOfAll(names)}\n${END}`;
  writeFileSync(path, `${before}${table}${after}`);
}

function tableOfAll(names) {
  const kept = names.map(resultOf).filter(Boolean);
  const rows = kept.flatMap(({ name, goals }) =>
    goals.map(({ work, reference, measured, goal, met }) => [
      work,
      reference,
      measured,
      met ? goal : `${goal} ([missed](bench/results/${name}.md))`,
    ]),
  );
  return tableOf(['work', 'compared with', 'measured', 'goal'], rows);
}

function resultOf(name) {
  const path = join(root, 'bench/results', `${name}.json`);
  return existsSync(path) ? { name, ...JSON.parse(readFileSync(path, 'utf8')) } : undefined;
}
