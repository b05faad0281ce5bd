import { goal } from '../support/results.mjs';
import { median, medianRatio } from '../support/rounds.mjs';
import { CASES, DIRECT, PIPE, RECORDER, RELAY, SADAP, TEE } from './cases.mjs';

/** Our throughput as a multiple of the other's, at least so much. */
const THROUGHPUT = [
  ['many', RECORDER, 0.55],
  ['many', PIPE, 0.85],
  ['mib', RECORDER, 0.5],
  ['mib', TEE, 1.3],
  ['long', TEE, 1.4],
  ['longest', TEE, 1.4],
  ['sdkMany', DIRECT, 0.9],
  ['sdkMib', DIRECT, 0.87],
];
/** The same for every other recorder. */
const PEER = 1.15;
const PEER_CASES = ['peerOne', 'peerMany', 'peerMib'];
/** Cases that tell how much memory is used, the smallest messages first. */
const MEMORY_CASES = ['one', 'longer', 'many', 'mib', 'errors', 'long', 'longest'];

/**
 * @param {(work: string, configuration: string) => object[] | undefined} of samples by round; undefined where
 *   something was not measured, and then there is no goal
 * @param {readonly string[]} peers
 * @param {{ wallMs: number[], rss: number[] }} empty a Node program that does nothing
 */
export function goalsOf(of, peers, empty) {
  return [...latency(of), ...throughput(of), ...first(of, empty), ...memory(of, empty)].concat(
    peers.flatMap((peer) =>
      PEER_CASES.flatMap((work) => ratio(of, work, peer, 'perSecond', '≥', PEER)),
    ),
  );
}

function latency(of) {
  const [ours, relay, direct] = [SADAP, RELAY, DIRECT].map((name) => of('one', name));
  if (!ours || !relay || !direct) return [];
  const added = (samples) => samples.map(({ p50 }, round) => p50 - direct[round].p50);
  const title = `${CASES.one.title}: added p50`;
  return [
    goal(title, `${RELAY}: added p50`, medianRatio(added(ours), added(relay)), '≤', 1),
    ...ratio(of, 'one', RECORDER, 'p99', '≤', 1.5),
  ];
}

function throughput(of) {
  return THROUGHPUT.flatMap(([work, other, limit]) =>
    ratio(of, work, other, 'perSecond', '≥', limit),
  );
}

function ratio(of, work, other, key, sign, limit) {
  const [ours, theirs] = [of(work, SADAP), of(work, other)];
  if (!ours || !theirs) return [];
  const values = (samples) => samples.map((sample) => sample[key]);
  const what = key === 'perSecond' ? 'throughput' : key;
  const title = `${CASES[work].title}: ${what}`;
  return [goal(title, other, medianRatio(values(ours), values(theirs)), sign, limit)];
}

/** The server in C starts in no time; one in Node starts while we do. */
function first(of, empty) {
  return ['first', 'sdkFirst'].flatMap((work) => firstOf(work, of, empty));
}

function firstOf(work, of, empty) {
  const [ours, direct] = [of(work, SADAP), of(work, DIRECT)];
  if (!ours || !direct) return [];
  const added = ours.map(({ firstMs }, round) => firstMs - direct[round].firstMs);
  const title = `${CASES[work].title}: time added`;
  return [goal(title, 'an empty Node program', medianRatio(added, empty.wallMs), '≤', 1.2)];
}

function memory(of, empty) {
  const all = MEMORY_CASES.map((work) => of(work, SADAP)?.map(({ rss }) => rss)).filter(Boolean);
  if (all.length < MEMORY_CASES.length) return [];
  const most = all[0].map((_, round) => Math.max(...all.map((values) => values[round])));
  const smallest = all[0];
  return [
    goal(
      'peak memory, every case',
      'an empty Node program',
      medianRatio(most, empty.rss),
      '≤',
      1.8,
    ),
    goal(
      'peak memory, a line of 200 MiB',
      'messages of 200 B',
      median(all.at(-1).map((value, round) => value / smallest[round])),
      '≤',
      1.2,
    ),
  ];
}
