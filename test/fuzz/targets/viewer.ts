import { pageDataOf } from '../../../src/cli/web-page.ts';
import { profileOf } from '../../../src/reading/profiles.ts';
import { embeddedOf } from '../../../src/view/web/data/embedded.ts';
import { printable, tokenizer } from '../session.ts';
import { conversations, recordedFrom } from '../support.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

/** The page of `sadap open`: every answer about any session. */
export const target: FuzzTarget = {
  promise: 'the page answers every question about any session, in texts without control characters',
  seeds: conversations,
  words: ['\u001b[31m', '\u202e', '\\u0000', '\\u202e', '</script>', '<!--'],
  longest: 4096,
  run: (bytes) => {
    const profile = profileOf();
    const data = pageDataOf(recordedFrom(bytes), { name: 'n', profile, tokenizer, isLive: false });
    const all = { text: '', method: '', tool: '', side: '', errors: false } as const;
    const { rows } = data.session();
    const page = data.rows(all, 0, rows);
    holds(page.total === rows && page.rows.length === rows, 'all rows are on one page');
    // Each page and each search by key goes through the rows, so of many rows it takes larger pages and some keys.
    const size = Math.max(3, Math.ceil(rows / 20));
    const pages = Array.from(
      { length: Math.ceil(rows / size) },
      (_, at) => data.rows(all, at * size, size).rows,
    );
    same(JSON.stringify(pages.flat()), JSON.stringify(page.rows), 'the rows page by page');
    const step = Math.ceil(rows / 50);
    for (const [index, { key }] of page.rows.entries()) {
      if (index % step !== 0) continue;
      holds(data.indexOf(all, key) === index, 'a row is found by its key');
      holds(data.frame(key, profile.id) !== undefined, 'a row has its frame');
    }
    for (const text of ['a', '"', '#1'])
      holds(data.rows({ ...all, text }, 0, rows).total <= rows, 'a search finds rows');
    for (const query of [
      { ...all, errors: true },
      { ...all, side: 'client' as const },
    ])
      holds(data.rows(query, 0, rows).total <= rows, 'a filter finds rows');
    escaped(embeddedOf(data));
  },
};

/** Methods and tools are what the filters of the page compare with; they are shown as text of the page alone. */
const RAW = new Set(['method', 'tool', 'methods', 'tools']);

function escaped(value: unknown, key = ''): void {
  if (RAW.has(key)) return;
  if (typeof value === 'string') printable(value.split('\n'), `the page, in ${key}`);
  else if (value && typeof value === 'object')
    for (const [name, each] of Object.entries(value))
      escaped(each, Array.isArray(value) ? key : name);
}
