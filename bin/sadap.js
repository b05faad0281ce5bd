#!/usr/bin/env node
// Read by Node of any age: no syntax that an old one does not know.
const fs = require('node:fs');
const path = require('node:path');

const program = path.join(__dirname, '../dist/cli/main.cjs');
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  refuse(
    `sadap needs Node 20.19 or newer; this is ${process.versions.node}`,
    'see https://nodejs.org',
  );
} else if (fs.existsSync(program)) {
  require(program);
} else {
  refuse('the program is not built yet', 'build it with: npm run build');
}

function refuse(what, hint) {
  process.stderr.write(`sadap: ${what}\n  ${hint}\n`);
  process.exitCode = 2;
}
