import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'peers');

/** Programs from npm that stand between a host and a server on stdio and record. */
const PEERS = [
  {
    name: "mcp-proxy's tapTransport between two SDK transports",
    package: 'mcp-proxy',
    through: (command, file) => [process.execPath, join(folder, 'tap.mjs'), file, ...command],
  },
];

/** Recorders that people name and that cannot be measured here, with the reason. */
const NOT_HERE =
  'mcp-cassette, mcp-recorder and mcp-snoop are not on npm; mcp-trace records inside servers that are written for it.';

/** @returns those that are installed */
export function installedPeers() {
  return PEERS.filter((peer) => existsSync(join(folder, 'node_modules', peer.package)));
}

/** One line on those that are not in the table. */
export function missingPeers() {
  const missing = PEERS.filter((peer) => !installedPeers().includes(peer)).map(
    (peer) => peer.package,
  );
  const told =
    missing.length > 0 ? `Not installed (\`npm run bench:peers\`): ${missing.join(', ')}. ` : '';
  return `${told}Not compared: ${NOT_HERE}`;
}
