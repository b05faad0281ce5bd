// The least that Node needs to stand between a host and a server: both ways through `pipe`, nothing recorded.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
