// The client of bench/proxy.mjs: sends requests over kept connections, and times the answers.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('0\r\n\r\n');
const EVENT_END = Buffer.from('\n\n');

/**
 * Sends `count` requests over `inFlight` connections, each its next one when the answer is whole.
 *
 * @returns times in ms: `whole` of each answer, `first` until its first byte, `events` from the moment the
 *   server sent each event (its clock is that of this machine); `seconds` for all of it.
 */
export async function load({ port, count, inFlight, body, headers = {} }) {
  const request = requestOf(port, body, headers);
  const times = { whole: [], first: [], events: [], seconds: 0 };
  const left = { count };
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: Math.min(inFlight, count) }, () => client(port, request, left, times)),
  );
  times.seconds = (performance.now() - begun) / 1000;
  return times;
}

function requestOf(port, body, headers) {
  const fields = {
    Host: `127.0.0.1:${port}`,
    Connection: 'keep-alive',
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Mcp-Protocol-Version': '2025-06-18',
    'Mcp-Session-Id': '0e2d4c1a-6a55-4d6e-9a39-0d5b2cf6d3aa',
    'User-Agent': 'node',
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function client(port, request, left, times) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let answer;
    const next = () => {
      if (left.count-- <= 0) return socket.destroy();
      answer = new Answer(times);
      socket.write(request);
    };
    socket.on('connect', next);
    socket.on('data', (chunk) => {
      if (answer.push(chunk)) next();
    });
    socket.on('error', reject);
    socket.on('close', () => (left.count < 0 ? resolve() : reject(new Error('closed too soon'))));
  });
}

/** One answer as it comes. */
class Answer {
  #times;
  #sent = performance.now();
  #head = Buffer.alloc(0);
  /** Bytes of the body that are still to come; undefined: chunks, until the last one. */
  #rest;
  #inBody = false;
  #tail = '';
  #stamps = [];

  constructor(times) {
    this.#times = times;
  }

  /** true when the answer is whole. */
  push(chunk) {
    if (this.#head.length === 0 && !this.#inBody)
      this.#times.first.push(performance.now() - this.#sent);
    const bytes = this.#inBody ? chunk : this.#body(chunk);
    if (!bytes) return false;
    const isOver = this.#rest === undefined ? this.#chunk(bytes) : this.#counted(bytes);
    if (isOver) this.#times.whole.push(performance.now() - this.#sent);
    return isOver;
  }

  #body(chunk) {
    this.#head = this.#head.length ? Buffer.concat([this.#head, chunk]) : chunk;
    const end = this.#head.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const head = this.#head.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    this.#rest = length === undefined ? undefined : Number(length);
    this.#inBody = true;
    return this.#head.subarray(end + 4);
  }

  #counted(bytes) {
    this.#rest -= bytes.length;
    return this.#rest <= 0;
  }

  #chunk(bytes) {
    this.#events(bytes);
    return bytes.length >= 5 && bytes.subarray(-5).equals(CHUNKS_END);
  }

  /** Stamps stand near the start of an event; its end is the time it is there. */
  #events(bytes) {
    const now = Number(process.hrtime.bigint()) / 1e6;
    for (let from = 0; from < bytes.length; ) {
      const found = bytes.indexOf(EVENT_END, from);
      const end = found === -1 ? bytes.length : found;
      const text = this.#tail + bytes.toString('latin1', from, Math.min(end, from + 300));
      const stamp = /"at":([\d.]+),/.exec(text)?.[1];
      if (stamp !== undefined) this.#stamps.push(Number(stamp));
      this.#tail =
        found === -1 && stamp === undefined && this.#stamps.length === 0 ? text.slice(-300) : '';
      if (found === -1) return;
      // The last one: an end that was cut by the head of a chunk is passed over with its event.
      const sent = this.#stamps.at(-1);
      this.#stamps = [];
      if (sent !== undefined) this.#times.events.push(now - sent);
      from = found + EVENT_END.length;
    }
  }
}

/** The value below which `share` of the sorted values lie. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
