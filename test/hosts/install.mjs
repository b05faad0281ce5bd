// Installs what a host needs into a folder of its own, once.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  const wanted = JSON.stringify(host.requirements ?? packages[host.name]);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  if (host.requirements) installPython(folder, host.requirements);
  else installNode(folder, packages[host.name]);
  writeFileSync(mark, wanted);
  return folder;
}

/** The Node for the hosts. */
export function installRuntime() {
  return install({ name: 'node' });
}

function installNode(folder, dependencies) {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  // Peers that only some parts of a package need are named in packages.json where they are needed.
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps'];
  run('npm', ['install', '--prefix', folder, ...flags]);
}

function installPython(folder, requirements) {
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '-q', ...requirements]);
}

function run(command, args) {
  const env = { ...process.env, PATH: `${nodeBin}:${process.env.PATH}` };
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} failed: ${error ?? ''}\n${stdout}\n${stderr}`);
}
