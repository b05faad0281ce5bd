// Reading a recording of 1 GiB that the page cache holds: sadap beside what else reads such a file.
//   node bench/reading.mjs            3 rounds, writes bench/results/reading.md
//   node bench/reading.mjs --quick    64 MiB, one round, prints only
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from './support/environment.mjs';
import { writeLargeRecording } from './support/large-recording.mjs';
import { digits, goal, quick, save, tableOf } from './support/results.mjs';
import { interleave, median, medianRatio } from './support/rounds.mjs';
import { run } from './support/rss.mjs';

const MIB = 1024 * 1024;
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/sadap.js');
const peers = join(import.meta.dirname, 'peers/node_modules');
const scratch = mkdtempSync(join(tmpdir(), 'sadap-bench-'));
const file = join(scratch, 'large.ndjson');
const small = join(scratch, 'small.ndjson');
const NEEDLE = 'nothing of the kind';
const rounds = quick ? 1 : 3;
const missing = [];
const BY_METHOD = `SELECT method, count(*) FROM ${lines('method')} GROUP BY method`;
/** Calls, failures, times from request to answer, sizes and repeated arguments, of each method and tool. */
const AS_STATS = `WITH
  asked AS (SELECT id, "at", message->>'$.method' AS method, message->>'$.params.name' AS tool,
      message->'$.params.arguments' AS args, strlen(message::VARCHAR) AS size
    FROM ${lines('from', 'at', 'id', 'message')} WHERE "from" = 'client' AND id IS NOT NULL),
  answered AS (SELECT id, "at", json_exists(message, '$.error') AS failed,
      message->>'$.result.isError' = 'true' AS refused, strlen(message::VARCHAR) AS size
    FROM ${lines('from', 'at', 'id', 'message')} WHERE "from" = 'server' AND id IS NOT NULL)
  SELECT method, tool, count(*), count(*) FILTER (failed), count(*) FILTER (refused),
      quantile_cont(epoch_us(answered."at") - epoch_us(asked."at"), [0.5, 0.9, 0.99, 1]),
      sum(asked.size), sum(answered.size), max(answered.size), count(*) - count(DISTINCT args)
    FROM asked LEFT JOIN answered USING (id) GROUP BY method, tool`;

/** The lines of the recording as a table of DuckDB. */
function lines(...columns) {
  const types = {
    method: 'VARCHAR',
    from: 'VARCHAR',
    at: 'TIMESTAMP',
    id: 'JSON',
    message: 'JSON',
  };
  const typed = columns.map((name) => `"${name}": '${types[name]}'`).join(', ');
  return `read_ndjson('${file}', columns={${typed}}, maximum_object_size=1000000)`;
}

const large = writeLargeRecording(file, (quick ? 64 : 1024) * MIB);
// What parses every message takes half a minute for 1 GiB; its speed is measured on less.
const part = writeLargeRecording(small, (quick ? 16 : 64) * MIB);
readFileSync(small);

const sadap = (...args) => run(process.execPath, [bin, ...args]);
const ours = {
  'sadap list': () => sadap('list', file),
  'sadap stats': () => sadap('stats', file),
  'sadap show -m': () => sadap('show', file, '-m', 'tools/list'),
  'sadap search': () => sadap('search', NEEDLE, file),
};
const theirs = {
  ...tool('wc', { 'wc -l': () => run('wc', ['-l', file]) }),
  ...tool('rg', { 'rg -F': () => run('rg', ['-F', '-c', NEEDLE, file]) }),
  ...tool('jq', {
    jq: () => run('jq', ['-c', 'select(.message.method == "tools/list")', small]),
  }),
  'readline + JSON.parse': () => run(process.execPath, ['-e', READLINE(), small]),
  ...duckdb(),
};
const onPart = new Set(['jq', 'readline + JSON.parse']);

