import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { carriesToken } from './bearer.ts';
import { MOCK_TOKEN } from './data.ts';
import { type Listening, listenOnLoopback } from './listen.ts';
import { answerService, type ServiceAnswer } from './service-answer.ts';

export interface ServiceOptions {
  /** 0 or absent: a free port. */
  readonly port?: number | undefined;
  /** The bearer token that every request must carry; the mock's own when absent. */
  readonly token?: string | undefined;
  /** Told of every request that was answered, in one line without the token. */
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Starts the REST service of the asrama on 127.0.0.1: `GET /anak`, `/anak/{id}`, `/kamar`, `/absensi`.
 * A request without the token is answered 401 before anything else is looked at.
 * Throws `SadapError('usage')` when the port cannot be used.
 */
export function startService(options: ServiceOptions = {}): Promise<Listening> {
  const token = options.token ?? MOCK_TOKEN;
  const server = createServer((request, response) => {
    const answer = answerTo(request, token);
    options.log?.(`${request.method} ${request.url} ${answer.status}`);
    send(response, answer);
  });
  return listenOnLoopback(server, options.port ?? 0);
}

function answerTo(request: IncomingMessage, token: string): ServiceAnswer {
  if (!carriesToken(request.headers.authorization, token)) {
    return { status: 401, body: { detail: 'Token tidak ada atau salah' } };
  }
  if (request.method !== 'GET') {
    return { status: 405, body: { detail: 'Hanya GET yang dilayani' } };
  }
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  return answerService(path, new URLSearchParams(query));
}

const EXTRA_HEADERS: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer' },
  405: { allow: 'GET' },
};

function send(response: ServerResponse, { status, body }: ServiceAnswer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...EXTRA_HEADERS[status],
  });
  response.end(JSON.stringify(body));
}
