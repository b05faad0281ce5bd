import { describe, expect, it } from 'vitest';
import { asramaScript } from '../../../src/capture/asrama-script.ts';
import { verifies } from '../../support/verifies.ts';
import { events, lastText, lines, messages, record, script, statuses } from './recorded.ts';

describe('a session with a well-behaved server', () => {
  it('opens with initialize and notifications/initialized, ids from 0', async () => {
    verifies('capture:legacy-opening', 'capture:ids-from-zero');
    const done = await record('plain', { era: 'legacy', calls: ['probe {"a":1}'] });
    expect(lines(done.recording, 'client')).toEqual([
      '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"sadap","version":"0.0.0"}}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"probe","arguments":{"a":1}}}',
    ]);
    expect(statuses(done)).toEqual(['open: ok', 'tools/list: ok', 'tools/call probe: ok']);
    expect(events(done.recording)).toEqual(['started', 'stdin-closed', 'exit 0']);
    expect(done).toMatchObject({
      exitCode: 0,
      exit: { code: 0, signal: null },
      closedBy: 'client',
      error: undefined,
    });
    expect(done.recording.end).toMatchObject({ closedBy: 'client', exit: { code: 0 } });
  });

  it('sends the arguments of a call as they are spelled', async () => {
    verifies('capture:spelling');
    const spelled =
      '{"f":1.0,"neg":-0,"big":12345678901234567890,"2":1,"1":2,"d":1,"d":2,"s":"\\/"}';
    const done = await record('plain', { era: 'legacy', calls: [`probe ${spelled}`] });
    expect(lines(done.recording, 'client').at(-1)).toContain(`"arguments":${spelled}}`);
  });

  it('makes line ends between the tokens of arguments into spaces', async () => {
    const done = await record('plain', { era: 'legacy', calls: ['probe {\n"a":\r\n1}'] });
    expect(lines(done.recording, 'client').at(-1)).toContain('"arguments":{ "a":  1}');
  });

  it('follows a list over all pages, an empty cursor included', async () => {
    verifies('capture:all-pages');
    const done = await record('pages', { era: 'legacy' });
    expect(lines(done.recording, 'client').slice(2)).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":""}}',
      '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"last"}}',
    ]);
    expect(done.exitCode).toBe(0);
  });

  it('stops at a cursor that came before', async () => {
    verifies('capture:all-pages');
    const done = await record('endless-pages', { era: 'legacy' });
    expect(lines(done.recording, 'client').length).toBe(2 + 3);
    expect(done.steps[1]).toMatchObject({ status: 'failed' });
    expect(done.steps[1]?.details[0]).toContain('the list has no end');
    expect(done.exitCode).toBe(1);
  });

  it('explores what is declared: lists, resources, prompts that need nothing', async () => {
    verifies('capture:explore');
    const done = await record('explorable', { era: 'legacy', calls: ['probe'] });
    expect(statuses(done)).toEqual([
      'open: ok',
      'tools/list: ok',
      'resources/list: ok',
      // Not a failure: the capability promises no templates.
      'resources/templates/list: ok',
      'resources/read note://1: ok',
      'resources/read note://2: ok',
      'prompts/list: ok',
      'prompts/get free: ok',
      'prompts/get optional: ok',
      'tools/call probe: ok',
    ]);
  });

  it('gives the server its environment and folder, and keeps only names', async () => {
    verifies('capture:environment');
    const [secret, inherited] = ['FAKE-SECRET-01', 'from outside'];
    const done = await record('env', {
      era: 'legacy',
      env: { ...process.env, INHERITED: inherited },
      setEnv: { API_TOKEN: secret },
      cwd: '/',
      calls: ['probe {"name":"API_TOKEN"}', 'probe {"name":"INHERITED"}'],
    });
    const said = messages(done.recording, 'server').slice(-2);
    expect(said.map((each) => JSON.parse(each.result.content[0]?.text ?? ''))).toEqual([
      { cwd: '/', value: secret },
      { cwd: '/', value: inherited },
    ]);
    const { server } = done.recording.header;
    expect(server).toMatchObject({ label: 'env', cwd: '/', envNames: ['API_TOKEN'] });
    expect(JSON.stringify(server)).not.toContain(secret);
  });

  it('makes the exchanges of the reference capture for asrama, in its order', () => {
    verifies('capture:asrama-tour');
    expect(asramaScript().steps.map(({ label }) => label)).toEqual([
      'open',
      'tools/list',
      'tools/call cari_anak',
      'tools/call detail_anak',
      'tools/call absensi_harian',
      'resources/list',
      'prompts/get',
      'resources/read',
      'prompts/list',
      'tools/call daftar_kamar',
      'tools/call absensi_harian',
      'tools/call detail_anak',
    ]);
  });
});

