import { mkdtempSync, rmdirSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InletListener, reusedBuffer } from './inlet.ts';

/** Two connected sockets: one for the server to write to, one for us to read with a reused buffer. */
export interface Channel {
  readonly theirs: Socket;
  readonly ours: Socket;
}

/**
 * The pipes that Node makes for a child's output cannot be read into one buffer; sockets of our own can.
 * They meet at a name in a folder that only this user may enter, which is gone when this returns.
 *
 * @returns undefined where that is not possible (Windows; no folder for temporary files, or one with a
 *   path too long for a socket): then Node's own pipe has to do.
 */
export async function openChannel(listener: InletListener): Promise<Channel | undefined> {
  if (process.platform === 'win32') return undefined;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'sadap-'));
    return await meet(server, join(folder, 's'), listener);
  } catch {
    return undefined;
  } finally {
    server.close();
    if (folder !== undefined) removeFolder(folder);
  }
}

function meet(server: Server, path: string, listener: InletListener): Promise<Channel> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      const ours = connect({ path, onread: reusedBuffer(listener) });
      ours.pause();
      ours.once('error', reject);
      const connected = new Promise<void>((done) => ours.once('connect', done));
      server.once('connection', (theirs) => {
        void connected.then(() => {
          ours.off('error', reject);
          resolve({ theirs, ours });
        });
      });
    });
  });
}

/** The socket's name went with the listening server. */
function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody cleans up the folder of temporary files; it is empty.
  }
}
