// The server behind the proxies of bench/proxy.mjs: answers POST /mcp as its headers ask.
//   x-size    bytes of an answer or an event, about
//   x-events  answers with a stream of so many events; without it with JSON
//   x-pause   milliseconds between two events; 0: as fast as they are taken
// Each event holds the time at which it was sent, in ms of the machine's monotonic clock.
import { createServer } from 'node:http';

const texts = new Map();
/** Tool output as servers send it: escapes, and a character beyond ASCII in each line. */
function textOf(size) {
  const line = 'row 17: \\"kelas\\" 7A \\u2192 Asrama Putra → lantai 2, kamar 14\\n';
  const known =
    texts.get(size) ?? line.repeat(Math.ceil(size / Buffer.byteLength(line))).slice(0, size);
  texts.set(size, known.replace(/\\(u.{0,3})?$/, ''));
  return texts.get(size);
}

const bodies = new Map();
function bodyOf(size) {
  if (!bodies.has(size))
    bodies.set(
      size,
      Buffer.from(
        `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${textOf(Math.max(0, size - 90))}"}],"isError":false}}`,
      ),
    );
  return bodies.get(size);
}

function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const size = Number(request.headers['x-size'] ?? 200);
    const events = request.headers['x-events'];
    if (events === undefined) {
      const body = bodyOf(size);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      });
      response.end(body);
    } else stream(response, size, Number(events), Number(request.headers['x-pause'] ?? 0));
  });
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit());

function stream(response, size, events, pause) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const text = textOf(Math.max(0, size - 120));
  let sent = 0;
  const next = () => {
    for (;;) {
      sent += 1;
      const last = sent === events;
      const isRoom = response.write(
        `event: message\nid: ${sent}\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","at":${now()},"data":"${text}"}}\n\n`,
      );
      if (last) return response.end();
      if (pause > 0) return setTimeout(next, pause);
      if (!isRoom) return response.once('drain', next);
    }
  };
  next();
}