describe('eras', () => {
  it('auto: an error other than -32022 leads to initialize', async () => {
    verifies('capture:era-probe');
    const done = await record('plain');
    expect(messages(done.recording, 'client').map(({ id, method }) => [id, method])).toEqual([
      [0, 'server/discover'],
      [1, 'initialize'],
      [undefined, 'notifications/initialized'],
      [2, 'tools/list'],
    ]);
  });

  it('auto: silence leads to initialize, and is recorded', async () => {
    verifies('capture:era-probe');
    const done = await record('mute-probe', { probeMs: 100 });
    expect(statuses(done)).toEqual(['open: ok', 'tools/list: ok']);
    expect(events(done.recording)).toContain('timeout server/discover 100');
    expect(messages(done.recording, 'client').map(({ method }) => method)).not.toContain(
      'notifications/cancelled',
    );
  });

  it('auto: an empty result, as of servers that answer everything, leads to initialize', async () => {
    verifies('capture:era-probe');
    const done = await record('answers-all');
    expect(statuses(done)).toEqual(['open: ok', 'tools/list: ok']);
    expect(messages(done.recording, 'client').map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/list',
    ]);
  });

  it('auto: -32022 that lists legacy revisions alone leads to initialize', async () => {
    verifies('capture:era-probe');
    const done = await record('legacy-refusal');
    expect(messages(done.recording, 'client').map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/list',
    ]);
  });

  it('auto: -32022 that lists a modern revision never leads to initialize', async () => {
    verifies('capture:era-probe');
    const client = 'client: {capabilities: {}}';
    const done = await record('modern-refusal', { script: `${client}\nsteps: [open, tools/list]` });
    expect(messages(done.recording, 'client').map(({ method }) => method)).toEqual([
      'server/discover',
      'server/discover',
      'tools/list',
    ]);
    expect(statuses(done)[0]).toBe('open: failed');
  });

  it('modern: what a script writes into _meta wins, and the envelope comes first', async () => {
    verifies('capture:modern-envelope');
    const done = await record('modern', {
      era: 'modern',
      script: `
steps:
- tools/call:
    name: probe
    _meta: {io.modelcontextprotocol/protocolVersion: "1999-01-01", progressToken: 1.0}`,
    });
    expect(lines(done.recording, 'client')).toEqual([
      '{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01","io.modelcontextprotocol/clientInfo":{"name":"sadap","version":"0.0.0"},"io.modelcontextprotocol/clientCapabilities":{},"progressToken":1.0},"name":"probe"}}',
    ]);
  });

  it('auto: a server that was only slow, and is modern, is asked again', async () => {
    verifies('capture:era-probe');
    const done = await record('late-modern', { probeMs: 200, calls: ['probe'] });
    expect(messages(done.recording, 'client').map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'server/discover',
      'tools/list',
      'tools/call',
    ]);
    expect(done.exitCode).toBe(0);
  });

  it('modern: envelope on every request, no handshake', async () => {
    verifies('capture:modern-envelope', 'capture:era-probe');
    const answers = 'answers: {elicitation/create: {action: accept, content: {yes: 1.0}}}';
    const done = await record('modern', {
      script: `${answers}\nsteps: [open, tools/list]`,
      calls: ['probe {"a":1}'],
    });
    const sent = messages(done.recording, 'client');
    expect(sent.map(({ method }) => method)).toEqual([
      'server/discover',
      'tools/list',
      'tools/call',
      'tools/call',
    ]);
    for (const { params } of sent)
      expect(params._meta).toEqual({
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'sadap', version: '0.0.0' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      });
  });

  it('modern: answers what the server needs in a new request', async () => {
    verifies('capture:input-required');
    const done = await record('modern', {
      script: 'answers: {elicitation/create: {action: accept, content: {n: 1.0}}}\nsteps: [open]',
      calls: ['probe {"a":1}'],
    });
    const [, first, second] = lines(done.recording, 'client');
    expect(first).toContain('"id":1,');
    expect(second).toContain('"id":2,');
    expect(second).toContain(
      '"name":"probe","arguments":{"a":1},"inputResponses":{"sure":{"action":"accept","content":{"n":1.0}}},"requestState":"round 1"}',
    );
    expect(statuses(done)).toEqual(['open: ok', 'tools/call probe: ok']);
  });

  it('modern: fails a call whose question has no answer in the script', async () => {
    const done = await record('modern', { calls: ['probe'] });
    expect(done.steps.at(-1)).toMatchObject({
      status: 'failed',
      details: ['the script has no answer for elicitation/create'],
    });
  });

  it('modern: goes on with a revision that the server lists', async () => {
    verifies('capture:era-probe');
    const done = await record('modern', { era: 'modern', revision: '2099-01-01' });
    expect(messages(done.recording, 'client').map(({ method }) => method)).toEqual([
      'server/discover',
      'server/discover',
      'tools/list',
    ]);
    expect(statuses(done)).toEqual(['open: ok', 'tools/list: ok']);
  });

  it.each([
    ['2024-11-05', 'initialize'],
    ['2026-07-28', 'server/discover'],
  ])('a revision alone decides the era: %s', async (revision, method) => {
    const done = await record('modern', { revision });
    const [first] = messages(done.recording, 'client');
    expect(first?.method).toBe(method);
    expect(JSON.stringify(first)).toContain(revision);
  });
});

