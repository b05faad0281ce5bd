import { buildDocument } from '../../../src/document/build.ts';
import { exportFormats } from '../../../src/interop/export/registry.ts';
import { buildSession } from '../../../src/protocol/session.ts';
import { EntryReader } from '../../../src/recording/read.ts';
import { StatsCollector } from '../../../src/recording/stats/collect.ts';
import { pageBlocks } from '../../../src/view/doc/page.ts';
import { renderHtml } from '../../../src/view/html/page.ts';
import { renderStatsJson } from '../../../src/view/json/stats.ts';
import { renderMarkdown } from '../../../src/view/markdown/blocks.ts';
import { renderStats } from '../../../src/view/terminal/stats.ts';
import { countTokens, printable, viewed } from '../session.ts';
import { conversations, fileOf } from '../support.ts';
import { type FuzzTarget, holds } from '../target.ts';

/** Documents, exports and numbers of any session. */
export const target: FuzzTarget = {
  promise: 'any session is described, exported and counted; no markup of a peer gets into a page',
  seeds: conversations.map((text) =>
    text.replace('Finds a child', 'Finds <img src=x onerror=zq()> ](javascript:zq) | `'),
  ),
  words: [
    '<script>zq</script>',
    '"><zq',
    '<zq>',
    "'",
    '&',
    '`',
    '|',
    '](zq',
    '\\n',
    '```',
    '~~~',
    '-->',
  ],
  longest: 4096,
  run: (bytes) => {
    const { session, reading, findings, profile } = viewed(bytes);
    const source = {
      name: 'a',
      session,
      reading,
      findings,
      countTokens,
      sizeOf: () => 1,
      taken: new Map([['member:<zq>`', 1]]),
    };
    const again = { ...source, name: 'b', session: buildSession(session.recording) };
    const page = pageBlocks(buildDocument([source, again], { title: 't', host: profile }));
    const html = [...renderHtml('t', page, 'f')].join('\n');
    holds(!/<\/?zq|<script>zq|<img src=x/.test(html), 'markup of a peer is escaped');
    holds([...renderMarkdown(page)].length > 0, 'there is a page');
    numbers(fileOf(bytes));
  },
};

function numbers(file: Buffer): void {
  const reader = new EntryReader('a');
  const items = [...reader.push(file), ...reader.end()];
  const collector = new StatsCollector();
  collector.startOfFile('a');
  for (const item of items) collector.add(item);
  collector.endOfFile(file.length);
  const stats = collector.stats();
  printable(renderStats(stats, { width: 80, colour: 'none', full: true }), 'the numbers');
  for (const line of renderStatsJson(stats)) JSON.parse(line);
  for (const { exporter, id } of exportFormats) {
    const out = exporter({ recorder: 'sadap/test', originalSize: () => undefined });
    const pieces = items.flatMap((item) => {
      if (item.kind === 'header') return out.header(item.header);
      return item.kind === 'entry' ? out.entry(item.entry) : [];
    });
    const whole = Buffer.concat([...pieces, ...out.end()].map((each) => Buffer.from(each)));
    if (id === 'har' || id === 'inspector') JSON.parse(whole.toString());
  }
}
