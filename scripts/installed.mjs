// What the scripts here need beyond the project: packages of a registry, in a folder of their own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs packages (`name@version`) in the folder, with a Node of their own where ours is older than
 * they need. Gives the Node to run them with; undefined, with the reason printed, when it cannot.
 */
export function installed(folder, packages, oldestNode) {
  const isNewEnough = Number(process.versions.node.split('.')[0]) >= oldestNode;
  const all = isNewEnough ? packages : [...packages, `node@${oldestNode}`];
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const ran = spawnSync('npm', ['install', ...options, ...all], { encoding: 'utf8' });
  const node = isNewEnough ? process.execPath : join(folder, 'node_modules', 'node', 'bin', 'node');
  if (ran.status === 0 && existsSync(node)) return node;
  console.log(`skipped: npm cannot install ${all.join(' and ')}: ${ran.stderr.split('\n')[0]}`);
  return undefined;
}
