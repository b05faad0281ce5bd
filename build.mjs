// Bundles the program. One CommonJS file starts faster than ESM on Node 20 (bench/startup.mjs);
// modules behind `import()` are in the same file but run only when asked for.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

// Too large or too rarely needed to bundle: loaded from node_modules by the commands that use them.
const external = ['@modelcontextprotocol/*', 'gpt-tokenizer', 'gpt-tokenizer/*', 'zod', 'zod/*'];
const common = { bundle: true, platform: 'node', target: 'node20', external, logLevel: 'warning' };

for (const old of ['dist/cli.cjs', 'dist/index.js']) rmSync(old, { force: true });
await build({
  ...common,
  entryPoints: ['src/cli/main.ts'],
  outfile: 'dist/cli.cjs',
  format: 'cjs',
});
await build({ ...common, entryPoints: ['src/index.ts'], outfile: 'dist/index.js', format: 'esm' });
