// Runs the protocol's own conformance suite against asrama over HTTP, directly and through the proxy:
// node scripts/conformance.mjs. Both must come to the same summary, for each set of requirements; what
// asrama itself lacks (tools of the suite's own fixture) fails in both. Needs a build and a registry.
// Exit status: 0 the same, 1 different, 77 skipped (nothing could be installed).
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from './installed.mjs';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const REQUIREMENTS = ['2025-11-25', '2026-07-28'];
const SKIPPED = 77;
/** The suite uses functions that Node 20 lacks. */
const OLDEST_NODE = 22;
const LONGEST_RUN_MS = 120_000;

const program = join(import.meta.dirname, '..', 'bin', 'sadap.js');
const folder = mkdtempSync(join(tmpdir(), 'sadap-conformance-'));
const started = [];
try {
  process.exitCode = await main();
} finally {
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const node = installed(folder, [SUITE], OLDEST_NODE);
  if (node === undefined) return SKIPPED;
  const direct = await start(['asrama', '--http', '0', '--no-token'], /ready on (\S+),/);
  const recording = join(folder, 'conformance.ndjson');
  const proxied = await start(
    ['proxy', '--upstream', direct, '-o', recording],
    /give the client (\S+)/,
  );
  const same = REQUIREMENTS.map((set) => compare(node, set, direct, proxied));
  return same.every(Boolean) && isReadable(recording) ? 0 : 1;
}

/** Starts `sadap ARGS` and waits for the URL that it tells. */
function start(args, pattern) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  return new Promise((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk) => {
      told += chunk;
      const url = pattern.exec(told)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.on('exit', () => reject(new Error(`sadap ${args[0]} ended: ${told}`)));
  });
}

function compare(node, set, direct, proxied) {
  const [one, other] = [direct, proxied].map((url) => summaryOf(node, set, url));
  const total = /^Total: .*$/m.exec(one)?.[0] ?? 'no total';
  const same = one === other && one !== '';
  console.log(`${set}: ${total}; through the proxy ${same ? 'the same' : 'DIFFERENT'}`);
  if (!same) console.log(`directly:\n${one}\nthrough the proxy:\n${other}`);
  return same;
}

function summaryOf(node, set, url) {
  const suite = join(
    folder,
    'node_modules',
    '@modelcontextprotocol',
    'conformance',
    'dist',
    'index.js',
  );
  const { stdout } = spawnSync(node, [suite, 'server', '--url', url, '--requirements', set], {
    encoding: 'utf8',
    cwd: folder,
    timeout: LONGEST_RUN_MS,
  });
  return stdout.slice(stdout.indexOf('=== SUMMARY ===')).trim();
}

/** What the proxy recorded must be a whole conversation, not only a file. */
function isReadable(recording) {
  const ran = spawnSync(process.execPath, [program, 'show', recording, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const last = ran.status === 0 ? JSON.parse(ran.stdout.trim().split('\n').at(-1)) : undefined;
  console.log(last ? `recorded ${last.exchanges} exchanges` : `no recording: ${ran.stderr}`);
  return last !== undefined && last.exchanges > 50;
}
