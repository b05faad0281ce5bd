import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SadapError } from '../../errors.ts';
import { authorityOf, type ListenAddress } from './addresses.ts';

/**
 * Lets the server listen, and says where it does.
 *
 * @throws SadapError `usage` when the address is taken or may not be used.
 */
export async function listen(server: Server, address: ListenAddress): Promise<ListenAddress> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(unusable(address, cause)));
    server.listen(address.port, address.hostname, resolve);
  });
  // A server that listens on a host and a port has an AddressInfo; a string is the name of a pipe.
  const { port } = server.address() as AddressInfo;
  return { hostname: address.hostname, port };
}

function unusable(address: ListenAddress, cause: NodeJS.ErrnoException): SadapError {
  const why = cause.code ?? cause.message;
  return new SadapError('usage', `cannot listen on ${authorityOf(address)}: ${why}`, {
    hint: 'Choose another port with --listen 127.0.0.1:PORT; port 0 takes a free one.',
    cause,
  });
}
