// What every host's model reads of the recorded everything server: all messages under all profiles and
// variants, with the built library, in a process of their own each round.
//   node bench/readings.mjs [--quick]
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goal, quick, save, tableOf } from './support/results.mjs';
import { interleave, median } from './support/rounds.mjs';
import { run } from './support/rss.mjs';

const root = join(import.meta.dirname, '..');
/** Longest time that is promised for all readings, in milliseconds. */
const GOAL = 1000;

if (process.argv.includes('--once')) console.log(JSON.stringify(await once()));
else await report(quick ? 3 : 11);

/** Reads all messages once under each profile: times in milliseconds. */
async function once() {
  const { buildSession, loadRecording, profileIds, profileOf, readMessage } = await import(
    '../dist/index.js'
  );
  const begun = performance.now();
  const session = buildSession(await loadRecording(join(root, 'recordings/everything.ndjson')));
  const loaded = performance.now();
  const busy = process.cpuUsage();
  const names = profileIds().flatMap((id) => [
    id,
    ...profileOf(id).variants.map((each) => `${id}:${each.id}`),
  ]);
  let fates = 0;
  for (const name of names)
    for (const message of session.messages)
      fates += readMessage(message, session, profileOf(name)).fates.length;
  return {
    profiles: names.length,
    readings: names.length * session.messages.length,
    fates,
    load: loaded - begun,
    read: performance.now() - loaded,
    cpu: cpuOf(process.cpuUsage(busy)),
  };
}

/** Milliseconds of the processor, which other work on the machine does not lengthen. */
function cpuOf({ user, system }) {
  return (user + system) / 1000;
}

async function report(rounds) {
  const self = fileURLToPath(import.meta.url);
  const { runs } = await interleave({
    rounds,
    cases: {
      runs: async () =>
        JSON.parse((await run(process.execPath, [self, '--once'], { keep: true })).stdout),
    },
  });
  const [{ profiles, readings, fates }] = runs;
  const of = (key) => median(runs.map((each) => each[key]));
  save('readings', {
    title: 'Readings of the whole recording of the everything server',
    method: `${rounds} rounds, a process each, medians.`,
    table: tableOf(
      ['profiles and variants', 'readings', 'fates', 'ms', 'of the processor'],
      [[profiles, readings, fates, of('read').toFixed(0), of('cpu').toFixed(0)]],
    ),
    goals: [
      goal('every message as every host reads it', '', of('cpu'), '≤', GOAL, 'ms of the processor'),
    ],
  });
}
