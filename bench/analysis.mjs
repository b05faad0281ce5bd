// The commands that look into every message of a large recording, beside a program that only parses each line.
//   node bench/analysis.mjs [--quick]
// `check` reads a recording of 1 GiB, `diff` two that have 1 GiB together.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLargeRecording } from './support/large-recording.mjs';
import { digits, goal, quick, save, tableOf } from './support/results.mjs';
import { interleave, median, medianRatio } from './support/rounds.mjs';
import { run } from './support/rss.mjs';

const MIB = 1024 * 1024;
const rounds = quick ? 1 : 3;
const sizes = quick ? { large: 16 * MIB, small: 4 * MIB } : { large: 1024 * MIB, small: 512 * MIB };
const bin = join(import.meta.dirname, '..', 'bin/sadap.js');
const scratch = mkdtempSync(join(tmpdir(), 'sadap-bench-'));
const [large, small, parser] = ['large.ndjson', 'small.ndjson', 'parse.mjs'].map((name) =>
  join(scratch, name),
);
const { bytes, lines } = writeLargeRecording(large, sizes.large);
const smaller = writeLargeRecording(small, sizes.small);
// What people write who want to look into such a file.
writeFileSync(
  parser,
  `import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
for (const path of process.argv.slice(2)) {
  const lines = createInterface({ input: createReadStream(path) });
  await new Promise((done) => lines.on('line', (line) => JSON.parse(line)).on('close', done));
}
`,
);

const PARSE = 'readline + JSON.parse';
const CHECK = 'sadap check';
const PARSE_BOTH = 'readline + JSON.parse, two files';
const DIFF = 'sadap diff';

const samples = await interleave({
  rounds,
  cases: {
    [PARSE]: () => measured([parser, large], 0),
    [CHECK]: () => measured([bin, 'check', '--fail-on', 'never', large], 0),
    [PARSE_BOTH]: () => measured([parser, small, small], 0),
    [DIFF]: () => measured([bin, 'diff', small, small], 0),
  },
});
rmSync(scratch, { recursive: true, force: true });

const size = { [PARSE]: bytes, [CHECK]: bytes };
const times = (name) => samples[name].map(({ ms }) => ms);
const peak = (name) => median(samples[name].map(({ rss }) => rss)) / 1e6;
const faster = (name, reference) => medianRatio(times(reference), times(name));
save('analysis', {
  title: 'Every message of a large recording',
  method: `A recording of ${(bytes / MIB).toFixed(0)} MiB and ${lines} lines for check, twice the same one of ${(smaller.bytes / MIB).toFixed(0)} MiB for diff; files in the page cache; ${rounds} interleaved rounds, medians.`,
  table: tableOf(
    ['case', 'seconds', 'MB/s', 'peak MB'],
    Object.keys(samples).map((name) => {
      const seconds = median(times(name)) / 1000;
      const read = (size[name] ?? 2 * smaller.bytes) / 1e6;
      return [name, digits(seconds), digits(read / seconds), peak(name).toFixed(0)];
    }),
  ),
  goals: [
    goal('`check`, speed', PARSE, faster(CHECK, PARSE), '≥', 3),
    goal('`check`, memory', '', peak(CHECK), '≤', 300, 'MB'),
    goal('`diff`, speed', PARSE_BOTH, faster(DIFF, PARSE_BOTH), '≥', 3),
    goal('`diff`, memory', '', peak(DIFF), '≤', 300, 'MB'),
  ],
});

/** Wall time from spawn to exit, and peak memory. */
async function measured(args, expected) {
  const { ms, rss, code } = await run(process.execPath, args);
  if (code !== expected) throw new Error(`${args.slice(0, 3).join(' ')} ended with ${code}`);
  return { ms, rss };
}
