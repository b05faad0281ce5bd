// The least that Node needs to record between a host and a server: each chunk is read into the same buffer, passed on
// and written to a file as it is. Nothing is looked at.
import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmdirSync, writeSync } from 'node:fs';
import { connect, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const [path, command, ...args] = process.argv.slice(2);
const file = openSync(path, 'ax');
const name = join(mkdtempSync(join(tmpdir(), 'sadap-bench-')), 's');
const meeting = createServer({ allowHalfOpen: true, pauseOnConnect: true });

meeting.listen(name, () => {
  const back = { to: new Socket({ fd: 1, readable: false, writable: true }) };
  back.from = connect({ path: name, onread: copying(back) });
  meeting.once('connection', (theirs) => start(theirs, back));
});

function start(theirs, back) {
  const child = spawn(command, args, { stdio: ['pipe', theirs, 'inherit'] });
  theirs.destroy();
  meeting.close(() => rmdirSync(dirname(name)));
  const forth = { to: child.stdin };
  forth.from = new Socket({ fd: 0, readable: true, writable: false, onread: copying(forth) });
  forth.from.on('end', () => child.stdin.end());
  forth.from.resume();
  back.from.resume();
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** The buffer is filled again only when the bytes have gone on. */
function copying(way) {
  let waits = false;
  const goOn = () => {
    if (waits) way.from.resume();
    waits = false;
  };
  return {
    buffer: Buffer.allocUnsafeSlow(64 * 1024),
    callback(length, { buffer, byteOffset }) {
      const bytes = Buffer.from(buffer, byteOffset, length);
      way.to.write(bytes, goOn);
      writeSync(file, bytes);
      waits = way.to.writableLength > 0;
      return !waits;
    },
  };
}
