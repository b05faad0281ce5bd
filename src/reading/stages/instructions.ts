import { type Reader, text, whole } from '../cover.ts';
import { result } from './envelope.ts';

/** The server's introduction, an `initialize` or `server/discover` result. */
export function introduction(): Reader {
  const version = whole('handshake.version');
  const members = {
    instructions: text('instructions', 'system'),
    protocolVersion: version,
    supportedVersions: version,
  };
  return result(members, whole('handshake'));
}
