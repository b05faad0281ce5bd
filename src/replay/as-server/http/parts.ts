import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { at, stringMember } from '../../../model/json.ts';
import type { Message, ParsedFrame, Request } from '../../../model/message.ts';
import { headerMismatch } from './headers.ts';
import type { HttpManners } from './manners.ts';
import { BAD_REQUEST, messagesIn, type Refusal } from './replies.ts';
import type { HttpSession } from './session.ts';

/** Makes the part that is played for one client. `id`: of its session. */
export type OpenSession = (id: string | undefined, isModern: boolean) => HttpSession;

/** The parts of a play over HTTP: one for each session, and one for all clients that have none. */
export class Parts {
  readonly #manners: HttpManners;
  readonly #openSession: OpenSession;
  readonly #sessions = new Map<string, HttpSession>();
  /** Of clients without a session, by era. */
  readonly #shared = new Map<boolean, HttpSession>();

  constructor(manners: HttpManners, openSession: OpenSession) {
    this.#manners = manners;
    this.#openSession = openSession;
  }

  /** The part that a message belongs to, or why there is none. */
  of(parsed: ParsedFrame, headers: IncomingHttpHeaders): HttpSession | Refusal {
    const messages = messagesIn(parsed);
    const [first] = messages;
    if (parsed.content.kind === 'stray' || !first)
      return { status: 400, code: -32700, message: 'Parse error: the body is no JSON-RPC message' };
    const enveloped = messages.find(isEnveloped);
    if (enveloped && this.#manners.modern) return this.#modernFor(enveloped, parsed, headers);
    const known = this.#known(headers['mcp-session-id']);
    if (enveloped && !('code' in known)) return known;
    if (enveloped || !this.#manners.legacy) return this.#wrongEra(first);
    if (messages.some(isInitialize)) return this.#begin();
    if (!this.#manners.sessions) return this.#sharedFor(false);
    return known;
  }

  #modernFor(
    request: Request,
    { content }: ParsedFrame,
    headers: IncomingHttpHeaders,
  ): HttpSession | Refusal {
    if (content.kind === 'batch')
      return { status: 400, code: -32600, message: 'Invalid Request: batches are not supported' };
    const mismatch = headerMismatch(request, headers);
    if (mismatch) return mismatch;
    const session = this.#sharedFor(true);
    // A client that looks for the server begins; whoever came before it has had the answers.
    if (request.method === 'server/discover' && session.player.isUsedUp('server/discover'))
      session.player.rewind(undefined);
    return session;
  }

  #wrongEra(message: Message): HttpSession | Refusal {
    // A modern server tells a legacy client which revisions it has; that is said by the player.
    if (this.#manners.modern && message.kind === 'request') return this.#sharedFor(true);
    return { ...BAD_REQUEST, message: 'Bad Request: Server not initialized' };
  }

  #begin(): HttpSession {
    if (!this.#manners.sessions) return this.#sharedFor(false);
    const id = randomUUID();
    const session = this.#openSession(id, false);
    this.#sessions.set(id, session);
    return session;
  }

  #sharedFor(isModern: boolean): HttpSession {
    const known = this.#shared.get(isModern);
    if (known) return known;
    const session = this.#openSession(undefined, isModern);
    this.#shared.set(isModern, session);
    return session;
  }

  #known(id: string | string[] | undefined): HttpSession | Refusal {
    if (typeof id !== 'string')
      return { ...BAD_REQUEST, message: 'Bad Request: Mcp-Session-Id header is required' };
    return this.#sessions.get(id) ?? { status: 404, code: -32001, message: 'Session not found' };
  }

  /** The session that the headers name, or why there is none. */
  named(headers: IncomingHttpHeaders): HttpSession | Refusal {
    return this.#manners.sessions ? this.#known(headers['mcp-session-id']) : this.#sharedFor(false);
  }

  /** The client ends its session. */
  end(session: HttpSession): void {
    session.close();
    if (session.id !== undefined) this.#sessions.delete(session.id);
  }

  close(): void {
    for (const each of [...this.#sessions.values(), ...this.#shared.values()]) each.close();
  }
}

function isEnveloped(message: Message): message is Request {
  if (message.kind !== 'request') return false;
  const meta = at(message.params, '_meta');
  return stringMember(meta, 'io.modelcontextprotocol/protocolVersion') !== undefined;
}

function isInitialize(message: Message): boolean {
  return message.kind === 'request' && message.method === 'initialize';
}
