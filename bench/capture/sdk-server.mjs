// A server on the official SDK with one tool, whose answer is about as long as it is asked for.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const ROW = 'name: "lamp", room 7, state → on; measured at 21 degrees. .\n';
/** What an answer has around its text, about. */
const AROUND = 80;
const texts = new Map();

const server = new Server({ name: 'text', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: textOf(params.arguments?.size ?? 200) }],
}));
await server.connect(new StdioServerTransport());

function textOf(size) {
  if (!texts.has(size)) {
    const length = Math.max(0, size - AROUND);
    texts.set(size, ROW.repeat(Math.ceil(length / ROW.length)).slice(0, length));
  }
  return texts.get(size);
}
