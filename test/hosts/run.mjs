// Runs one host against the canary in one API format, and gives back what was measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { install, nodeBin } from './install.mjs';
import { reduce } from './reduce.mjs';

const scripts = join(import.meta.dirname, 'scripts');
const sadap = process.env.SADAP_BIN ?? join(import.meta.dirname, '..', '..', 'bin', 'sadap.js');
const TIME_LIMIT = 240_000;

/**
 * Measures a host (hosts.mjs). Out: the reduced measurement, the host's own output, and its exit
 * status. The capture itself is kept when `keep` names a file.
 */
export async function measureHost(host, format, { keep } = {}) {
  const folder = install(host);
  const home = mkdtempSync(join(tmpdir(), 'sadap-host-'));
  const capture = keep ?? join(home, 'capture.ndjson');
  const model = await startModel(capture);
  try {
    const server = { command: process.execPath, args: [sadap, 'canary'] };
    const told = { url: model.url, format, server };
    const { status, output } = await (host.kind === 'command-line'
      ? runCommandLine(host, folder, home, told)
      : runScript(host, folder, home, told));
    await model.stop();
    const report = await finished(process.execPath, [sadap, 'canary', 'report', capture, '--json']);
    if (report.status !== 0) throw new Error(`${report.output}\n${output.slice(-3000)}`);
    return {
      status,
      output,
      measured: reduce(JSON.parse(report.output), { home, url: model.url }),
    };
  } finally {
    await model.stop();
    endHelpers(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startModel(capture) {
  const child = spawn(process.execPath, [sadap, 'canary', '--model', '--force', '-o', capture]);
  const closed = once(child, 'close');
  const [said] = await once(child.stderr.setEncoding('utf8'), 'data');
  const url = /http:\S+/.exec(said)?.[0];
  if (!url) throw new Error(`the model did not start: ${said}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  return { url, stop };
}

function runScript(host, folder, home, { url, format, server }) {
  const env = {
    ...quietEnvironment(home),
    CANARY_URL: url,
    CANARY_FORMAT: format,
    CANARY_SERVER: JSON.stringify([server.command, ...server.args]),
  };
  if (host.kind === 'python')
    return finished(join(folder, 'bin', 'python'), [join(scripts, host.script)], {
      env,
      cwd: home,
    });
  // Beside the packages, so that plain imports find them.
  for (const name of readdirSync(scripts).filter((each) => each.endsWith('.mjs')))
    copyFileSync(join(scripts, name), join(folder, name));
  return finished('node', [host.script], { env, cwd: folder });
}

function runCommandLine(host, folder, home, told) {
  const { files, env, args } = host.start(told);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  mkdirSync(join(home, 'work'), { recursive: true });
  const program = join(folder, 'node_modules', '.bin', host.bin);
  const options = { env: { ...quietEnvironment(home), ...env }, cwd: join(home, 'work') };
  return finished(program, args, options);
}

/** Nothing of the user's own, no telemetry, no proxy that could lead out of this machine. */
function quietEnvironment(home) {
  return {
    PATH: `${nodeBin}:${process.env.PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: 'true',
    DO_NOT_TRACK: '1',
    MCP_USE_ANONYMIZED_TELEMETRY: 'false',
    MASTRA_TELEMETRY_DISABLED: '1',
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    LANGSMITH_TRACING: 'false',
    PYTHONDONTWRITEBYTECODE: '1',
    // Whatever still wants to leave this machine meets a closed port.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}

/** A program to its end, with what it wrote; ended by force when it takes too long. */
function finished(command, args, options = {}) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const timer = setTimeout(() => endGroup(child.pid), TIME_LIMIT);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      // Some hosts leave helpers behind that keep their servers.
      endGroup(child.pid);
      resolve({ status, output });
    });
  });
}

/**
 * Ends what a host left running in the background with the HOME of this run, which is new for each:
 * Cline has a hub that leaves the process group and keeps its MCP servers.
 */
function endHelpers(home) {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
}

/** Ends a process that was started here, and those that it started. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
