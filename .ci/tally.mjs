// Adds up the results of .ci/run: steps that pass, fail or are skipped whole, and tests of vitest reports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const OUTCOMES = { pass: 'passed', skip: 'skipped' };
const total = { passed: 0, failed: 0, skipped: 0 };
const files = readdirSync(folder);

for (const name of files.filter((each) => each.endsWith('.step'))) {
  const result = readFileSync(join(folder, name), 'utf8').trim();
  const counted = OUTCOMES[result] ?? 'failed';
  total[counted]++;
  if (counted !== 'passed') console.log(`${counted}: ${name.slice(0, -'.step'.length)}`);
}
for (const name of files.filter((each) => each.endsWith('.json'))) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  total.passed += report.numPassedTests;
  total.failed += report.numFailedTests;
  total.skipped += report.numPendingTests + report.numTodoTests;
}
// A suite that failed without a failed test (it did not start, or a file broke) is one failure.
for (const name of files.filter((each) => each.endsWith('.exit'))) {
  const report = join(folder, name.replace(/\.exit$/, '.json'));
  const counted = existsSync(report) && JSON.parse(readFileSync(report, 'utf8')).numFailedTests > 0;
  if (!counted) total.failed++;
  console.log(`failed: suite ${name.slice(0, -'.exit'.length)}`);
}

console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
