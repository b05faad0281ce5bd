import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Trust } from './tls.ts';

/**
 * Gives each connection of a client one of its own to the upstream: what a server ties to a connection,
 * and what happens when one breaks, is then for each client as it would be without us.
 */
export class Connections {
  readonly #secure: boolean;
  readonly #trust: Trust;
  readonly #agents = new Map<Socket, Agent>();

  constructor(secure: boolean, trust: Trust) {
    this.#secure = secure;
    this.#trust = trust;
  }

  /** The agent for requests that come over this socket. */
  agentFor(socket: Socket): Agent {
    const known = this.#agents.get(socket);
    if (known) return known;
    const agent = this.#create();
    this.#agents.set(socket, agent);
    socket.once('close', () => {
      this.#agents.delete(socket);
      agent.destroy();
    });
    return agent;
  }

  /** Breaks all connections, of clients and to the upstream. */
  close(): void {
    for (const [socket, agent] of this.#agents) {
      socket.destroy();
      agent.destroy();
    }
  }

  #create(): Agent {
    const options = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
    return this.#secure ? new SecureAgent({ ...options, ...this.#trust }) : new Agent(options);
  }
}
