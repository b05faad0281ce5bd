import { closeSync, openSync, writeSync } from 'node:fs';

/** One answer in so many holds a text of 100 KB. */
const LONG_EVERY = 520;
const LONG = 100 * 1024;
const START = Date.UTC(2026, 10, 30, 10, 10) * 1000;

/**
 * Writes a recording of about `size` bytes to `path`, in the form that sadap writes, and returns its
 * numbers. The same size gives the same bytes.
 *
 * What is in it: one session of a stdio server with 12 tools; nearly all of it calls of tools with their
 * answers (a text of a few lines, some with structured content, one in a hundred a failed call), progress,
 * log messages and lines of stderr in between, and one answer in 520 with a text of 100 KB.
 */
export function writeLargeRecording(path, size) {
  const fd = openSync(path, 'w', 0o600);
  const writer = new Writer(fd);
  writer.open();
  for (let call = 0; writer.bytes < size; call += 1) writer.call(call);
  writer.close();
  closeSync(fd);
  return { bytes: writer.bytes, lines: writer.lines, counts: writer.counts };
}

class Writer {
  bytes = 0;
  lines = 0;
  counts = { requests: 0, failures: 0, toolErrors: 0 };
  #fd;
  #seq = 0;
  #at = START;
  #id = 0;
  #batch = [];
  #waiting = 0;
  #random = generator(20261130);

  constructor(fd) {
    this.#fd = fd;
  }

  open() {
    const header = {
      type: 'header',
      format: 'sadap',
      version: 1,
      session: '019ad440-0000-7000-8000-000000000000',
      startedAt: timeText(START),
      recorder: 'sadap/0.1.0',
      mode: 'tee',
      exact: true,
      server: { label: 'bench', command: ['node', 'server.js'] },
    };
    this.#line(JSON.stringify(header));
    this.#entry('event', ',"event":"started"');
    const client = { name: 'bench', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
    this.#ask('initialize', params);
    this.#answer({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: client,
    });
    this.#notify('client', 'notifications/initialized');
    this.#ask('tools/list', {});
    this.#answer({ tools: TOOLS.map(definition) });
  }

  call(nth) {
    const tool = TOOLS[this.#below(TOOLS.length)];
    // One call in twenty repeats an earlier one.
    const key = this.#below(20) === 0 ? this.#below(100) : nth;
    const args = { query: `${WORDS[key % WORDS.length]} ${key}`, limit: 10 + (key % 7), page: 1 };
    this.#ask('tools/call', { name: tool, arguments: args });
    if (this.#below(40) === 0)
      this.#notify('server', 'notifications/message', { level: 'info', data: this.#text(2) });
    if (this.#below(100) === 0) this.#entry('stderr', `,"text":${JSON.stringify(this.#text(1))}`);
    this.#result(nth);
  }

  #result(nth) {
    const chance = this.#below(200);
    if (chance === 0) {
      this.counts.failures += 1;
      this.#failure(-32602, 'invalid arguments');
      return;
    }
    const text = nth % LONG_EVERY === 7 ? this.#longText() : this.#text(3 + this.#below(5));
    const content = [{ type: 'text', text }];
    if (chance === 1) this.counts.toolErrors += 1;
    if (chance === 1) this.#answer({ content, isError: true });
    else if (chance < 60)
      this.#answer({ content, structuredContent: { total: nth, rows: [1, 2] } });
    else if (chance < 120) this.#answer({ content, isError: false });
    else this.#answer({ content });
  }

  close() {
    this.#entry('event', ',"event":"stdin-closed"');
    this.#entry('event', ',"event":"exit","code":0,"signal":null');
    this.#entry('end', ',"closedBy":"client","exit":{"code":0,"signal":null}');
    this.#flush();
  }

  #ask(method, params) {
    this.#id += 1;
    this.counts.requests += 1;
    const message = { jsonrpc: '2.0', id: this.#id, method, params };
    this.#message('client', `,"method":"${method}","id":${this.#id}`, message);
  }

  #answer(result) {
    this.#message('server', `,"id":${this.#id}`, { jsonrpc: '2.0', id: this.#id, result });
  }

  #failure(code, message) {
    const error = { code, message };
    this.#message('server', `,"id":${this.#id}`, { jsonrpc: '2.0', id: this.#id, error });
  }

  #notify(from, method, params) {
    this.#message(from, `,"method":"${method}"`, { jsonrpc: '2.0', method, params });
  }

  #message(from, hints, message) {
    this.#entry('message', `,"from":"${from}"${hints},"message":${JSON.stringify(message)}`);
  }

  #entry(type, members) {
    this.#at += 20 + this.#below(900);
    this.#line(`{"type":"${type}","seq":${this.#seq},"at":"${timeText(this.#at)}"${members}}`);
    this.#seq += 1;
  }

  #line(text) {
    const line = Buffer.from(`${text}\n`);
    this.#batch.push(line);
    this.#waiting += line.length;
    this.bytes += line.length;
    this.lines += 1;
    if (this.#waiting > 4 * 1024 * 1024) this.#flush();
  }

  #flush() {
    writeSync(this.#fd, Buffer.concat(this.#batch));
    this.#batch = [];
    this.#waiting = 0;
  }

  #text(lines) {
    let text = '';
    for (let line = 0; line < lines; line += 1) {
      const [first, second] = [this.#below(WORDS.length), this.#below(WORDS.length)];
      text += `${WORDS[first]} → "${WORDS[second]}" ${this.#below(100_000)} of the list\n`;
    }
    return text;
  }

  #longText() {
    let text = '';
    while (text.length < LONG) text += this.#text(20);
    return text;
  }

  #below(limit) {
    return Math.floor(this.#random() * limit);
  }
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

let second = { number: -1, text: '' };

function timeText(micros) {
  const number = Math.floor(micros / 1_000_000);
  if (number !== second.number)
    second = { number, text: new Date(number * 1000).toISOString().slice(0, 19) };
  return `${second.text}.${String(micros % 1_000_000).padStart(6, '0')}Z`;
}

const WORDS = (
  'kamar lemari jadwal santri wali asrama kelas pelajaran buku nilai izin sakit pulang dapur air ' +
  'halaman gedung lantai kunci meja kursi papan lampu sumur pintu jendela tangga atap pagar kebun'
).split(' ');

const TOOLS = WORDS.slice(0, 12).map((word) => `cari_${word}`);

function definition(name) {
  const properties = {
    query: { type: 'string' },
    limit: { type: 'integer' },
    page: { type: 'integer' },
  };
  return { name, description: `Looks for ${name}.`, inputSchema: { type: 'object', properties } };
}
