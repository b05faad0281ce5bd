// A reverse proxy as one writes it in Node without recording anything: the reference of bench/proxy.mjs.
import { Agent, request as ask, createServer } from 'node:http';

const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true });
const server = createServer((request, response) => {
  const { method, url: path, headers } = request;
  const out = ask({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  out.on('error', () => response.destroy());
  request.pipe(out);
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
process.on('disconnect', () => process.exit());
