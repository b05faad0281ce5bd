// Start-up times of the built program as additions to an empty Node program, interleaved medians.
//   npm run bench            21 rounds, writes bench/results/startup.md
//   npm run bench -- --quick  7 rounds, prints only
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

const quick = process.argv.includes('--quick');
const rounds = quick ? 7 : 21;
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/sadap.js');
const scratch = mkdtempSync(join(tmpdir(), 'sadap-bench-'));
const empty = join(scratch, 'empty.mjs');
const stamp = join(scratch, 'stamp.cjs');
writeFileSync(empty, '');
// A server that notes the moment of its start and leaves: the time until `record` runs its child.
writeFileSync(stamp, `require('node:fs').writeFileSync(process.argv[2], String(Date.now()));`);

/** Longest additions that are promised, in milliseconds (median over the same run's empty program). */
const goals = { 'sadap --help': 30, 'sadap record → child started': 200 };

const cases = {
  'node empty.mjs': () => wall([empty]),
  'sadap --version': () => wall([bin, '--version']),
  'sadap --help': () => wall([bin, '--help']),
  'sadap record → child started': () => childStart(),
};

const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, run] of Object.entries(cases)) samples[name].push(await run());
}
rmSync(scratch, { recursive: true, force: true });

const base = median(samples['node empty.mjs']);
const rows = Object.entries(samples).map(([name, values]) => ({ name, ms: median(values) }));
const missed = rows.filter(({ name, ms }) => name in goals && ms - base > goals[name]);
const table = [
  '| case | median ms | over empty ms | ratio | goal |',
  '|---|---|---|---|---|',
  ...rows.map(({ name, ms }) => {
    const goal = name in goals ? `≤ ${goals[name]} ms over` : '';
    return `| ${name} | ${ms.toFixed(0)} | ${(ms - base).toFixed(0)} | ${(ms / base).toFixed(2)} | ${goal} |`;
  }),
].join('\n');
console.log(table);
for (const { name } of missed) console.log(`over its goal: ${name}`);
if (!quick) save(table);

/** Milliseconds from spawn to exit. */
function wall(args) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: 'ignore', env: environment() });
    child.on('error', reject);
    child.on('exit', () => resolve(performance.now() - begun));
  });
}

/**
 * Milliseconds from the start of `sadap record` until its server ran its first line, and as much of
 * an empty program's time again is in it as the server itself takes to start; that part is taken off.
 */
async function childStart() {
  const mark = join(scratch, `mark-${Math.random()}`);
  const file = join(scratch, `run-${Math.random()}.ndjson`);
  const begun = Date.now();
  await wall([bin, 'record', '--quiet', '-o', file, '--', process.execPath, stamp, mark]);
  const started = Number(readFileSync(mark, 'utf8')) - begun;
  return started - serverStart();
}

function serverStart() {
  // The empty program of this round: start-up of Node itself until the first line, about its wall time.
  return samples['node empty.mjs'].at(-1);
}

function environment() {
  // Costs Node 20 tens of milliseconds at each start and is no property of the program.
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1' };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function save(text) {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`;
  writeFileSync(
    join(folder, 'startup.md'),
    `# Start-up\n\n${rounds} interleaved rounds, medians. ${machine}.\n\n${text}\n`,
  );
}
