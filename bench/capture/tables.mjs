import { digits, tableOf } from '../support/results.mjs';
import { median, medianRatio } from '../support/rounds.mjs';
import { CASES, DIRECT, SADAP } from './cases.mjs';
import { missingPeers } from './peers.mjs';

const HEAD = [
  'through',
  'round trips/s',
  'MB/s',
  'p50 µs',
  'p99 µs',
  '÷ first row',
  'first answer ms',
  'peak MB',
  'CPU ms',
];

/** One table a case, and what they are to be read beside. */
export function tablesOf(measured, of, empty) {
  const parts = Object.entries(CASES).map(([work, { title, bytes }]) => {
    const rows = measured
      .filter((each) => each.work === work)
      .map(({ name }) => row(of(work, name), of(work, DIRECT) ?? of(work, SADAP), name, bytes));
    if (rows.length === 0) return '';
    return `**${title}**\n\n${tableOf(HEAD, rows)}`;
  });
  const first = `An empty Node program: ${digits(median(empty.wallMs))} ms, ${mb(median(empty.rss))} MB.`;
  return [...parts.filter(Boolean), first].join('\n\n');
}

function row(samples, reference = samples, name = '', bytes = 0) {
  const of = (key) => median(samples.map((each) => each[key]));
  const ratios = (key) => samples.map((each) => each[key]);
  const perSecond = of('perSecond');
  const isCold = perSecond === 0;
  return [
    name,
    isCold ? '–' : digits(perSecond),
    isCold ? '–' : digits((perSecond * bytes) / 1e6),
    isCold ? '–' : digits(of('p50')),
    isCold ? '–' : digits(of('p99')),
    isCold
      ? '–'
      : digits(
          medianRatio(
            ratios('perSecond'),
            reference.map((each) => each.perSecond),
          ),
        ),
    digits(of('firstMs')),
    mb(of('rss')),
    digits(of('cpuMs')),
  ];
}

/** What the tables cannot say. */
export function notesOf(isPlain) {
  const plain = isPlain
    ? 'There is no C compiler here: the host and the server are plain Node programs, and the C references are missing.'
    : '';
  const what =
    'CPU and peak memory are those of what stands between, with all that it waited for; for pipelines of bash they are those of the largest part.';
  return [what, plain, missingPeers()].filter(Boolean).join('\n\n');
}

function mb(bytes) {
  return digits(bytes / 1e6);
}
