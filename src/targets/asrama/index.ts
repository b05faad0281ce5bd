import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { type BackendOptions, openBackend } from './backend.ts';
import { MCP_PATH, serveHttp } from './http.ts';
import { endOfInput, endOfOutput, logToStderr, stopSignal } from './lifetime.ts';
import { RunningCalls } from './running-calls.ts';
import { serveHttpV1, serveStdioV1 } from './server-v1.ts';
import { serveHttpV2, serveStdioV2 } from './server-v2.ts';
import { startService } from './service.ts';
import { createServiceClient } from './service-client.ts';
import type { HttpFace, Serving, StdioFace } from './serving.ts';
import { type AsramaDefinition, defineAsrama } from './tools.ts';

export interface HttpWish {
  readonly port: number;
  /** Ask for no bearer token: for test suites that cannot send one. */
  readonly noToken?: boolean;
}

export interface AsramaOptions extends BackendOptions {
  /** `v1`: `@modelcontextprotocol/sdk`, legacy era. `v2`: `@modelcontextprotocol/server`, both eras. */
  readonly sdk: 'v1' | 'v2';
  /** Streamable HTTP on 127.0.0.1 instead of stdio. Port 0 takes a free one. */
  readonly http?: HttpWish | undefined;
  /** Return failures of the service as ordinary results, as the original server does. */
  readonly softErrors?: boolean | undefined;
  /** With `v2`: do not answer the era of 2026-07-28. */
  readonly legacyOnly?: boolean | undefined;
  /** The streams of a stdio server; those of the process when absent. */
  readonly input?: Readable | undefined;
  readonly output?: Writable | undefined;
  /** Takes each line of the log; standard error when absent. */
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Runs the MCP server `asrama` until its input ends (stdio only), its output breaks, or the process
 * gets SIGTERM or SIGINT; then closes it and its service and resolves. Calls that were read before the
 * end of the input are answered first. Writes on stdout nothing but MCP, and its log on stderr.
 * Throws `SadapError('usage')` for an unusable URL or port.
 */
export async function runAsrama(options: AsramaOptions): Promise<void> {
  const calls = new RunningCalls();
  const backend = await openBackend(options);
  const stop = stopSignal();
  try {
    const service = calls.watch(createServiceClient(backend));
    const definition = defineAsrama(await import('zod/v4'), service, options);
    if (options.http) await untilStopped(definition, options, options.http, stop.received);
    else await untilInputEnds(definition, options, calls, stop.received);
  } finally {
    stop.dispose();
    await backend.close();
  }
}

/**
 * Runs the REST service alone until SIGTERM or SIGINT.
 * `port` 0 or absent takes a free one; `token` is the mock's own when absent.
 * Throws `SadapError('usage')` when the port cannot be used.
 */
export async function runAsramaService(
  options: { readonly port?: number | undefined; readonly token?: string | undefined } = {},
): Promise<void> {
  const service = await startService({ ...options, log: logToStderr });
  const stop = stopSignal();
  logToStderr(`service on ${service.url}`);
  await stop.received;
  stop.dispose();
  await service.close();
}

async function untilInputEnds(
  definition: AsramaDefinition,
  options: AsramaOptions,
  calls: RunningCalls,
  stopped: Promise<void>,
): Promise<void> {
  const { input = process.stdin, output = process.stdout, log = logToStderr } = options;
  const left = endOfOutput(output);
  // The SDK must not see the end of the input: it would drop the calls that are still running.
  const held = new PassThrough();
  const serving = await serveStdio(definition, { input: held, output }, options);
  input.pipe(held, { end: false });
  log(`ready on stdio, SDK ${options.sdk}`);
  const answered = endOfInput(input).then(() => calls.finished());
  await Promise.race([answered, left, stopped]);
  await serving.close();
  // An open standard input would keep the process alive.
  input.destroy();
}

function serveStdio(
  definition: AsramaDefinition,
  io: StdioFace,
  options: AsramaOptions,
): Promise<Serving> {
  return options.sdk === 'v1'
    ? serveStdioV1(definition, io)
    : serveStdioV2(definition, io, options);
}

async function untilStopped(
  definition: AsramaDefinition,
  options: AsramaOptions,
  { port, noToken = false }: HttpWish,
  stopped: Promise<void>,
): Promise<void> {
  const { log = logToStderr } = options;
  const chosen = process.env['ASRAMA_HTTP_TOKEN'];
  const token = noToken ? undefined : chosen || randomBytes(24).toString('base64url');
  const face = await httpFace(definition, options);
  const listening = await serveHttp(face, { port, token, log });
  log(`ready on ${listening.url}${MCP_PATH}, SDK ${options.sdk}`);
  if (token === undefined) log('anybody on this machine may call it: no token is asked for');
  else if (!chosen)
    log(`send the header "Authorization: Bearer ${token}" (or set ASRAMA_HTTP_TOKEN)`);
  await stopped;
  await listening.close();
}

function httpFace(definition: AsramaDefinition, options: AsramaOptions): Promise<HttpFace> {
  return options.sdk === 'v1' ? serveHttpV1(definition) : serveHttpV2(definition, options);
}
