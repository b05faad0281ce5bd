// The least that Node needs to record between a host and a server: each chunk is written to a file and passed on.
import { spawn } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';

const [path, command, ...args] = process.argv.slice(2);
const file = openSync(path, 'ax');
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
copy(process.stdin, child.stdin);
copy(child.stdout, process.stdout);
process.stdin.on('end', () => child.stdin.end());
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function copy(from, to) {
  from.on('data', (bytes) => {
    writeSync(file, bytes);
    if (to.write(bytes)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}