try {
  // Once before, so that the page cache holds the file.
  await run('cat', [file]);
  const samples = await interleave({
    rounds,
    cases: {
      ...theirs,
      ...ours,
      'first screen of sadap show': firstScreen,
    },
  });
  const latencies = await followLatencies(quick ? 10 : 50);
  report(samples, latencies);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function tool(name, cases) {
  if (spawnSync(name, ['--version']).status === 0) return cases;
  missing.push(name);
  return {};
}

function READLINE() {
  return `const rl = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) });
    const methods = new Map();
    rl.on('line', (line) => { const m = JSON.parse(line).message?.method; methods.set(m, (methods.get(m) ?? 0) + 1); });`;
}

function duckdb() {
  const folder = join(peers, '@duckdb/node-api');
  if (!existsSync(folder)) {
    missing.push('DuckDB (npm run bench:peers)');
    return {};
  }
  return {
    DuckDB: () => duckdbQuery(folder, BY_METHOD),
    'DuckDB, what stats says': () => duckdbQuery(folder, AS_STATS),
  };
}

async function duckdbQuery(folder, query) {
  const code = `const { DuckDBInstance } = require(${JSON.stringify(folder)});
    (async () => { const c = await (await DuckDBInstance.create(':memory:')).connect();
    await c.runAndReadAll(${JSON.stringify(query)}); process.exit(0); })();`;
  const ran = await run(process.execPath, ['-e', code]);
  if (ran.code !== 0) throw new Error(`DuckDB ended with ${ran.code}`);
  return ran;
}

/** Until 24 lines have come through a pipe. */
function firstScreen() {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, [bin, 'show', file], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: environment(),
    });
    let lines = 0;
    let ms = Number.NaN;
    child.stdout.on('data', (chunk) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (lines < 24 || !Number.isNaN(ms)) return;
      ms = performance.now() - begun;
      child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', () => resolve({ ms, rss: Number.NaN }));
  });
}

/** Milliseconds from a line in the file to its line on standard output. */
async function followLatencies(count) {
  const growing = join(scratch, 'growing.ndjson');
  writeFileSync(
    growing,
    readFileSync(small).subarray(0, 4096).toString().split('\n').slice(0, 5).join('\n'),
  );
  appendFileSync(growing, '\n');
  const child = spawn(process.execPath, [bin, 'show', '--follow', growing, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environment(),
  });
  let came = () => {};
  child.stdout.on('data', () => came());
  const next = () =>
    new Promise((resolve) => {
      came = resolve;
    });
  await next();
  await quiet();
  const found = [];
  for (let seq = 4; found.length < count; seq += 1) {
    const line = `{"type":"message","seq":${seq},"at":"2026-11-30T10:10:01.000000Z","from":"client","method":"ping","id":${seq},"message":{"jsonrpc":"2.0","id":${seq},"method":"ping"}}\n`;
    const arrives = next();
    const begun = performance.now();
    appendFileSync(growing, line);
    await arrives;
    found.push(performance.now() - begun);
    await quiet();
  }
  child.kill('SIGKILL');
  return found;
}

function quiet() {
  return new Promise((resolve) => setTimeout(resolve, 60 + Math.random() * 60));
}

function report(samples, latencies) {
  const of = (name, key) => samples[name].map((each) => each[key]);
  const bytesOf = (name) => (onPart.has(name) ? part.bytes : large.bytes);
  const speed = (name) => of(name, 'ms').map((ms) => bytesOf(name) / ms / 1000);
  const rows = Object.keys({ ...theirs, ...ours }).map((name) => [
    name,
    digits(median(of(name, 'ms'))),
    digits(median(speed(name))),
    digits(Math.max(...of(name, 'rss')) / 1e6),
  ]);
  const ratio = (own, other) => medianRatio(speed(own), speed(other));
  const goals = [];
  const against = (own, other, limit) => {
    if (other in samples) goals.push(goal(own, other, ratio(own, other), '≥', limit));
  };
  against('sadap list', 'wc -l', 0.3);
  against('sadap stats', 'DuckDB', 5);
  against('sadap stats', 'DuckDB, what stats says', 5);
  against('sadap show -m', 'jq', 40);
  against('sadap search', 'rg -F', 1);
  const peak = Math.max(...Object.keys(ours).flatMap((name) => of(name, 'rss'))) / 1e6;
  goals.push(goal('peak memory of all four', '', peak, '≤', 100, 'MB'));
  const screen = median(of('first screen of sadap show', 'ms'));
  goals.push(goal('first screen of sadap show', '', screen, '≤', 300, 'ms'));
  goals.push(
    goal('sadap show --follow, from file to line (median)', '', median(latencies), '≤', 100, 'ms'),
  );
  save('reading', {
    title: 'Reading long recordings',
    method: `One recording of ${digits(large.bytes / MIB)} MiB and ${large.lines} lines in the page cache, ${rounds} rounds in random order, medians; jq and readline on ${digits(part.bytes / MIB)} MiB of the same; rg counts a text that is not there, jq and show select one method, DuckDB counts by method, and in one query what stats says of methods and tools.`,
    table: tableOf(['reader', 'ms', 'MB/s', 'peak memory, MB'], rows),
    goals,
    ...(missing.length > 0 && { notes: `Not here: ${missing.join(', ')}.` }),
  });
}
