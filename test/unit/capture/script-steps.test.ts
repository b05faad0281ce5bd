// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts write variables like this
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseScript } from '../../../src/capture/script/parse.ts';
import { STEP_WORDS } from '../../../src/capture/script/steps.ts';
import { verifies } from '../../support/verifies.ts';
import { lines, record, script, statuses } from './recorded.ts';

/** What a server of the legacy era receives for these steps, after the opening. */
async function sent(steps: string): Promise<string[]> {
  const done = await record('plain', {
    era: 'legacy',
    script: `timeout: 300\nsteps:\n- initialize\n${steps}`,
  });
  return lines(done.recording, 'client').slice(2);
}

describe('steps', () => {
  it('are written as the reference says', async () => {
    verifies('capture:script-steps', 'capture:spelling');
    expect(
      await sent(`
- tools/list
- tools/call: {name: probe, arguments: {f: 1.0, big: 12345678901234567890, date: 2026-10-06, nothing: }}
- tools/call: {name: bare}
- resources/list
- resources/templates/list
- resources/read: {uri: "note://1"}
- prompts/list
- prompts/get: {name: greet, arguments: {tone: "dry"}}
- complete: {prompt: greet, argument: {tone: d}}
- complete: {resource: "note://{id}", argument: {id: 1}, context: {lang: id}}
- ping
- ping: 
  id: "a"
- request: {method: logging/setLevel, params: {level: debug}}
- request: x/plain
- request: {method: x/list, params: [1.50]}
- notify: {method: notifications/roots/list_changed}
- raw: '{"jsonrpc": "2.0",  "id":1e0,"method":"ping"}'`),
    ).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"probe","arguments":{"f":1.0,"big":12345678901234567890,"date":"2026-10-06","nothing":null}}}',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"bare"}}',
      '{"jsonrpc":"2.0","id":4,"method":"resources/list"}',
      '{"jsonrpc":"2.0","id":5,"method":"resources/templates/list"}',
      '{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"note://1"}}',
      '{"jsonrpc":"2.0","id":7,"method":"prompts/list"}',
      '{"jsonrpc":"2.0","id":8,"method":"prompts/get","params":{"name":"greet","arguments":{"tone":"dry"}}}',
      '{"jsonrpc":"2.0","id":9,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"tone","value":"d"}}}',
      '{"jsonrpc":"2.0","id":10,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"note://{id}"},"argument":{"name":"id","value":"1"},"context":{"arguments":{"lang":"id"}}}}',
      '{"jsonrpc":"2.0","id":11,"method":"ping"}',
      '{"jsonrpc":"2.0","id":"a","method":"ping"}',
      '{"jsonrpc":"2.0","id":12,"method":"logging/setLevel","params":{"level":"debug"}}',
      '{"jsonrpc":"2.0","id":13,"method":"x/plain"}',
      '{"jsonrpc":"2.0","id":14,"method":"x/list","params":[1.50]}',
      '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}',
      '{"jsonrpc": "2.0",  "id":1e0,"method":"ping"}',
    ]);
  });

  it('raw waits for its answer only when it expects something, and pairs by the id in the line', async () => {
    verifies('capture:script-steps', 'capture:ids-from-zero');
    const done = await record('plain', {
      era: 'legacy',
      script: `
timeout: 300
steps:
- initialize
- raw: '{"jsonrpc":"2.0","id":7.0,"method":"ping"}'
  expect: {/result: {}}
- raw: '[]'
- raw: 'nothing answers this'
  expect: {/error/code: -32700}
- ping`,
    });
    expect(statuses(done)).toEqual([
      'initialize: ok',
      'raw: ok',
      'raw: ok',
      'raw: timeout',
      'ping: ok',
    ]);
  });

  it('raw takes an answer with id null for its own when its line holds no id', async () => {
    verifies('capture:script-steps');
    const done = await record('parse-error', {
      era: 'legacy',
      script: `
steps:
- initialize
- raw: 'no JSON'
  expect: {/error/code: -32700, /id: null}`,
    });
    expect(statuses(done)).toEqual(['initialize: ok', 'raw: ok']);
  });

  it('parallel sends all at once, and pairs answers in any order', async () => {
    verifies('capture:script-steps', 'capture:ids-from-zero');
    const done = await record('plain', {
      era: 'legacy',
      script: `
steps:
- initialize
- parallel:
  - {tools/call: {name: a, arguments: {n: 1}}, expect: {/result/content/0/text: '{"n":1}'}}
  - {tools/call: {name: b, arguments: {n: 2}}, expect: {/result/content/0/text: '{"n":2}'}}
  - wait: 10ms`,
    });
    expect(statuses(done).sort()).toEqual([
      'initialize: ok',
      'tools/call a: ok',
      'tools/call b: ok',
      'wait 10 ms: ok',
    ]);
  });

  it('wait for a notification: one that came before counts, each once', async () => {
    verifies('capture:script-steps');
    const done = await record('notes', {
      era: 'legacy',
      script: `
steps:
- initialize
- tools/call: {name: probe}
- wait: {for: notifications/message}
  expect: {/params/data: at once}
- wait: {for: notifications/message}
  expect: {/params/data: later}
- wait: {for: notifications/message}
  timeout: 50ms`,
    });
    expect(statuses(done).slice(2)).toEqual([
      'wait for notifications/message: ok',
      'wait for notifications/message: ok',
      'wait for notifications/message: timeout',
    ]);
  });

  it('a protocol error fails a step, unless it is what the step expects; isError does not', async () => {
    const done = await record('plain', {
      era: 'legacy',
      script: `
steps:
- initialize
- request: x/unknown
- request: x/unknown
  expect: {/error/code: -32601}`,
    });
    expect(statuses(done)).toEqual(['initialize: ok', 'x/unknown: failed', 'x/unknown: ok']);
    expect(done.steps[1]?.details).toEqual(['error -32601: Method not found']);
    expect(done.steps[1]?.place).toBe('test.yaml:4:3');
  });

  it('an id that a script took is not given out again while it is open', async () => {
    const done = await record('plain', {
      era: 'legacy',
      script: `
steps:
- initialize
- parallel: [{request: ping, id: 1}, {request: ping}]`,
    });
    expect(lines(done.recording, 'client').slice(2)).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":2,"method":"ping"}',
    ]);
  });

  it('client, server, answers and times are taken over; options come first', async () => {
    const found = await script(
      `
server: {command: [node, "\${DIR}/x.js"], env: {PORT: 8080, ON: true}, cwd: "\${DIR:-/}"}
era: legacy
revision: 2025-06-18
client: {name: me, version: 1.0, capabilities: {roots: {listChanged: true}}}
timeout: 2.5s
steps: [open]`,
      { DIR: '/srv' },
    );
    expect(found.server).toEqual({
      command: ['node', '/srv/x.js'],
      env: { PORT: '8080', ON: 'true' },
      cwd: '/srv',
    });
    expect(found).toMatchObject({ era: 'legacy', revision: '2025-06-18', timeoutMs: 2500 });
    const done = await record('plain', {
      script: { ...found, server: undefined },
      calls: ['probe'],
    });
    expect(statuses(done)).toEqual(['open: ok', 'tools/call probe: ok']);
    const opened = await record('plain', {
      script: { ...found, server: undefined, steps: (await script('steps: [open]')).steps },
    });
    expect(lines(opened.recording, 'client')[0]).toBe(
      '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"roots":{"listChanged":true}},"clientInfo":{"name":"me","version":"1.0"}}}',
    );
  });

  it.each([
    ['${SET}', 'value'],
    ['a ${SET} b ${SET}', 'a value b value'],
    ['${UNSET:-fall back}', 'fall back'],
    ['${EMPTY:-fall back}', 'fall back'],
    ['[${EMPTY}]', '[]'],
    ['$${SET} costs $5', '${SET} costs $5'],
    ['${UNSET:-}', ''],
  ])('variables: %s', async (text, expected) => {
    verifies('capture:script-variables');
    const found = await script(`steps: [{raw: '${text}'}]`, { SET: 'value', EMPTY: '' });
    expect(found.steps[0]?.action).toEqual({ kind: 'raw', line: expected });
  });
});

describe('docs/reference/script.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/script.md'), 'utf8');
  const examples = [...page.matchAll(/```(yaml|json)\n([\s\S]*?)```/g)];

  it('shows every step in an example', () => {
    const shown = examples.map(([, , text]) => text).join('\n');
    for (const word of STEP_WORDS)
      expect(shown, word).toMatch(new RegExp(`^\\s*- (?:\\{ ?)?${word}(?:$|:)`, 'm'));
  });

  it.each(examples.map(([, language = '', text = '']) => [language, text]))(
    'example in %s reads without an error: %s',
    async (language, text) => {
      verifies('capture:script-steps');
      const whole = /^\s*(?:\{|steps:)/m.test(text) ? text : `steps: [open]\n${text}`;
      const file = language === 'json' ? 'x.json' : 'x.yaml';
      const found = await parseScript({ file, text: whole }, { API_TOKEN: 'FAKE-SECRET-01' });
      expect(found.steps).toBeDefined();
    },
  );
});
