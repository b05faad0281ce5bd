// All measurements, one after the other; then the table of goals in README.md from their results.
//   npm run bench              whole rounds, writes bench/results and README.md
//   npm run bench -- --quick   few rounds, prints only; fails where a measurement does not run
//   npm run bench -- capture   only this one (or these)
// Peers that record too are measured where `npm run bench:peers` has installed them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeReadme } from './support/readme.mjs';

/** In the order of the README. */
const ALL = ['capture', 'proxy', 'startup', 'reading', 'analysis', 'readings'];

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('-'));
const named = args.filter((arg) => !arg.startsWith('-'));
const file = (name) => join(import.meta.dirname, `${name}.mjs`);

for (const name of named.length > 0 ? named : ALL.filter((each) => existsSync(file(each)))) {
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, [file(name), ...flags], { stdio: 'inherit' });
  console.log(`\n(${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s)\n`);
  if (status !== 0) process.exitCode = 1;
}
if (!flags.includes('--quick')) writeReadme(ALL);
