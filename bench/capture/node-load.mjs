// What native/load.c does, where there is no compiler: its own work is a larger part of what it measures then.
import { spawn } from 'node:child_process';
import { watchPeak } from '../support/rss.mjs';

const [requests, inFlight, size, exact, command, ...args] = process.argv
  .slice(2)
  .map((arg, index) => (index < 4 ? Number(arg) : arg));
const begun = performance.now();
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const peak = watchPeak(child.pid);
const sentAt = [];
const took = [];
/** Of the line that is being read: the first and the last bytes, and how many there are. */
let line = { head: '', tail: '', length: 0 };
let firstMs;
let from;

child.stdout.on('data', (bytes) => {
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(10, at);
    take(bytes.subarray(at, feed === -1 ? bytes.length : feed));
    if (feed === -1) return;
    if (firstMs === undefined) opened();
    else answered();
    line = { head: '', tail: '', length: 0 };
    at = feed + 1;
  }
});
child.on('close', (code) => {
  if (took.length < requests) throw new Error('the server has ended');
  process.exitCode = code ?? 1;
});
const params =
  '"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"load","version":"1"}';
child.stdin.write(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{${params}}}\n`);

function take(bytes) {
  if (line.head.length < 64) line.head += bytes.latin1Slice(0, 64);
  line.tail = (line.tail + bytes.latin1Slice(Math.max(0, bytes.length - 64))).slice(-64);
  line.length += bytes.length;
}

function opened() {
  firstMs = performance.now() - begun;
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  from = performance.now();
  if (requests === 0) finish();
  while (sentAt.length < Math.min(requests, inFlight)) send();
}

function send() {
  const id = sentAt.length + 1;
  const start = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"text","arguments":{"size":${size},"pad":"`;
  sentAt.push(performance.now());
  child.stdin.write(`${start}${'x'.repeat(Math.max(0, 195 - start.length))}"}}}\n`);
}

function answered() {
  const id = Number((/"id":(\d+)/.exec(line.head) ?? /"id":(\d+)\D*$/.exec(line.tail))?.[1]);
  const length = line.length + 1;
  if (exact ? length !== size : length < size / 2) throw new Error('an answer of another length');
  took.push(performance.now() - sentAt[id - 1]);
  if (took.length === requests) finish();
  else if (sentAt.length < requests) send();
}

function finish() {
  const wallMs = performance.now() - from;
  took.sort((a, b) => a - b);
  const part = (share) =>
    (took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0) * 1e3;
  const rss = peak();
  const perSecond = requests / (wallMs / 1e3);
  console.log(JSON.stringify({ perSecond, p50: part(0.5), p99: part(0.99), firstMs, wallMs, rss }));
  child.stdin.end();
}
