// What native/echo.c does, where there is no compiler.
const ROW = 'name: \\"lamp\\", room 7, state → on; measured at 21 degrees.\\n...';
const line = '2026-11-30T10:10:00Z INFO answered "call" in 12 ms → ok\n';
for (let lines = Number(process.argv[2] ?? 0); lines > 0; lines -= 64)
  process.stderr.write(line.repeat(64));
let rest = '';
process.stdin.setEncoding('latin1');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) answer(line);
});

function answer(line) {
  const id = /"id":(\d+)/.exec(line)?.[1];
  if (id === undefined) return;
  const size = Number(/"size":(\d+)/.exec(line)?.[1] ?? 200);
  const head = `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`;
  const tail = '"}]}}\n';
  const length = size - head.length - tail.length;
  const row = Buffer.byteLength(ROW);
  const rows = ROW.repeat(Math.max(0, Math.floor(length / row)));
  process.stdout.write(`${head}${rows}${'x'.repeat(Math.max(0, length % row))}${tail}`);
}
