// `sadap proxy`, recording, beside no proxy and a plain Node one: JSON answers and event streams.
//   node bench/proxy.mjs [--quick] [--rounds N] [--shape TEXT]…
// With --shape only those with this text in their name are measured, and nothing is kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load, quantile } from './proxy/load.mjs';
import { RELAYS, upstream } from './proxy/relays.mjs';
import { requestBody, SHAPES } from './proxy/shapes.mjs';
import { digits, goal, print, quick, save, tableOf } from './support/results.mjs';
import { interleave, median, medianRatio } from './support/rounds.mjs';
import { watchPeak } from './support/rss.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    shape: { type: 'string', multiple: true },
  },
});
const rounds = Number(options.rounds ?? (quick ? 1 : 7));
const PLAIN = 'plain Node proxy';
const SADAP = 'sadap proxy';

const COLUMNS = {
  p50: 'answer p50 ms',
  p99: 'p99',
  perSecond: 'answers/s',
  first: 'first byte p50 ms',
  event: 'event p50 ms',
  event99: 'event p99',
  rss: 'peak MB',
};

const shapes = Object.entries(SHAPES).filter(
  ([name]) => options.shape?.some((text) => name.includes(text)) ?? true,
);
const scratch = mkdtempSync(join(tmpdir(), 'sadap-bench-'));
try {
  const cases = shapes.flatMap(([name, shape]) =>
    Object.keys(RELAYS).map((relay) => [`${name} ${relay}`, () => sample(shape, relay)]),
  );
  tell(await interleave({ rounds, cases: Object.fromEntries(cases) }));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Times in ms, `perSecond` answers, memory in MB. */
async function sample({ size, inFlight, warm, count, events, pause }, relay) {
  const server = await upstream();
  const { port, pid, stop } = await RELAYS[relay](server.port, scratch);
  const peak = watchPeak(pid);
  const body = requestBody(events ? 200 : size);
  const headers = { 'X-Size': size, ...(events && { 'X-Events': events, 'X-Pause': pause }) };
  // Streams without pauses and few events make it warm in less time.
  const brief = events && pause > 0 ? { ...headers, 'X-Pause': 0, 'X-Events': 2 } : headers;
  await load({ port, inFlight, body, headers: brief, count: warm });
  const times = await load({ port, inFlight, body, headers, count });
  const rss = peak() / 2 ** 20;
  await stop();
  await server.stop();
  return {
    p50: quantile(times.whole, 0.5),
    p99: quantile(times.whole, 0.99),
    first: quantile(times.first, 0.5),
    event: events ? quantile(times.events, 0.5) : Number.NaN,
    event99: events ? quantile(times.events, 0.99) : Number.NaN,
    perSecond: count / times.seconds,
    rss,
  };
}

function tell(samples) {
  const of = (name, relay, key) => samples[`${name} ${relay}`].map((each) => each[key]);
  const result = {
    title: 'Proxy',
    method: `${rounds} rounds, all cases of each in a new random order, each in processes of its own that have warmed up; medians, in brackets the medians of the ratios to the plain Node proxy within a round. An event's time is from the server's write to the client's read.`,
    table: shapes.map(([name, { events }]) => tableFor(name, events, of)).join('\n\n'),
    goals: goalsOf(of),
  };
  if (options.shape) print(result);
  else save('proxy', result);
}

function tableFor(name, events, of) {
  const keys = Object.keys(COLUMNS).filter((key) => events || !/first|event/.test(key));
  const cell = (relay, key) => {
    const text = digits(median(of(name, relay, key)));
    if (relay === PLAIN) return text;
    return `${text} (${digits(medianRatio(of(name, relay, key), of(name, PLAIN, key)))} ×)`;
  };
  const rows = Object.keys(RELAYS).map((relay) => [
    relay,
    ...keys.map((key) => (relay === 'direct' && key === 'rss' ? '' : cell(relay, key))),
  ]);
  return tableOf([name, ...keys.map((key) => COLUMNS[key])], rows);
}

function goalsOf(of) {
  const asked = [
    ['JSON, 200 B, 1 in flight', 'p50', 'p50'],
    ['JSON, 200 B, 32 in flight', 'p50', 'p50'],
    ['JSON, 1 MiB, 1 in flight', 'p50', 'p50'],
    ['SSE, 20 × 200 B, 1 in flight', 'first', 'p50 of the first event'],
    ['SSE, 20 × 200 B, 1 in flight', 'event', 'p50 of each event'],
    ['SSE, 20 × 200 B, 32 in flight', 'event', 'p50 of each event'],
  ];
  return asked
    .filter(([name]) => shapes.some(([each]) => each === name))
    .map(([name, key, what]) => {
      const ratio = medianRatio(of(name, SADAP, key), of(name, PLAIN, key));
      return goal(`HTTP proxy, ${name}: ${what}`, PLAIN, ratio, '≤', 1.3);
    });
}
