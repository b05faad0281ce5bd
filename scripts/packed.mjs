// The package as `npm publish` would send it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Packs what the build left into the folder; gives the path of the tarball. */
export function packed(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const options = { encoding: 'utf8', shell: process.platform === 'win32' };
  const { status, stdout, stderr } = spawnSync('npm', args, options);
  if (status !== 0) throw new Error(`npm cannot pack: ${stderr}`);
  // Newer versions of npm print an object by name, older ones a list.
  const [{ filename }] = Object.values(JSON.parse(stdout));
  return join(folder, filename);
}
