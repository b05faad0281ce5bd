// Runs the suites that try to break the program in their long form, one after another:
//   npm run soak             all of them; then writes docs/reference/reliability.md
//   npm run soak -- faults   these only; prints the figures and writes nothing
// Needs a build. Ends with 1, and writes nothing, when a test fails.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir, totalmem } from 'node:os';
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

const asked = process.argv.slice(2);
for (const name of asked) if (!(name in SUITES)) fail(`there is no suite ${name}`);
const scratch = mkdtempSync(join(tmpdir(), 'sadap-soak-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const results = (asked.length > 0 ? asked : Object.keys(SUITES)).map(runSuite);
for (const { name, rows, seconds } of results) {
  console.log(`\n${name}, ${duration(seconds)}`);
  for (const { name: what, text } of rows) console.log(`  ${what}: ${text}`);
}
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
if (failed.length > 0) fail(`failed: ${failed.join(', ')}; ${page} stays as it is`);
if (asked.length === 0) writeFileSync(page, written(results));

function runSuite(name) {
  const figures = join(scratch, `${name}.ndjson`);
  const report = join(scratch, `${name}.json`);
  const begun = performance.now();
  const args = ['vitest', 'run', '--project', name, '--passWithNoTests'];
  const { status } = spawnSync('npx', args, {
    cwd: root,
    env: { ...process.env, SADAP_SOAK: '1', SADAP_FIGURES: figures, SADAP_TEST_REPORT: report },
    stdio: 'inherit',
  });
  const seconds = (performance.now() - begun) / 1000;
  const tests = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  return { name, passed: status === 0, seconds, tests, rows: rowsOf(figures) };
}

/** Tests run side by side, so their rows come in any order; of two with one name the last one counts. */
function rowsOf(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const rows = new Map(lines.map((line) => JSON.parse(line)).map((row) => [row.name, row]));
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function written(suites) {
  const day = new Date().toISOString().slice(0, 10);
  const system = `${process.platform} ${release()}, Node ${process.version}`;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `# Reliability

What sadap went through in one long run, with the figures of that run. \`npm run soak\` repeats it and writes this
page; each row is a test that fails when anything but what the row says happens.

Run on ${day}: ${system}, ${machine}.

${suites.map(section).join('\n\n')}
`;
}

function section({ name, rows, seconds, tests }) {
  const { title, about } = SUITES[name];
  const count = `${tests.numPassedTests ?? 0} tests in ${duration(seconds)}, all passed`;
  const skipped = tests.numPendingTests > 0 ? `, ${tests.numPendingTests} skipped` : '';
  const table = rows.map(({ name: what, text }) => `| ${cell(what)} | ${cell(text)} |`);
  return [
    `## ${title}`,
    '',
    `${about} ${count}${skipped}.`,
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
