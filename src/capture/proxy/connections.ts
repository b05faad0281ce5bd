import type { Socket } from 'node:net';
import type { Upstream } from './addresses.ts';
import { Link } from './link.ts';
import type { Trust } from './tls.ts';

/**
 * Gives each connection of a client one of its own to the upstream: what a server ties to a connection,
 * and what happens when one breaks, is then for each client as it would be without us.
 */
export class Connections {
  readonly #upstream: Upstream;
  readonly #trust: Trust;
  readonly #links = new Map<Socket, Link>();

  constructor(upstream: Upstream, trust: Trust) {
    this.#upstream = upstream;
    this.#trust = trust;
  }

  /** The link for requests that come over this socket. */
  linkFor(socket: Socket): Link {
    const known = this.#links.get(socket);
    if (known) return known;
    const link = new Link(this.#upstream, this.#trust);
    this.#links.set(socket, link);
    socket.once('close', () => {
      this.#links.delete(socket);
      link.close();
    });
    return link;
  }

  /** Breaks all connections, of clients and to the upstream. */
  close(): void {
    for (const [socket, link] of this.#links) {
      socket.destroy();
      link.close();
    }
  }
}
