// Asks asrama with the command line of the MCP Inspector, directly, through tee, and from what tee has
// recorded: node scripts/inspector.mjs. Output and exit status must be the same, whatever options the
// Inspector, tee and the server have, and tee must record each run. Needs a build and a registry.
// Exit status: 0 the same, 1 different, 77 skipped (nothing could be installed).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from './installed.mjs';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const SKIPPED = 77;
const OLDEST_NODE = 24;
const LONGEST_RUN_MS = 60_000;

/** Tee gets options that the Inspector has too, and the other way round. */
const TEE = ['--strict', '--label', 'x', '--max-bytes', '1000000'];
const ASKED = [
  ['--method', 'tools/list'],
  ['--method', 'tools/list', '--strict', '--format', 'json'],
  ['--method', 'tools/call', '--tool-name', 'cari_anak', '--tool-arg', 'kelas=7A'],
  ['--method', 'tools/call', '--tool-name', 'cari_anak', '--tool-arg', 'kelas=7A', '--quiet'],
  ['--method', 'tools/call', '--tool-name', 'no_such'],
  ['--method', 'resources/read', '--uri', 'asrama://kamar', '--quiet'],
  ['--method', 'prompts/get', '--prompt-name', 'laporan_kamar', '--prompt-args', 'nama_kamar=A'],
];
const ERAS = ['legacy', 'modern'];

const program = join(import.meta.dirname, '..', 'bin', 'sadap.js');
const folder = mkdtempSync(join(tmpdir(), 'sadap-inspector-'));
try {
  process.exitCode = main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function main() {
  const node = installed(folder, [INSPECTOR], OLDEST_NODE);
  if (node === undefined) return SKIPPED;
  const asked = ERAS.flatMap((era) => ASKED.map((each) => ['--protocol-era', era, ...each]));
  return asked.map((options) => compare(node, options)).every(Boolean) ? 0 : 1;
}

function compare(node, options) {
  const server = [process.execPath, program, 'asrama', '--sdk', 'v2'];
  const direct = inspect(node, options, server);
  const recordings = mkdtempSync(join(folder, 'recordings-'));
  const tee = [process.execPath, program, 'tee', '--dir', recordings, ...TEE, '--', ...server];
  const through = inspect(node, options, tee);
  const files = readdirSync(recordings).map((name) => join(recordings, name));
  const replayed = inspect(node, options, [process.execPath, program, 'serve', ...files]);
  // What the server wrote on standard error is not played, and serve has nothing to tell.
  const stderr = direct.stderr.replace('asrama: ready on stdio, SDK v2\n', '');
  const sameReplayed = JSON.stringify({ ...direct, stderr }) === JSON.stringify(replayed);
  const faults = [
    ...(direct.status === null ? ['no end'] : []),
    ...(JSON.stringify(direct) === JSON.stringify(through) ? [] : ['DIFFERENT through tee']),
    ...(sameReplayed ? [] : ['DIFFERENT from the recording']),
    ...faultsOf(recordings, server),
  ];
  console.log(`${options.join(' ')}: ${faults.join('; ') || 'the same'} (status ${direct.status})`);
  if (faults.length > 0) console.log({ direct, through, replayed });
  return faults.length === 0;
}

/** The command of the server goes behind `--`: options before it are the Inspector's own. */
function inspect(node, options, command) {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const launcher = [
    '@modelcontextprotocol',
    'inspector',
    'clients',
    'launcher',
    'build',
    'index.js',
  ];
  const path = join(folder, 'node_modules', ...launcher);
  const { status, stdout, stderr } = spawnSync(
    node,
    [path, '--cli', ...options, '--', ...command],
    {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, HOME: home },
      timeout: LONGEST_RUN_MS,
    },
  );
  return { status, stdout, stderr };
}

/** Tee recorded the run whole, and took the command of the server, with its options, for that. */
function faultsOf(recordings, server) {
  const [name, ...others] = readdirSync(recordings);
  if (name === undefined || others.length > 0) return [`${others.length + 1} recordings`];
  const lines = readFileSync(join(recordings, name), 'utf8').trimEnd().split('\n');
  const [header, end] = [lines[0], lines.at(-1)].map((line) => JSON.parse(line));
  return [
    ...(header.server.label === 'x' ? [] : [`labelled ${header.server.label}`]),
    ...(`${header.server.command}` === `${server}` ? [] : [`recorded ${header.server.command}`]),
    ...(end.type === 'end' ? [] : [`ends with ${lines.at(-1)}`]),
  ];
}
