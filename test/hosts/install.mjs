// Installs what a host needs into a folder of its own, once. Libraries are installed from a lock, so
// that a release of something that they depend on cannot change what is measured.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = JSON.parse(readFileSync(join(import.meta.dirname, 'packages.json'), 'utf8'));

/** Where hosts are installed: `SADAP_HOSTS`, else a folder here that git ignores. */
export const installed =
  process.env.SADAP_HOSTS ?? join(import.meta.dirname, 'node_modules', '.hosts');

/** The Node that the hosts run on: several of them have given up Node 20. */
export const nodeBin = join(installed, 'node', 'node_modules', 'node', 'bin');

/** The folder of a host, installed when it is not there yet. Throws with what the installer said. */
export function install(host) {
  const folder = join(installed, host.name);
  const mark = join(folder, '.installed');
  const lock = lockOf(host);
  const wanted = JSON.stringify([host.requirements ?? packages[host.name], lock]);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  if (host.requirements) installPython(host, folder, lock);
  else installNode(host, folder, lock);
  writeFileSync(mark, wanted);
  return folder;
}

/** The Node for the hosts. */
export function installRuntime() {
  return install({ name: 'node' });
}

/** Writes the lock of a library anew: all that it depends on, in the versions of today. */
export function lock(host) {
  const folder = join(installed, `${host.name}-lock`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (host.requirements) {
    installPython(host, folder, undefined);
    writeFileSync(lockPath(host), run(join(folder, 'bin', 'pip'), ['freeze']));
  } else {
    writePackage(host, folder);
    // Without addresses: they differ from registry to registry.
    const flags = ['--package-lock-only', '--omit-lockfile-registry-resolved'];
    run('npm', ['install', '--prefix', folder, ...FLAGS, ...flags]);
    writeFileSync(lockPath(host), readFileSync(join(folder, 'package-lock.json')));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Peers that only some parts of a package need are named in packages.json where they are needed. */
const FLAGS = ['--no-audit', '--no-fund', '--legacy-peer-deps'];

function lockPath(host) {
  return join(import.meta.dirname, 'locks', `${host.name}.${host.requirements ? 'txt' : 'json'}`);
}

function lockOf(host) {
  return existsSync(lockPath(host)) ? readFileSync(lockPath(host), 'utf8') : undefined;
}

function installNode(host, folder, locked) {
  writePackage(host, folder);
  if (locked !== undefined) writeFileSync(join(folder, 'package-lock.json'), locked);
  // `npm ci` refuses a lock that leaves out what is for another system and cannot be had.
  const flags = locked === undefined ? ['--no-package-lock'] : [];
  run('npm', ['install', '--prefix', folder, ...FLAGS, ...flags]);
}

function writePackage(host, folder) {
  const dependencies = packages[host.name];
  const text = JSON.stringify({ private: true, type: 'module', dependencies });
  writeFileSync(join(folder, 'package.json'), text);
}

function installPython(host, folder, locked) {
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', folder]);
  const wanted = locked === undefined ? host.requirements : ['-r', lockPath(host)];
  run(join(folder, 'bin', 'pip'), ['install', '-q', ...wanted]);
}

/** What the command printed. */
function run(command, args) {
  const env = { ...process.env, PATH: `${nodeBin}:${process.env.PATH}` };
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} failed: ${error ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}
