import type { Readable, Writable } from 'node:stream';
import { stopSignal } from '../asrama/lifetime.ts';
import { listenOnLoopback } from '../asrama/listen.ts';
import type { CanaryOptions } from './handler.ts';
import { createCapture } from './model/capture.ts';
import { createEndpoint } from './model/endpoint.ts';
import { CallScript, type ScriptOptions } from './model/script.ts';
import { serveCanary } from './server.ts';

export interface RunCanaryOptions extends CanaryOptions {
  /** The streams of the server; those of the process when absent. */
  readonly input?: Readable | undefined;
  readonly output?: Writable | undefined;
  readonly errors?: Writable | undefined;
}

/**
 * Runs the MCP server `canary` on stdio until its input ends, its output breaks, or the process gets
 * SIGTERM or SIGINT. Writes on stdout nothing but MCP; one line on stderr says that it is ready.
 */
export async function runCanary(options: RunCanaryOptions = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout, errors = process.stderr } = options;
  const stop = stopSignal();
  errors.write('canary: ready on stdio\n');
  await Promise.race([serveCanary({ input, output, errors }, options), stop.received]);
  stop.dispose();
  // An open standard input would keep the process alive.
  input.destroy();
}

export interface RunCanaryModelOptions extends ScriptOptions {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** File of the capture; standard output when absent. */
  readonly path?: string | undefined;
  /** Overwrite the file. */
  readonly force?: boolean | undefined;
}

/**
 * Runs the model endpoint on 127.0.0.1 until SIGTERM or SIGINT; says on stderr where it listens.
 * Throws `SadapError` when the port or the file cannot be used.
 */
export async function runCanaryModel(options: RunCanaryModelOptions): Promise<void> {
  const capture = createCapture(options.path, options.force);
  const stop = stopSignal();
  const listening = await listenOnLoopback(
    createEndpoint(new CallScript(options), capture),
    options.port,
  );
  process.stderr.write(`canary: model on ${listening.url}\n`);
  await stop.received;
  stop.dispose();
  await listening.close();
}
