// What every host's model reads of the recorded everything server: all messages under all profiles and
// variants, with the built library, in a process of their own each round.
//   npm run bench:readings            11 rounds, writes bench/results/readings.md
//   npm run bench:readings -- --quick  3 rounds, prints only
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '..');
const quick = process.argv.includes('--quick');
/** Longest time that is promised for all readings, in milliseconds. */
const GOAL = 1000;

if (process.argv.includes('--once')) console.log(JSON.stringify(await once()));
else report(quick ? 3 : 11);

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

function report(rounds) {
  const runs = Array.from({ length: rounds }, () => {
    const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--once']);
    return JSON.parse(String(stdout));
  });
  const [{ profiles, readings, fates }] = runs;
  const median = (key) => runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(rounds / 2)];
  const cpu = median('cpu');
  const table = [
    '| profiles and variants | readings | fates | median ms | of the processor | goal |',
    '|---|---|---|---|---|---|',
    `| ${profiles} | ${readings} | ${fates} | ${median('read').toFixed(0)} | ${cpu.toFixed(0)} | ≤ ${GOAL} ms of the processor |`,
  ].join('\n');
  console.log(table);
  if (cpu > GOAL) {
    console.log('over its goal');
    process.exitCode = 1;
  }
  if (!quick) save(rounds, table);
}

function save(rounds, text) {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`;
  writeFileSync(
    join(folder, 'readings.md'),
    `# Readings of the whole recording of the everything server\n\n${rounds} rounds, a process each. ${machine}.\n\n${text}\n`,
  );
}
