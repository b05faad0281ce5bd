import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Refusal, refusalOf } from './http-guard.ts';
import { type Listening, listenOnLoopback } from './listen.ts';
import type { HttpFace } from './serving.ts';

export interface HttpOptions {
  /** 0: a free port. */
  readonly port: number;
  /** The bearer token that every request must carry; undefined: none. */
  readonly token: string | undefined;
  /** Told what went wrong outside of any answer. */
  readonly log: (line: string) => void;
}

/** The path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

/**
 * Serves Streamable HTTP at `/mcp` on 127.0.0.1. `Host`, `Origin` and the bearer token are checked
 * before `face` sees a request. Throws `SadapError('usage')` when the port cannot be used.
 */
export async function serveHttp(face: HttpFace, options: HttpOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    answer(face, request, response, options).catch((error: unknown) => {
      options.log(`${request.method} ${request.url} failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Internal error');
    });
  });
  const listening = await listenOnLoopback(server, options.port);
  return {
    ...listening,
    close: async () => {
      await face.close();
      await listening.close();
    },
  };
}

async function answer(
  face: HttpFace,
  request: IncomingMessage,
  response: ServerResponse,
  { token, log }: HttpOptions,
): Promise<void> {
  const refusal = refusalOf(request.headers, token) ?? wrongPath(request);
  if (!refusal) return face.handle(request, response);
  log(`${request.method} refused with ${refusal.status}: ${refusal.reason}`);
  refuse(response, refusal.status, refusal.reason);
}

function wrongPath(request: IncomingMessage): { status: 404; reason: string } | undefined {
  const path = request.url?.split('?', 1)[0];
  return path === MCP_PATH ? undefined : { status: 404, reason: `Only ${MCP_PATH} is served` };
}

function refuse(response: ServerResponse, status: Refusal['status'] | 404 | 500, reason: string) {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  });
  response.end(JSON.stringify({ error: reason }));
}
