import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CaptureMode } from '../../model/recording.ts';
import { createClock } from '../../recording/clock.ts';
import { createRecording } from '../../recording/create.ts';
import { httpMaskFor } from '../../recording/mask-http.ts';
import type { RecordingRedactor } from '../../recording/redact.ts';
import type { RecordingWriter } from '../../recording/write.ts';
import { ownMarks } from '../marks.ts';
import {
  authorityOf,
  type ListenAddress,
  labelOfUpstream,
  listenAddressOf,
  type Upstream,
  upstreamOf,
} from './addresses.ts';
import { MOST_HEADERS } from './answer-reader.ts';
import { CallRecorder, type CallSurroundings } from './call.ts';
import { Connections } from './connections.ts';
import { forward } from './forward.ts';
import { namesOf } from './guard.ts';
import { HeaderFields } from './header-fields.ts';
import type { Surroundings } from './headers.ts';
import { listen } from './listen.ts';
import { TrafficLog } from './log.ts';
import { trustOf } from './tls.ts';

export interface ProxyOptions {
  /** URL of the server. Requests keep their own path. */
  readonly upstream: string;
  /** `HOST:PORT` or a port; default a free port of 127.0.0.1. */
  readonly listen?: string;
  /** More names that a client may call this proxy by. */
  readonly allowHosts?: readonly string[];
  /** Name of the server in file name and view; default made from the upstream. */
  readonly label?: string;
  /** File with certificates to trust for an https upstream, beside the usual ones. */
  readonly ca?: string;
  /** Trust any certificate. */
  readonly insecure?: boolean;
  readonly out: {
    readonly path?: string;
    readonly dir?: string;
    readonly force?: boolean;
    /** Takes secrets and personal values out before they are stored. */
    readonly redactor?: RecordingRedactor;
  };
  /** Program and version: `sadap/0.1.0`. */
  readonly recorder: string;
  /** How the recording comes to be; `proxy` when absent. */
  readonly mode?: CaptureMode;
  /** Takes each line for the user. */
  readonly tell: (line: string) => void;
}

export interface RunningProxy {
  /** Where it listens: `http://127.0.0.1:8765`. */
  readonly url: string;
  /** The same with the path of the upstream: what a client is to be given. Secrets are masked. */
  readonly clientUrl: string;
  /** Path of the recording. */
  readonly recording: string;
  /** Breaks what is still going on, and ends the recording. */
  close(): Promise<void>;
}

/**
 * Listens, forwards every request to the upstream and records both directions in one file. An upstream
 * that is not there is answered with 502, and asked again for the next request.
 *
 * @throws SadapError `usage`, `recording-exists`, `not-writable`, `write-failed`.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const upstream = upstreamOf(options.upstream);
  const address = listenAddressOf(options.listen ?? '0');
  const connections = new Connections(upstream, trustOf(options));
  // No time limits of ours: a client may keep a connection, and a request, as long as it likes.
  const server = createServer({
    maxHeaderSize: MOST_HEADERS,
    keepAliveTimeout: 0,
    requestTimeout: 0,
  });
  server.maxHeadersCount = 0;
  const listening = await listen(server, address);
  try {
    return serve(server, upstream, listening, connections, options);
  } catch (error) {
    server.close();
    throw error;
  }
}

function serve(
  server: Server,
  upstream: Upstream,
  listening: ListenAddress,
  connections: Connections,
  options: ProxyOptions,
): RunningProxy {
  const clock = createClock();
  const mask = httpMaskFor(options.out.redactor);
  const writer = openWriter(options, upstream, mask.url(upstream.origin + upstream.path), clock);
  const log = new TrafficLog(writer, clock, (error) => {
    options.tell(`${error.message}; the traffic goes on unrecorded`);
  });
  const around = { log, mask, origin: upstream.origin, tell: options.tell };
  const names = namesOf(listening, options.allowHosts ?? []);
  const fields = new HeaderFields(mask);
  const calls = new Calls(around, { upstream, names, fields }, connections);
  server.on('request', (request, response) => calls.take(request, response));
  // Told apart from a plain request, so that the upstream decides whether the body is wanted.
  server.on('checkContinue', (request, response) => calls.take(request, response));
  server.on('checkExpectation', (request, response) => calls.take(request, response));
  server.on('clientError', (error, socket) => unreadable(error, socket, log));
  const url = `http://${authorityOf(listening)}`;
  return {
    url,
    clientUrl: url + mask.url(upstream.path),
    recording: writer.path,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      calls.close();
      connections.close();
      server.closeAllConnections();
      await closed;
      log.end();
    },
  };
}

function openWriter(
  options: ProxyOptions,
  upstream: Upstream,
  url: string,
  clock: ReturnType<typeof createClock>,
): RecordingWriter {
  return createRecording({
    ...options.out,
    mode: options.mode ?? 'proxy',
    marks: ownMarks(),
    recorder: options.recorder,
    server: { label: options.label ?? labelOfUpstream(upstream), url },
    clock,
  });
}

/** All exchanges of a proxy, numbered as they come. */
class Calls {
  readonly #around: CallSurroundings;
  readonly #surroundings: Surroundings;
  readonly #connections: Connections;
  readonly #open = new Set<CallRecorder>();
  #last = 0;

