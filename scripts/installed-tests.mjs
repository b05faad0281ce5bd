// Runs the end-to-end tests on the package as it is installed, under several versions of Node.
//   npm run test:installed -- --node 20,22,24,26          all end-to-end tests on each
//   npm run test:installed -- --node 22 --quick           those of the main jobs
//   npm run test:installed -- --node 22 -- test/e2e/tee.  those files
// Ends with a table. Status 77: npm could fetch none of the versions.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packed } from './packed.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: 'string' }, quick: { type: 'boolean' } },
});
const versions = (values.node ?? process.versions.node.split('.')[0]).split(',');
const QUICK = ['cli', 'tee.', 'proxy.', 'serve.', 'check', 'import', 'doc.', 'package', 'library'];
const quick = values.quick ? QUICK.map((name) => `test/e2e/${name}`) : [];
const files = positionals.length > 0 ? positionals : quick;

const scratch = mkdtempSync(join(tmpdir(), 'sadap-installed-'));
const rows = [];
try {
  const program = installPackage(join(scratch, 'a folder, naïve'));
  for (const version of versions) rows.push(run(version, program));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  rows.map(({ version, outcome }) => `installed, Node ${version}: ${outcome}`).join('\n'),
);
const failed = rows.some(({ outcome }) => outcome.startsWith('failed'));
const ran = rows.some(({ outcome }) => outcome === 'passed');
process.exitCode = failed ? 1 : ran ? 0 : 77;

/** Installs the package from its tarball; npm needs no network for that. Gives its program. */
function installPackage(prefix) {
  mkdirSync(prefix);
  const tarball = packed(scratch);
  const args = ['install', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', tarball];
  const { status, stderr } = npm(args);
  if (status !== 0) throw new Error(`npm cannot install the package: ${stderr}`);
  return join(prefix, 'node_modules', 'sadap', 'bin', 'sadap.js');
}

/** Runs the tests under a version of Node: ours where it is that, else npm's package of the runtime. */
function run(version, program) {
  const folder = version === process.versions.node.split('.')[0] ? undefined : runtime(version);
  if (folder === null) return { version, outcome: 'skipped: npm cannot install it' };
  const path = folder ? `${folder}${delimiter}${process.env.PATH}` : process.env.PATH;
  const report = process.env.SADAP_TEST_REPORT?.replace(/\.json$/, `-node${version}.json`);
  const env = { ...process.env, PATH: path, SADAP_PROGRAM: program };
  if (report) env.SADAP_TEST_REPORT = report;
  const node = folder ? join(folder, 'node') : process.execPath;
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const real = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`── the installed package under Node ${real}`);
  const args = [vitest, 'run', '--project', 'e2e', ...files];
  const { status } = spawnSync(node, args, { env, stdio: 'inherit' });
  return { version: real, outcome: status === 0 ? 'passed' : `failed (${status})` };
}

/** The folder of that version's `node`; null when npm cannot install it. */
function runtime(version) {
  const prefix = join(scratch, `node${version}`);
  mkdirSync(prefix);
  npm(['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', `node@${version}`]);
  const folder = join(prefix, 'node_modules', 'node', 'bin');
  return existsSync(folder) ? folder : null;
}

function npm(args) {
  return spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
}
