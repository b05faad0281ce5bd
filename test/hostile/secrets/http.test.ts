import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProxy } from '../../../src/capture/proxy/run.ts';
import { likelySecrets } from '../../../src/recording/likely-secrets.ts';
import { RecordingRedactor } from '../../../src/recording/redact.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { EVERYTHING } from '../../../src/secrets/rules.ts';
import { httpServer } from '../../support/http.ts';
import { sadap } from '../../support/sadap.ts';
import { figure } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { argsOf, nameOf, VIEWS } from '../views.ts';
import { KEYS, KINDS } from './kinds.ts';
import { headerOf, leaksIn, membersOf, plantedIn, queryOf, textOf } from './planted.ts';
import { World } from './world.ts';

const requestHeaders = plantedIn('request header');
const responseHeaders = plantedIn('response header');
const urls = plantedIn('url');
/** Addresses that only their owner is to know. */
const paths = plantedIn(
  'path',
  KEYS.filter(({ name }) => name !== 'slack webhook'),
);
const params = plantedIn('params');
const results = plantedIn('result');
const events = plantedIn('event');
const names = plantedIn('event id');

const around = [...requestHeaders, ...responseHeaders, ...urls, ...paths];
const bodies = [...params, ...results, ...events, ...names];

/** A server that answers the nth request with the nth of all that is planted, every other time as a stream. */
function upstream(): Promise<number> {
  let turn = 0;
  return httpServer((request, response) => {
    request.resume();
    const nth = turn++ % KINDS.length;
    const [result, header, event, name] = [results, responseHeaders, events, names].map(
      (each) => each[nth],
    );
    if (!result || !header || !event || !name) throw new Error('there is one for each kind');
    response.setHeader(...headerOf(header));
    const answer = { jsonrpc: '2.0', id: nth, result: membersOf(result) };
    if (turn % 2 === 1) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const note = { jsonrpc: '2.0', method: 'notifications/message', params: membersOf(event) };
    response.write(`id: ${textOf(name).replaceAll('\n', ' ')}\ndata: ${JSON.stringify(note)}\n\n`);
    response.write(
      `: ${textOf(event).replaceAll('\n', ' ')}\ndata: not JSON, ${textOf(event).replaceAll('\n', ' ')}\n\n`,
    );
    response.end(`data: ${JSON.stringify(answer)}\n\n`);
  });
}

async function recordAll(world: World, redacts: boolean) {
  const port = await upstream();
  const path = join(world.folder, 'run.ndjson');
  const out = redacts
    ? { path, redactor: new RecordingRedactor(new Redactor(EVERYTHING)) }
    : { path };
  const told: string[] = [];
  const secret = paths[0]?.value ?? '';
  const proxy = await startProxy({
    upstream: `http://127.0.0.1:${port}/mcp/${secret}?api_key=${secret}`,
    out,
    recorder: 'sadap/test',
    tell: (line) => told.push(line),
  });
  for (const [nth, header] of requestHeaders.entries()) {
    const [url, path, param] = [urls, paths, params].map((each) => each[nth % each.length]);
    if (!url || !path || !param) throw new Error('there is one for each kind');
    const address = `${proxy.url}/mcp/${encodeURIComponent(path.value)}/x?${queryOf(url)}`;
    const body = { jsonrpc: '2.0', id: nth, method: 'tools/call', params: membersOf(param) };
    const answer = await fetch(address, {
      method: 'POST',
      headers: { ...Object.fromEntries([headerOf(header)]), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.text();
  }
  await proxy.close();
  return { path, told: [...told, proxy.clientUrl].join('\n') };
}

describe('secrets and personal values over HTTP', () => {
  verifies('secrets:around', 'redact:capture', 'redact:notice');

  it('are in no file when they stood in headers or URLs, nor in what is told', async () => {
    const world = new World();
    const { path, told } = await recordAll(world, false);
    expect(world.leaks(around)).toEqual([]);
    expect(leaksIn(told, around)).toEqual([]);
    expect((await likelySecrets(path)).size).toBeGreaterThan(20);
    const found: string[] = [];
    const all = [...around, ...bodies];
    for (const view of VIEWS.filter((each) => each.command === 'export' && each.handedOn)) {
      const ran = await sadap(argsOf(view, path), { cwd: world.here, env: world.env });
      for (const each of leaksIn(ran.stdout, all)) found.push(`${nameOf(view)}: ${each}`);
    }
    expect(found).toEqual([]);
    figure(
      'hostile',
      'values planted in headers and URLs, found in a recording',
      `0 of ${around.length}`,
    );
  });

  it('are nowhere in a recording that is redacted while it is made', async () => {
    const world = new World();
    await recordAll(world, true);
    const all = [...around, ...bodies];
    expect(world.leaks(all)).toEqual([]);
    figure(
      'hostile',
      'values planted over HTTP, found in a redacted recording',
      `0 of ${all.length}`,
    );
  });
});
