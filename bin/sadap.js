#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const program = join(__dirname, '../dist/cli/main.cjs');
if (existsSync(program)) {
  require(program);
} else {
  process.stderr.write('sadap: the program is not built yet\n  build it with: npm run build\n');
  process.exitCode = 2;
}
