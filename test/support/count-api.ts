import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request that came to the stand-in of a counting API. */
export interface Counted {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface CountServer {
  readonly url: string;
  readonly requests: readonly Counted[];
}

/** Stands in for the counting APIs of Claude and Gemini: says that each request has 1000, 1001, … tokens. */
export async function countServer(refuse?: {
  readonly status: number;
  readonly message: string;
  /** Where a redirection leads. */
  readonly location?: string;
}): Promise<CountServer> {
  const requests: Counted[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      const tokens = 1000 + requests.length;
      requests.push({ path, headers: request.headers, body });
      const answer = path.endsWith(':countTokens')
        ? { totalTokens: tokens }
        : { input_tokens: tokens };
      response.statusCode = refuse?.status ?? 200;
      response.setHeader('content-type', 'application/json');
      if (refuse?.location !== undefined) response.setHeader('location', refuse.location);
      response.end(JSON.stringify(refuse ? { error: { message: refuse.message } } : answer));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}