  constructor(around: CallSurroundings, surroundings: Surroundings, connections: Connections) {
    this.#around = around;
    this.#surroundings = surroundings;
    this.#connections = connections;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const recorder = new CallRecorder(this.#around, ++this.#last);
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) {
      refuse(request, response, recorder, refusal, this.#surroundings.fields);
      return;
    }
    this.#open.add(recorder);
    response.once('close', () => this.#open.delete(recorder));
    const link = this.#connections.linkFor(request.socket);
    const { upstream, names, fields } = this.#surroundings;
    forward({ request, response, upstream, names, fields, link, recorder });
  }

  /** Tells the recording that we end what is still open. */
  close(): void {
    for (const recorder of this.#open) recorder.closed('sadap', false);
  }

  #refusalOf({ headers, rawHeaders, url = '', httpVersion }: IncomingMessage): Refusal | undefined {
    const { host } = headers;
    if (rawHeaders.filter((each, at) => at % 2 === 0 && /^host$/i.test(each)).length > 1)
      return { status: 400, why: 'it has two Host headers' };
    if (httpVersion !== '1.1' && httpVersion !== '1.0')
      return { status: 400, why: `it is of HTTP/${httpVersion}; this speaks 1.1` };
    if (!this.#surroundings.names.isOurHost(host))
      return { status: 403, why: `the Host "${host}" is not this proxy (--allow-host allows it)` };
    if (!url.startsWith('/') && url !== '*')
      return { status: 400, why: 'this is no proxy to other places; use it as the server itself' };
    return undefined;
  }
}

/** As Node does by itself, and recorded: bytes that are no request. A client that just left sent none. */
function unreadable(error: NodeJS.ErrnoException, socket: Duplex, log: TrafficLog): void {
  const code = error.code ?? '';
  if (!code.startsWith('HPE_')) {
    socket.destroy(error);
    return;
  }
  log.add({
    type: 'note',
    text: `refused with 400: a client sent what is no HTTP request (${code})`,
  });
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
}

interface Refusal {
  readonly status: number;
  readonly why: string;
}

/** Answers in the upstream's place, which never hears of it. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  recorder: CallRecorder,
  { status, why }: Refusal,
  fields: HeaderFields,
): void {
  request.resume();
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(`sadap: refused: ${why}\n`);
  recorder.request(request.method ?? '', request.url ?? '', fields.of(request.rawHeaders));
  recorder.note(`refused with ${status}: ${why}`);
  recorder.closed('sadap', true);
}
