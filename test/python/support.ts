import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The interpreter with the packages of `test/fixtures/python/requirements.txt`. */
export const python: string = process.env['SADAP_PYTHON'] || join(root, '.venv/bin/python');

/** Why the tests cannot run; undefined when they can. */
export const obstacle: string | undefined = obstacleTo(python);

/** A program in Python that the tests start. */
export const fixture = (name: string): string => join(root, 'test/fixtures/python', name);

function obstacleTo(executable: string): string | undefined {
  const script = 'import importlib.metadata as m; print(m.version("mcp"))';
  const { stdout, error } = spawnSync(executable, ['-c', script], { encoding: 'utf8' });
  const advice =
    'python3 -m venv .venv && .venv/bin/pip install -r test/fixtures/python/requirements.txt';
  if (error) return `no Python at ${executable}; ${advice}`;
  return stdout.trim() === '2.3.0' ? undefined : `no mcp 2.3.0 for ${executable}; ${advice}`;
}
