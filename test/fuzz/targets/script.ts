import { parseScript } from '../../../src/capture/script/parse.ts';
import type { Script } from '../../../src/capture/script/types.ts';
import { orRefusedLater } from '../support.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

const yaml = `server: { command: [node, server.js], env: { A: "\${HOME}" } }
era: auto
client: { name: c, version: 1, capabilities: { roots: {} } }
timeout: 5s
answers:
  sampling/createMessage: [{ role: assistant, content: { type: text, text: x } }]
  roots/list: { error: { code: -1, message: no } }
steps:
  - tools/list
  - call: find
    arguments: { class: 7A, n: 1.50 }
    expect: { /isError: true, /content/0/text: { matches: a } }
  - request: resources/read
    params: &p { uri: "x:/1" }
  - notify: notifications/x
    params: *p
  - raw: '{"id":1}'
  - wait: 10ms
`;

/** Scripts: any text is a script or an error with its place; JSON means the same when it is read as YAML. */
export const target: FuzzTarget = {
  promise: 'any text is a script or refused with its place; a JSON script means the same as YAML',
  seeds: [
    yaml,
    '{"steps":["tools/list",{"call":"a","arguments":{"b":[1,2.50,"c"]}}],"timeout":"1s"}',
    'steps:\n- call: a\n  arguments: {"a": 0x10, "b": 1_000, "c": .inf, "d": !!str 5, "e": 2026-11-30}\n',
  ],
  words: [
    'steps:',
    '- ',
    ': ',
    '&a ',
    '*a',
    '!!',
    '|\n',
    '>-\n',
    `\${HOME}`,
    '\n  ',
    '{',
    '}',
    '#',
    '---',
    '<<: *a',
  ],
  longest: 4096,
  run: async (bytes) => {
    const text = bytes.toString('utf8');
    const asYaml = await read('s.yaml', text);
    const asJson = await read('s.json', text);
    // YAML gives a meaning of its own to what JSON has in its strings: tabs and long keys.
    if (!asYaml || !asJson) return;
    same(textOf(asYaml), textOf(asJson), 'a JSON script read as YAML');
  },
};

function read(file: string, text: string): Promise<Script | undefined> {
  return orRefusedLater(async () => {
    try {
      return await parseScript({ file, text }, { HOME: '/h' });
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      holds(/^s\.(yaml|json):\d+:\d+: /.test(message), `an error has its place: ${String(error)}`);
      throw error;
    }
  });
}

/** Without places, which are of the file. */
function textOf(script: Script): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return JSON.stringify(script, plain).replaceAll(/"place":"[^"]*"|"(?:start|end)":\d+/g, '');
}
