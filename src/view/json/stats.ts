import type { Spread } from '../../recording/stats/spread.ts';
import type { RequestStats, Stats } from '../../recording/stats/types.ts';

/**
 * The shape of `sadap stats --json`, one object a line: `method` and `tool` lines, `unused` and `repeated`
 * ones, `notification` lines, last a `summary`. Durations are milliseconds, sizes bytes. Members may be
 * added, never renamed or removed without a major version.
 */
export function* renderStatsJson(stats: Stats): Generator<string> {
  for (const { from, method, ...rest } of stats.methods)
    yield line('method', { from, method, ...numbers(rest) });
  for (const { server, tool, isListed, ...rest } of stats.tools)
    yield line('tool', { server, tool, listed: isListed, ...numbers(rest) });
  for (const each of stats.unused) yield line('unused', { ...each });
  for (const { first, last, again, ...rest } of stats.repeats)
    yield line('repeated', { ...rest, answerBytes: again, first, last });
  for (const { from, method, count, bytes, most } of stats.notifications)
    yield line('notification', { from, method, count, bytes, largest: most });
  yield line('summary', {
    recordings: stats.recordings,
    servers: stats.servers,
    size: stats.size,
    durationMs: stats.duration / 1000,
    wire: stats.wire,
    listed: stats.listed,
    unused: stats.unused.length,
    repeatsComplete: stats.repeatsComplete,
    orphans: stats.orphans,
    strays: stats.strays,
    damage: stats.damage,
  });
}

function line(type: string, members: object): string {
  return JSON.stringify({ type, ...members });
}

function numbers({ requests, answers, latency, slowest, ...ends }: RequestStats) {
  return {
    count: requests.count,
    ...ends,
    latencyMs: latency ? inMs(latency) : null,
    slowest: slowest ?? null,
    requestBytes: requests.bytes,
    answerBytes: answers.bytes,
    largestRequest: requests.most,
    largestAnswer: answers.most,
  };
}

function inMs({ min, p50, p90, p99, max, mean }: Spread) {
  const inOrder = { min, p50, p90, p99, max, mean };
  return Object.fromEntries(Object.entries(inOrder).map(([name, micros]) => [name, micros / 1000]));
}
