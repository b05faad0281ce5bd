// What it costs to stand between a host and a server: `sadap tee` beside what else can stand there.
//   node bench/capture.mjs [--quick] [--rounds N] [--case NAME]… [--through NAME]…
// With --case or --through only these are measured (bench/capture/cases.mjs), and nothing is kept.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from './capture/cases.mjs';
import { goalsOf } from './capture/goals.mjs';
import { installedPeers } from './capture/peers.mjs';
import { emptyRss, play, programs } from './capture/programs.mjs';
import { notesOf, tablesOf } from './capture/tables.mjs';
import { print, quick, save } from './support/results.mjs';
import { interleave } from './support/rounds.mjs';
import { run } from './support/rss.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    case: { type: 'string', multiple: true },
    through: { type: 'string', multiple: true },
  },
});
const rounds = Number(options.rounds ?? (quick ? 1 : 11));
const isWhole = !options.case && !options.through;
/** A whole run is to take no more than eight minutes. */
const MOST_MS = 7 * 60_000;
const EMPTY = 'an empty Node program';

const parts = programs();
const peers = installedPeers().map(({ name }) => name);
const wanted = Object.entries(CASES).flatMap(([work, each]) =>
  [...each.through, ...(each.peers ? peers : [])]
    .filter((name) => parts.configurations[name] && isWanted(work, name))
    .map((name) => ({ work, name, each })),
);
try {
  await measure();
} finally {
  parts.remove();
}

async function measure() {
  const empty = join(parts.folder, 'empty.mjs');
  writeFileSync(empty, '');
  const samples = await interleave({
    rounds,
    most: MOST_MS,
    cases: {
      ...Object.fromEntries(
        wanted.map(({ work, name, each }) => [
          keyOf(work, name),
          () => play(parts, parts.configurations[name], each),
        ]),
      ),
      [EMPTY]: async () => ({
        wallMs: (await run(process.execPath, [empty], { peak: false })).ms,
        rss: emptyRss(parts),
      }),
    },
  });
  tell((work, name) => samples[keyOf(work, name)], samples[EMPTY]);
}

function tell(of, emptySamples) {
  const empty = {
    wallMs: emptySamples.map(({ wallMs }) => wallMs),
    rss: emptySamples.map(({ rss }) => rss),
  };
  const result = {
    title: 'Capture',
    method: `${emptySamples.length} rounds, the cases of each in a new random order; medians, and medians of the ratios within a round.`,
    table: tablesOf(wanted, of, empty),
    goals: goalsOf(of, peers, empty),
    notes: notesOf(parts.isPlain),
  };
  if (isWhole) save('capture', result);
  else print(result);
}

function isWanted(work, name) {
  return (options.case?.includes(work) ?? true) && (options.through?.includes(name) ?? true);
}

function keyOf(work, name) {
  return `${work}: ${name}`;
}
