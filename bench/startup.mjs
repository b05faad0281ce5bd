// Start-up times of the built program beside an empty Node program.
//   node bench/startup.mjs [--quick]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goal, quick, save, tableOf } from './support/results.mjs';
import { interleave, median, medianRatio } from './support/rounds.mjs';
import { run } from './support/rss.mjs';

const rounds = quick ? 7 : 31;
const bin = join(import.meta.dirname, '..', 'bin/sadap.js');
const scratch = mkdtempSync(join(tmpdir(), 'sadap-bench-'));
const empty = join(scratch, 'empty.mjs');
const stamp = join(scratch, 'stamp.cjs');
writeFileSync(empty, '');
// A server that notes the moment of its start and leaves: the time until `record` runs its child.
writeFileSync(stamp, `require('node:fs').writeFileSync(process.argv[2], String(Date.now()));`);

const EMPTY = 'node empty.mjs';
const HELP = 'sadap --help';
const RECORD = 'sadap record → child started';

const samples = await interleave({
  rounds,
  cases: {
    [EMPTY]: () => wall([empty]),
    'sadap --version': () => wall([bin, '--version']),
    [HELP]: () => wall([bin, '--help']),
    [RECORD]: childStart,
  },
});
rmSync(scratch, { recursive: true, force: true });

const base = median(samples[EMPTY]);
// What the server itself takes to start, about an empty program, is no part of the way to it.
samples[RECORD] = samples[RECORD].map((ms) => ms - base);
save('startup', {
  title: 'Start-up',
  method: `${rounds} interleaved rounds, medians.`,
  table: tableOf(
    ['case', 'median ms', 'over empty ms', 'ratio'],
    Object.entries(samples).map(([name, values]) => {
      const ms = median(values);
      const ratio = medianRatio(values, samples[EMPTY]);
      return [name, ms.toFixed(0), (ms - base).toFixed(0), ratio.toFixed(2)];
    }),
  ),
  goals: [
    goal('`--help`', EMPTY, medianRatio(samples[HELP], samples[EMPTY]), '≤', 1.25),
    goal('`record` until its server runs', '', median(samples[RECORD]) - base, '≤', 200, 'ms more'),
  ],
});

/** Milliseconds from spawn to exit. */
async function wall(args) {
  return (await run(process.execPath, args, { peak: false })).ms;
}

/** Milliseconds from the start of `sadap record` until its server ran its first line. */
async function childStart() {
  const mark = join(scratch, `mark-${Math.random()}`);
  const file = join(scratch, `run-${Math.random()}.ndjson`);
  const begun = Date.now();
  await wall([bin, 'record', '--quiet', '-o', file, '--', process.execPath, stamp, mark]);
  return Number(readFileSync(mark, 'utf8')) - begun;
}
