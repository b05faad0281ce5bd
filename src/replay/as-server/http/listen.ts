import { createServer } from 'node:http';
import { authorityOf, listenAddressOf } from '../../../capture/proxy/addresses.ts';
import { namesOf } from '../../../capture/proxy/guard.ts';
import { listen } from '../../../capture/proxy/listen.ts';
import { ReplayEndpoint } from './endpoint.ts';
import type { HttpManners } from './manners.ts';
import type { Parts } from './parts.ts';

/** A recorded server that listens. */
export interface ListeningReplay {
  /** What a client is to be given. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves on `HOST:PORT` or a port; 127.0.0.1 when no host is named.
 *
 * @throws SadapError `usage` when the address cannot be had.
 */
export async function listenReplay(
  address: string,
  allowHosts: readonly string[],
  manners: HttpManners,
  parts: Parts,
): Promise<ListeningReplay> {
  // A client may keep a request open as long as the recorded one was.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 });
  const listening = await listen(server, listenAddressOf(address));
  const endpoint = new ReplayEndpoint(manners, namesOf(listening, allowHosts), parts);
  server.on('request', (request, response) => endpoint.handle(request, response));
  return {
    url: `http://${authorityOf(listening)}${manners.path}`,
    close: async () => {
      parts.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
