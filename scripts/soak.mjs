// Runs the suites that try to break the program in their long form, one after another:
//   npm run soak             all of them; then writes docs/reference/reliability.md
//   npm run soak -- faults   these only
//   npm run soak -- --page   none; writes the page from what is kept
// Needs a build. What a suite gave is kept in .soak until it runs again; the page is written when all of them passed
// the last time they ran, and says of each which commit that was. Ends with 1 when a test fails.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/reference/reliability.md');
const SUITES = {
  faults: {
    title: 'Faults',
    about:
      'Processes that are killed or stopped at random moments, disks that are full or slow, readers that do not read, and much of everything.',
  },
  fuzz: {
    title: 'Random input',
    about: 'Bytes, files and conversations that nobody would write, made up at random.',
  },
  hostile: {
    title: 'Hostile input',
    about: 'Input that was made to harm, and secrets in every place that can hold one.',
  },
};

const onlyPage = process.argv[2] === '--page';
const asked = process.argv.slice(onlyPage ? 3 : 2);
for (const name of asked) if (!(name in SUITES)) fail(`there is no suite ${name}`);
const kept = join(root, '.soak');
mkdirSync(kept, { recursive: true });

for (const name of suitesToRun()) {
  const { rows, seconds } = runSuite(name);
  console.log(`\n${name}, ${duration(seconds)}`);
  for (const { name: what, text } of rows) console.log(`  ${what}: ${text}`);
}
const results = Object.keys(SUITES).flatMap((name) => keptResult(name) ?? []);
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
if (failed.length > 0) fail(`failed: ${failed.join(', ')}; ${page} stays as it is`);
if (results.length === Object.keys(SUITES).length) writeFileSync(page, written(results));

function suitesToRun() {
  if (onlyPage) return [];
  return asked.length > 0 ? asked : Object.keys(SUITES);
}

function runSuite(name) {
  const figures = join(kept, `${name}.figures.ndjson`);
  const report = join(kept, `${name}.tests.json`);
  for (const file of [figures, report]) rmSync(file, { force: true });
  const begun = performance.now();
  const args = ['vitest', 'run', '--project', name, '--passWithNoTests'];
  const { status } = spawnSync('npx', args, {
    cwd: root,
    env: { ...process.env, SADAP_SOAK: '1', SADAP_FIGURES: figures, SADAP_TEST_REPORT: report },
    stdio: 'inherit',
  });
  const seconds = (performance.now() - begun) / 1000;
  const { numPassedTests = 0, numPendingTests = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {};
  const result = {
    name,
    passed: status === 0,
    seconds,
    commit: commit(),
    day: new Date().toISOString().slice(0, 10),
    tests: { numPassedTests, numPendingTests },
    rows: rowsOf(figures),
  };
  writeFileSync(join(kept, `${name}.json`), JSON.stringify(result));
  return result;
}

function keptResult(name) {
  const file = join(kept, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function commit() {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  return stdout?.toString().trim() || 'unknown';
}

/** Tests run side by side, so their rows come in any order; of two with one name the last one counts. */
function rowsOf(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const rows = new Map(lines.map((line) => JSON.parse(line)).map((row) => [row.name, row]));
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function written(suites) {
  const system = `${process.platform} ${release()}, Node ${process.version}`;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `# Reliability

What sadap went through in a long run of the suites that try to break it, with the figures of that run. \`npm run soak\`
repeats it and writes this page; each row is a test that fails when anything but what the row says happens.

The machine: ${system}, ${machine}.

${suites.map(section).join('\n\n')}
`;
}

function section({ name, rows, seconds, tests, commit, day }) {
  const { title, about } = SUITES[name];
  const count = `${tests.numPassedTests} tests in ${duration(seconds)}, all passed`;
  const skipped = tests.numPendingTests > 0 ? `, ${tests.numPendingTests} skipped` : '';
  const table = rows.map(({ name: what, text }) => `| ${cell(what)} | ${cell(text)} |`);
  return [
    `## ${title}`,
    '',
    `${about} ${count}${skipped}, on ${day} at commit ${commit}.`,
    '',
    '| what | result |',
    '|---|---|',
    ...table,
  ].join('\n');
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function duration(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
