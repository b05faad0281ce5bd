import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { summariseRecording } from '../../../../src/recording/summarise.ts';
import { renderListJson } from '../../../../src/view/json/list.ts';
import { renderSessionJson } from '../../../../src/view/json/session.ts';
import { conversation } from '../../../support/conversation.ts';
import { sampleNames, samplePath } from '../../../support/samples.ts';
import { verifies } from '../../../support/verifies.ts';
import { call, inputOf, toolResult } from '../support.ts';

const path = join(import.meta.dirname, '../../../../docs/reference/show-json.md');
const named = new Set(readFileSync(path, 'utf8').match(/(?<=`)[A-Za-z]+(?=`)/g));

/** Has one line of each type, and each member that a message may have. */
const session = conversation()
  .event({ event: 'started' })
  .stderr('log')
  .server('stray')
  .client(call(1, 'x', { a: 1 }))
  .server({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
  .server(toolResult(1, [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }]))
  .client('[{"jsonrpc":"2.0","method":"a","method":"b"},7]')
  .session();

describe('the reference of the JSON output', () => {
  verifies('view:json-reference');

  it('names every type and member of show', () => {
    const finding = { rule: 'a/b', severity: 'note', side: 'nobody', title: '', fix: '' } as const;
    const lines = [...renderSessionJson(inputOf(session, [{ ...finding, places: [] }]))];
    const seen = lines.flatMap((line) => {
      const { server: _, ...own } = JSON.parse(line);
      const inner = [...(own.fates ?? []), ...(own.texts ?? []), ...(own.media ?? []), own.profile];
      return [own.type, ...[own, ...inner].flatMap((each) => Object.keys(each ?? {}))];
    });
    expect(seen).toEqual(expect.arrayContaining(['index', 'defects', 'within', 'mimeType']));
    const entries = ['event', 'closedBy', 'exit'];
    expect([...new Set(seen)].filter((each) => !named.has(each))).toEqual(
      entries.filter((each) => seen.includes(each) && !named.has(each)),
    );
  });

  it('names every member of list', async () => {
    const [name = ''] = sampleNames;
    const [line = ''] = [...renderListJson([await summariseRecording(samplePath(name))])];
    expect(Object.keys(JSON.parse(line)).filter((each) => !named.has(each))).toEqual([]);
  });
});
