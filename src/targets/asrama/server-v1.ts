import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { HttpFace, Serving, StdioFace } from './serving.ts';
import { CAPABILITIES } from './serving.ts';
import type { AsramaDefinition } from './tools.ts';

/**
 * Serves the definition over stdio with `@modelcontextprotocol/sdk`: the legacy era only. Resolves
 * when the server reads.
 */
export async function serveStdioV1(definition: AsramaDefinition, io: StdioFace): Promise<Serving> {
  const [build, { StdioServerTransport }] = await Promise.all([
    loadBuilder(),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const server = build(definition);
  await server.connect(new StdioServerTransport(io.input, io.output));
  return { close: () => server.close() };
}

/**
 * Answers Streamable HTTP with `@modelcontextprotocol/sdk`: one transport and one server per session,
 * found again by the header `Mcp-Session-Id`.
 */
export async function serveHttpV1(definition: AsramaDefinition): Promise<HttpFace> {
  const [build, { StreamableHTTPServerTransport }] = await Promise.all([
    loadBuilder(),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ]);
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    // The class declares its callbacks as `T | undefined`, the interface as optional: the same thing,
    // which exactOptionalPropertyTypes tells apart.
    await build(definition).connect(transport as Parameters<McpServer['connect']>[0]);
    return transport;
  };
  return {
    handle: async (request, response) => {
      const transport = await transportFor(request, sessions, open);
      if (transport) await transport.handleRequest(request, response);
      else refuseSession(response);
    },
    close: async () => {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
    },
  };
}

/** A request without a session opens one; undefined for a session that is not, or no longer, there. */
async function transportFor(
  request: IncomingMessage,
  sessions: ReadonlyMap<string, StreamableHTTPServerTransport>,
  open: () => Promise<StreamableHTTPServerTransport>,
): Promise<StreamableHTTPServerTransport | undefined> {
  const id = request.headers['mcp-session-id'];
  return id === undefined ? open() : sessions.get(String(id));
}

/** 404 tells a client to start over (MCP 2025-06-18, Streamable HTTP, session management). */
function refuseSession(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
}

async function loadBuilder(): Promise<(definition: AsramaDefinition) => McpServer> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  return ({ info, instructions, tools, resource, prompt }) => {
    const server = new McpServer(info, { instructions });
    for (const { name, description, input, call } of tools) {
      server.registerTool(name, { description, inputSchema: input }, (given) => call(given));
    }
    const { uri, mimeType, description } = resource;
    server.registerResource(resource.name, uri, { description, mimeType }, async () => ({
      contents: [{ uri, mimeType, text: await resource.read() }],
    }));
    const asked = { description: prompt.description, argsSchema: prompt.input.shape };
    server.registerPrompt(prompt.name, asked, (given) => ({
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
    }));
    // After the registrations, which claim that lists may change. These never do.
    server.server.registerCapabilities(CAPABILITIES);
    return server;
  };
}
