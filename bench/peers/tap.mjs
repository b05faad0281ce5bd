// A recorder as one would build it from the official SDK and `tapTransport`: node tap.mjs FILE COMMAND…
import { createWriteStream } from 'node:fs';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { tapTransport } from 'mcp-proxy';

const [file, command, ...args] = process.argv.slice(2);
const log = createWriteStream(file, { flags: 'wx', mode: 0o600 });
const keep = (event) => {
  if (event.message)
    log.write(`${JSON.stringify({ at: Date.now(), type: event.type, message: event.message })}\n`);
};

const host = new StdioServerTransport();
const server = tapTransport(new StdioClientTransport({ command, args, stderr: 'inherit' }), keep);
host.onmessage = (message) => void server.send(message);
server.onmessage = (message) => void host.send(message);
server.onclose = () => process.exit();
process.stdin.on('end', () => void server.close());
await server.start();
await host.start();
