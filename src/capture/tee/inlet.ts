import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ownDescriptor } from './standard-output.ts';

/** A reading end: calls `chunk` for bytes, which are valid only during the call. */
export interface Inlet {
  /** Reads; also on, after `chunk` has said no. */
  resume(): void;
  /** Reads no more. */
  destroy(): void;
}

export interface InletListener {
  /** false: no more until `resume` is called, and the bytes stay valid until then. */
  chunk(bytes: Buffer): boolean;
  /** The writer has closed its end, or is gone. Called once, unless the inlet was destroyed. */
  ended(): void;
}

const SIZE = 64 * 1024;

/** What a socket needs to read into one buffer for ever: no memory is taken while bytes pass. */
export function reusedBuffer(listener: InletListener) {
  return {
    buffer: Buffer.allocUnsafeSlow(SIZE),
    callback(length: number, bytes: Uint8Array): boolean {
      return listener.chunk(Buffer.from(bytes.buffer, bytes.byteOffset, length));
    },
  };
}

/** Standard input: read with one buffer when it is a pipe or socket, else as the system has it. */
export function standardInput(listener: InletListener): Inlet {
  const socket = socketOnInput(listener);
  return socket ? socketInlet(socket, listener) : streamInlet(process.stdin, listener);
}

/** A socket made with `reusedBuffer(listener)`. */
export function socketInlet(socket: Socket, listener: InletListener): Inlet {
  onEnd(socket, listener);
  // Nothing flows through the stream itself, but without `resume` it never tells that it has ended.
  return { resume: () => void socket.resume(), destroy: () => void socket.destroy() };
}

/** Any stream; its chunks are its own, so they may be kept. */
export function streamInlet(stream: Readable, listener: InletListener): Inlet {
  onEnd(stream, listener);
  stream.pause();
  stream.on('data', (bytes: Buffer) => {
    if (!listener.chunk(bytes)) stream.pause();
  });
  return { resume: () => void stream.resume(), destroy: () => void stream.destroy() };
}

function socketOnInput(listener: InletListener): Socket | undefined {
  // `onread` goes where it goes for `connect`; the types of Node 20 name it only there.
  const fd = ownDescriptor(0) ?? 0;
  const options = { fd, readable: true, writable: false, onread: reusedBuffer(listener) };
  try {
    return new Socket(options);
  } catch {
    // A terminal or a file.
    return undefined;
  }
}

function onEnd(stream: Readable, listener: InletListener): void {
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    listener.ended();
  };
  stream.on('end', tell);
  // A peer that resets the connection is as gone as one that closes it.
  stream.on('error', tell);
}
