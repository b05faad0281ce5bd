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
 * @returns one channel for each listener; undefined where that is not possible (Windows; no folder for temporary
 *   files, or one with a path too long for a socket): then Node's own pipes have to do.
 */
export async function openChannels(
  listeners: readonly InletListener[],
): Promise<readonly Channel[] | undefined> {
  if (process.platform === 'win32') return undefined;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'sadap-'));
    return await meet(server, join(folder, 's'), listeners);
  } catch {
    return undefined;
  } finally {
    server.close();
    if (folder !== undefined) removeFolder(folder);
  }
}

/** The system accepts in the order in which was connected. */
async function meet(
  server: Server,
  path: string,
  listeners: readonly InletListener[],
): Promise<readonly Channel[]> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  const theirs = accepted(server, listeners.length);
  const ours = listeners.map((listener) => connected(path, listener));
  const [outer, inner] = await Promise.all([theirs, Promise.all(ours)]);
  // As many were accepted as were connected.
  return inner.map((socket, index) => ({ ours: socket, theirs: outer[index] as Socket }));
}

function accepted(server: Server, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  return new Promise((resolve) => {
    server.on('connection', (socket) => {
      sockets.push(socket);
      if (sockets.length === count) resolve(sockets);
    });
  });
}

function connected(path: string, listener: InletListener): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, onread: reusedBuffer(listener) });
    socket.pause();
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
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
