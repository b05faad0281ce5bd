import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '../support/environment.mjs';
import { compiled } from '../support/native.mjs';
import { CAT, COPY, DIRECT, PIPE, RECORDER, RELAY, SADAP, SOCKETS, TEE } from './cases.mjs';
import { installedPeers } from './peers.mjs';

const node = process.execPath;
const here = import.meta.dirname;
const sadap = join(here, '..', '..', 'bin/sadap.js');
/** Reads the standard error of a command and throws it away. */
const quiet = ['bash', '-c', 'exec "$@" 2> >(exec cat > /dev/null)', 'bash'];
/** A sample that takes longer has failed, in milliseconds. */
const TOO_LONG = 300_000;

/** All that is started, in a folder of its own; `remove` takes the folder away. */
export function programs() {
  const folder = mkdtempSync(join(tmpdir(), 'sadap-bench-'));
  const native = (name) => compiled(name, folder);
  const load = native('load');
  const compiledEcho = native('echo');
  const echo = compiledEcho ? [compiledEcho] : [node, join(here, 'node-echo.mjs')];
  return {
    folder,
    /** The load generator or the server is not the C one. */
    isPlain: load === undefined,
    load: load === undefined ? [node, join(here, 'node-load.mjs')] : [load],
    servers: {
      echo,
      noisy: [...echo, '400000'],
      sdk: [node, join(here, 'sdk-server.mjs')],
    },
    configurations: configurations(native('relay')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Plays the host once.
 *
 * @returns {{ perSecond: number, p50: number, p99: number, firstMs: number, wallMs: number, rss: number,
 *   cpuMs?: number }} p50 and p99 of a round trip in microseconds, rss in bytes
 */
export function play({ load, servers, folder }, configuration, each) {
  const file = join(folder, 'recording.ndjson');
  const server = servers[each.server ?? 'echo'];
  const exact = each.server === 'sdk' ? 0 : 1;
  const [program, ...args] = [
    ...load,
    ...[each.requests, each.inFlight, each.bytes, exact].map(String),
    ...(each.server === 'noisy' && process.platform !== 'win32' ? quiet : []),
    ...configuration(server, file),
  ];
  const options = { env: environment(), timeout: TOO_LONG, maxBuffer: 1 << 20 };
  const { stdout, stderr, status } = spawnSync(program, args, options);
  rmSync(file, { force: true });
  rmSync(`${file}.client`, { force: true });
  if (status !== 0) throw new Error(`${each.title}: ${String(stderr).slice(0, 500)}`);
  return JSON.parse(String(stdout));
}

/** Peak memory of a Node that does nothing, as the system counts it for us. */
export function emptyRss({ folder }) {
  const script = join(folder, 'rss.cjs');
  const own = `const { readFileSync } = require('node:fs');
let kB = process.resourceUsage().maxRSS;
try { kB = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]); } catch {}
console.log(kB * 1024);`;
  writeFileSync(script, own);
  return Number(String(spawnSync(node, [script], { env: environment() }).stdout));
}

/** By name: the command that stands between, given the server's and a file for what it records. */
function configurations(relay) {
  const peers = installedPeers().map(({ name, through }) => [name, through]);
  return {
    [DIRECT]: (server) => server,
    ...(process.platform !== 'win32' && {
      [COPY]: (server, file) => [node, join(here, 'node-copy.mjs'), file, ...server],
      [CAT]: (server) => ['bash', '-c', 'cat | "$@" | cat', 'bash', ...server],
      [TEE]: (server, file) => [
        'bash',
        '-c',
        'f=$1; shift; tee "$f.client" | "$@" | tee "$f"',
        'bash',
        file,
        ...server,
      ],
    }),
    ...(relay !== undefined && {
      [RELAY]: (server) => [relay, 'copy', ...server],
      [RECORDER]: (server, file) => [relay, 'record', file, ...server],
      [SOCKETS]: (server, file) => [relay, 'sockets', file, ...server],
    }),
    [PIPE]: (server) => [node, join(here, 'node-pipe.mjs'), ...server],
    [SADAP]: (server, file) => [node, sadap, 'tee', '-o', file, '--', ...server],
    ...Object.fromEntries(peers),
  };
}
