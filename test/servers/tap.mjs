// Stands between sadap and a server: node tap.mjs FOLDER COMMAND…. Passes everything on as it comes and
// keeps the bytes of each direction in FOLDER/client and FOLDER/server, so that a test has a second
// witness of what crossed the wire. Ends as the server ends.
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, command, ...args] = process.argv.slice(2);
const [client, server] = ['client', 'server'].map((side) => join(folder, side));
for (const file of [client, server]) writeFileSync(file, '');

const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
pass(process.stdin, child.stdin, client);
pass(child.stdout, process.stdout, server);
// A signal goes to the whole process group, so the server has it too; the tap waits for its end.
process.on('SIGTERM', () => {});
child.on('close', (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

function pass(from, to, file) {
  from.on('data', (chunk) => {
    appendFileSync(file, chunk);
    to.write(chunk);
  });
  from.on('end', () => to.end());
  to.on('error', () => {});
}
