import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { packed } from '../../../scripts/packed.mjs';

/** What a run left. */
export interface Left {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd: string;
  /** All of it: nothing comes from the environment of the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs as a user without rights, where the tests run as root, who may write everywhere. */
  readonly asNobody?: boolean;
}

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** A folder for the tests of one file, which anyone may enter. */
export function commonFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sadap-package-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Packs what was built and installs it below the prefix, without any network. Gives its folder. */
export async function installed(scratch: string, prefix: string): Promise<string> {
  mkdirSync(prefix);
  await npm(['install', '--prefix', prefix, '--offline', packed(scratch)]);
  return join(prefix, 'node_modules', 'sadap');
}

/** Runs npm; throws with what it said when it fails. */
export async function npm(args: readonly string[], cwd?: string): Promise<string> {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
  const surroundings = { cwd: cwd ?? tmpdir(), env: plainEnvironment() };
  const { status, stdout, stderr } = await run('npm', [...args, ...quiet], surroundings);
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Runs a program to its end. */
export function run(
  file: string,
  args: readonly string[],
  { cwd, env, asNobody = false }: Surroundings,
): Promise<Left> {
  const user = asNobody && isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, timeout: 60_000, ...user }, (error, stdout, stderr) => {
      const status = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({
        status,
        stdout,
        stderr: error && status < 0 ? `${error.message}\n${stderr}` : stderr,
      });
    });
  });
}

/** The tests' own environment as far as npm needs it. */
function plainEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|SADAP|VITEST)/.test(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