describe('requests of the server', () => {
  it('are answered from the script; only what can be answered is declared', async () => {
    verifies('capture:answers-server');
    const done = await record('asks', {
      era: 'legacy',
      script: await script(`
        answers:
          roots/list: {roots: []}
          elicitation/create:
            - {action: decline}
            - {action: cancel}
          sampling/createMessage: {error: {code: -1, message: "User rejected"}}
        steps: [open, {tools/call: {name: probe}}]`),
    });
    const [opening] = messages(done.recording, 'client');
    expect(Object.keys(opening?.params.capabilities ?? {}).sort()).toEqual([
      'elicitation',
      'roots',
      'sampling',
    ]);
    const told = JSON.parse(lastText(done.recording));
    expect(told).toEqual([
      { id: 0, answer: {} },
      { id: 1, answer: { roots: [] } },
      { id: 2, answer: -1 },
      { id: 3, answer: { action: 'decline' } },
      { id: 4, answer: -32601 },
    ]);
  });

  it('get -32601 when the script says nothing, and no capability is declared', async () => {
    verifies('capture:answers-server');
    const done = await record('asks', { era: 'legacy', calls: ['probe'] });
    const [opening] = messages(done.recording, 'client');
    expect(opening?.params.capabilities).toEqual({});
    const told = JSON.parse(lastText(done.recording));
    expect(told.map((each: { answer: unknown }) => each.answer)).toEqual([
      {},
      -32601,
      -32601,
      -32601,
      -32601,
    ]);
  });
});
