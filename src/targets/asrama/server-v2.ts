import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { McpServer } from '@modelcontextprotocol/server';
import type { HttpFace, Serving, StdioFace } from './serving.ts';
import { CAPABILITIES } from './serving.ts';
import type { AsramaDefinition } from './tools.ts';

export interface V2Options {
  /** Do not answer the era of 2026-07-28. */
  readonly legacyOnly?: boolean | undefined;
}

/**
 * Serves the definition over stdio with `@modelcontextprotocol/server`: the first message of the
 * client decides the era. Resolves when the server reads.
 */
export async function serveStdioV2(
  definition: AsramaDefinition,
  io: StdioFace,
  options: V2Options = {},
): Promise<Serving> {
  const [build, { StdioServerTransport, serveStdio }] = await Promise.all([
    loadBuilder(definition),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const transport = new StdioServerTransport(io.input, io.output);
  if (!options.legacyOnly) return serveStdio(build, { transport });
  const server = build();
  await server.connect(transport);
  return { close: () => server.close() };
}

/** Answers Streamable HTTP with `@modelcontextprotocol/server`; each request decides its own era. */
export async function serveHttpV2(
  definition: AsramaDefinition,
  options: V2Options = {},
): Promise<HttpFace> {
  const [build, { createMcpHandler, legacyStatelessFallback }] = await Promise.all([
    loadBuilder(definition),
    import('@modelcontextprotocol/server'),
  ]);
  const handler = createMcpHandler(build);
  const answer = options.legacyOnly ? legacyStatelessFallback(build) : handler.fetch;
  return {
    handle: async (request, response) => {
      await sendWebResponse(await answer(webRequest(request, response)), response);
    },
    close: () => handler.close(),
  };
}

async function loadBuilder(definition: AsramaDefinition): Promise<() => McpServer> {
  const { McpServer } = await import('@modelcontextprotocol/server');
  const { info, instructions, tools, resource, prompt } = definition;
  return () => {
    const server = new McpServer(info, { instructions, capabilities: CAPABILITIES });
    for (const { name, description, input, call } of tools) {
      server.registerTool(name, { description, inputSchema: input }, (given) => call(given));
    }
    const { uri, mimeType, description } = resource;
    server.registerResource(resource.name, uri, { description, mimeType }, async () => ({
      contents: [{ uri, mimeType, text: await resource.read() }],
    }));
    const asked = { description: prompt.description, argsSchema: prompt.input };
    server.registerPrompt(prompt.name, asked, (given) => ({
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
    }));
    return server;
  };
}

/** A `node:http` request as the web `Request` that the SDK takes; aborted when the client leaves. */
function webRequest(request: IncomingMessage, response: ServerResponse): Request {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${request.headers.host}${request.url}`, {
    method,
    headers: headersOf(request),
    signal: leaving.signal,
    ...(hasBody && { body: webStream(request), duplex: 'half' }),
  });
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Node types its web streams apart from the global ones; at run time they are the same class. */
function webStream(readable: Readable): ReadableStream {
  return Readable.toWeb(readable) as ReadableStream;
}

async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  // The other direction of the same difference in types.
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream), response);
}
