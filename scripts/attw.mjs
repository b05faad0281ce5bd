// Do the types of the packed library resolve for whoever imports it? "Are the types wrong" says; it is
// fetched for the occasion, because it brings fifty packages. Status 77: npm cannot fetch it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from './installed.mjs';
import { packed } from './packed.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'sadap-attw-'));
try {
  const node = installed(scratch, ['@arethetypeswrong/cli@0.18.5'], 20);
  process.exitCode = node ? check(node) : 77;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function check(node) {
  const attw = join(scratch, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
  // The library is an ES module; Node from 20.19 on lets CommonJS require it, too.
  const args = [attw, packed(scratch), '--profile', 'esm-only', '--no-emoji', '--no-color'];
  // The schemas and the manifest are data.
  const data = ['--exclude-entrypoints', 'profile.schema.json', 'recording.schema.json'];
  return spawnSync(node, [...args, ...data], { stdio: 'inherit' }).status ?? 1;
}
