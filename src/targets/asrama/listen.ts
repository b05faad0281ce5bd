import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SadapError } from '../../errors.ts';

/** The only address that the built-in servers listen on: nothing outside this machine reaches them. */
const LOOPBACK = '127.0.0.1';

/** An HTTP server that listens, and how to end it. */
export interface Listening {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Drops every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Lets `server` listen on 127.0.0.1. `port` 0 takes a free port.
 * Throws `SadapError('usage')` when the port is taken or may not be used.
 */
export async function listenOnLoopback(server: Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(portUnusable(port, cause)));
    server.listen(port, LOOPBACK, resolve);
  });
  // A server that listens on a host and a port has an AddressInfo; a string is the name of a pipe.
  const address = server.address() as AddressInfo;
  return { url: `http://${LOOPBACK}:${address.port}`, port: address.port, close: closing(server) };
}

function portUnusable(port: number, cause: Error): SadapError {
  return new SadapError('usage', `cannot listen on ${LOOPBACK}:${port}: ${cause.message}`, {
    hint: 'Choose another port, or 0 for a free one.',
    cause,
  });
}

function closing(server: Server): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      // Kept-alive connections would otherwise hold the server open for seconds.
      server.closeAllConnections();
    });
}
