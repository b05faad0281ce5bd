/** Bytes of a small message, and of a large one. */
const SMALL = 200;
const LARGE = 1024 * 1024;

/**
 * What is asked. `inFlight`: requests at once, each over a connection of its own; `size`: bytes of request and answer,
 * or of one event; `events` of each answer, `pause` ms apart (0: as fast as they are taken); `warm` requests come
 * before those that count, for a proxy runs for long.
 */
export const SHAPES = {
  'JSON, 200 B, 1 in flight': { size: SMALL, inFlight: 1, warm: 4000, count: 3000 },
  'JSON, 200 B, 32 in flight': { size: SMALL, inFlight: 32, warm: 5000, count: 8000 },
  'JSON, 1 MiB, 1 in flight': { size: LARGE, inFlight: 1, warm: 40, count: 80 },
  'JSON, 1 MiB, 32 in flight': { size: LARGE, inFlight: 32, warm: 64, count: 160 },
  'SSE, 20 × 200 B, 1 in flight': {
    size: SMALL,
    inFlight: 1,
    warm: 300,
    count: 30,
    events: 20,
    pause: 1,
  },
  'SSE, 20 × 200 B, 32 in flight': {
    size: SMALL,
    inFlight: 32,
    warm: 500,
    count: 128,
    events: 20,
    pause: 10,
  },
  'SSE, 2000 × 200 B at once, 1 in flight': {
    size: SMALL,
    inFlight: 1,
    warm: 10,
    count: 20,
    events: 2000,
    pause: 0,
  },
  'SSE, 10 × 1 MiB, 1 in flight': {
    size: LARGE,
    inFlight: 1,
    warm: 3,
    count: 10,
    events: 10,
    pause: 5,
  },
  'SSE, 5 × 1 MiB, 32 in flight': {
    size: LARGE,
    inFlight: 32,
    warm: 8,
    count: 32,
    events: 5,
    pause: 10,
  },
};

/** A request of this many bytes, about. */
export function requestBody(size) {
  const text = 'x'.repeat(Math.max(0, size - 110));
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cari_anak","arguments":{"kelas":"7A","text":"${text}"}}}`;
}
