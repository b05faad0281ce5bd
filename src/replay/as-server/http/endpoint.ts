import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Names } from '../../../capture/proxy/guard.ts';
import type { ParsedFrame } from '../../../model/message.ts';
import { parseFrame } from '../../../wire/parse.ts';
import { bodyOf } from './body.ts';
import type { HttpManners } from './manners.ts';
import type { Parts } from './parts.ts';
import { PostStream } from './post-stream.ts';
import { BAD_REQUEST, messagesIn, refuse, refuseText } from './replies.ts';
import type { HttpSession } from './session.ts';

/** Streamable HTTP for a recorded server: takes each request to the part that is played for its client. */
export class ReplayEndpoint {
  readonly #manners: HttpManners;
  readonly #names: Names;
  readonly #parts: Parts;
  #seq = 0;

  constructor(manners: HttpManners, names: Names, parts: Parts) {
    this.#manners = manners;
    this.#names = names;
    this.#parts = parts;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { host, origin } = request.headers;
    if (!this.#names.isOurHost(host))
      refuseText(response, 403, `the Host "${host}" is not this server (--allow-host allows it)`);
    else if (origin !== undefined && !this.#names.isOurOrigin(origin))
      refuseText(response, 403, 'the Origin is another site (--allow-host allows its name)');
    else if (request.url?.split('?')[0] !== this.#manners.path)
      refuseText(response, 404, `the endpoint is ${this.#manners.path}`);
    else if (request.method === 'POST') void this.#post(request, response);
    else if (request.method === 'GET') this.#get(request, response);
    else if (request.method === 'DELETE') this.#delete(request, response);
    else this.#notAllowed(response);
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      refuse(response, {
        ...BAD_REQUEST,
        status: 415,
        message: 'Content-Type must be application/json',
      });
      return;
    }
    const bytes = await bodyOf(request);
    if (!bytes) {
      if (!request.destroyed)
        refuse(response, { ...BAD_REQUEST, status: 413, message: 'too large' });
      return;
    }
    const frame = { seq: this.#seq++, at: Date.now() * 1000, from: 'client', bytes } as const;
    const parsed = parseFrame({ ...frame, eol: '\n' });
    const found = this.#parts.of(parsed, request.headers);
    if ('code' in found) refuse(response, found);
    else this.#play(found, parsed, response);
  }

  #play(session: HttpSession, parsed: ParsedFrame, response: ServerResponse): void {
    const ids = messagesIn(parsed).flatMap((each) =>
      each.kind === 'request' && each.id.kind !== 'null' ? [each.id.key] : [],
    );
    const headers = sessionHeader(session);
    if (ids.length === 0) {
      response.writeHead(202, headers).end();
      session.take(parsed, undefined);
      return;
    }
    const stream = new PostStream(response, ids, { isModern: session.isModern, headers });
    response.on('error', () => {});
    response.once('close', () => {
      if (!response.writableEnded) session.left(stream);
    });
    session.take(parsed, stream);
  }

  #get(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#manners.legacy || !this.#manners.stream) {
      this.#notAllowed(response);
      return;
    }
    if (!/text\/event-stream/i.test(request.headers.accept ?? '')) {
      refuse(response, {
        ...BAD_REQUEST,
        status: 406,
        message: 'Accept must allow text/event-stream',
      });
      return;
    }
    const session = this.#parts.named(request.headers);
    if ('code' in session) refuse(response, session);
    else if (session.hasOpenStream)
      refuse(response, {
        ...BAD_REQUEST,
        status: 409,
        message: 'Conflict: the stream is open already',
      });
    else session.open(response, sessionHeader(session));
  }

  #delete(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#manners.legacy || !this.#manners.sessions) {
      this.#notAllowed(response);
      return;
    }
    const session = this.#parts.named(request.headers);
    if ('code' in session) refuse(response, session);
    else {
      this.#parts.end(session);
      response.writeHead(200).end();
    }
  }

  #notAllowed(response: ServerResponse): void {
    const { legacy, stream, sessions } = this.#manners;
    const allow = [
      'POST',
      ...(legacy && stream ? ['GET'] : []),
      ...(legacy && sessions ? ['DELETE'] : []),
    ];
    refuse(
      response,
      { ...BAD_REQUEST, status: 405, message: 'Method not allowed' },
      { allow: allow.join(', ') },
    );
  }
}

function sessionHeader({ id }: HttpSession): Record<string, string> {
  return id === undefined ? {} : { 'mcp-session-id': id };
}
