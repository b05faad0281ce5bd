import { describe, expect, it } from 'vitest';
import { verifies } from '../../../support/verifies.ts';
import { servers, unwrapped, wrapPlan, wrapped } from './wrapping.ts';

const text = `{
  "mcpServers": {
    "a": {
      "command": "npx",
      "args": ["-y", "a"]
    },
    "b": { "command": "b" }
  }
}
`;

describe('edits between wrap and unwrap', () => {
  verifies('wrap.survives-edits');
  const there = wrapped('cursor', text);

  it('keeps arguments, members and servers that were added', () => {
    const edited = there
      .replace('"-y", "a"]', '"-y", "a", "--verbose"],\n      "env": { "K": "v" }')
      .replace('  }\n}', '    ,"c": { "command": "c" } // new\n  }\n}');
    expect(unwrapped('cursor', edited, { backups: [text] })).toBe(
      text
        .replace('"-y", "a"]', '"-y", "a", "--verbose"],\n      "env": { "K": "v" }')
        .replace('  }\n}', '    ,"c": { "command": "c" } // new\n  }\n}'),
    );
  });

  it('takes sadap out of a file that the host wrote anew', () => {
    const anew = JSON.stringify(JSON.parse(there), null, 4);
    const back = unwrapped('cursor', anew, { backups: [text] });
    expect(JSON.parse(back)).toEqual(JSON.parse(text));
    expect(back).toContain('        "b": {\n            "command": "b"\n        }');
  });

  it('needs no copy of the old file', () => {
    expect(unwrapped('cursor', there)).toBe(text);
  });

  it('keeps an empty list when an older copy has it', () => {
    const empty = '{"mcpServers":{"a":{"command":"a","args":[ ]}}}';
    const wrappedEmpty = wrapped('cursor', empty);
    expect(unwrapped('cursor', wrappedEmpty, { backups: [empty] })).toBe(empty);
    expect(unwrapped('cursor', wrappedEmpty)).toBe('{"mcpServers":{"a":{"command":"a"}}}');
  });

  it('keeps a list valid to which a formatter added a comma', () => {
    const empty = '{"mcpServers":{"a":{"command":"a","args":[]}}}';
    const formatted = wrapped('cursor', empty).replace('"a"]', '"a" ,\n]');
    expect(unwrapped('cursor', formatted, { backups: [empty] })).toBe(empty.replace('[]', '[\n]'));
  });

  it('does not ask a copy in which the server was another one', () => {
    const other = text.replace('{ "command": "b" }', '{ "command": "other", "args": [] }');
    expect(unwrapped('cursor', there, { backups: [other, text] })).toBe(text);
  });

  it('finds arguments that were moved before the command or behind other members', () => {
    const moved = there.replace(
      /\{ "command": ("[^"]+"), ("args": \[[^\]]*\]) \}/,
      '{ $2, "command": $1 }',
    );
    expect(unwrapped('cursor', moved)).toContain('"b": { "command": "b" }');
    const apart = there.replace(
      /\{ ("command": "[^"]+"), ("args": \[[^\]]*\]) \}/,
      '{ $1, "x": 1 /* c */ , $2 }',
    );
    expect(unwrapped('cursor', apart)).toContain(
      '"b": { "command": "b", "x": 1 /* c */ , "args": [] }',
    );
  });

  it('keeps a comment behind the arguments in TOML, and lines that moved up', () => {
    const toml = wrapped('codex', '[mcp_servers.a]\ncommand = "a"\n');
    const noted = toml.replace(/\]\n$/, '] # mine\n');
    expect(unwrapped('codex', noted)).toBe('[mcp_servers.a]\ncommand = "a"\n # mine\n');
    const first =
      'mcp_servers.a.args = ["/x/sadap", "tee", "--", "a"]\nmcp_servers.a.command = "node"';
    expect(unwrapped('codex', first)).toBe('mcp_servers.a.command = "a"');
  });
});

describe('what is left as it is', () => {
  verifies('wrap.idempotent', 'wrap.only-servers');
  const left = (id: string, given: string) =>
    wrapPlan(id, given).left.map(({ entry, why }) => `${entry.name} ${why}`);

  it('says why', () => {
    const odd = `{"mcpServers":{
      "done": {"command": "sadap", "args": ["tee", "--", "x"]},
      "list": {"command": ["npx", "x"]},
      "text": {"command": "x", "args": "--stdio"},
      "none": {"disabled": true},
      "word": "npx",
      "http": {"url": "https://h/mcp"}
    }}`;
    expect(left('cursor', odd)).toEqual([
      'done runs through sadap already',
      'list has a command or arguments of a kind that sadap does not know',
      'text has a command or arguments of a kind that sadap does not know',
      'none has neither a command nor a URL; an extension of the host starts it',
      'word has neither a command nor a URL; an extension of the host starts it',
      'http is reached by URL; --http points it to a proxy',
    ]);
    expect(wrapped('cursor', odd)).toBe(odd);
  });

  it.each([
    ['node /x/sadap.js tee -- a', 'wrapped'],
    ['npx -y sadap tee --label x -- a', 'wrapped'],
    ['npx -y sadap@1.2.3 tee -- a', 'wrapped'],
    ['C:\\bin\\sadap.cmd tee --strict -o f -- a', 'wrapped'],
    ['sadap tee a', 'wrapped'],
    ['node /x/sadap.js asrama', 'direct'],
    ['docker run image sadap tee -- a', 'direct'],
    ['tee sadap', 'direct'],
    ['/home/sadap/run tee -- a', 'direct'],
  ])('%s is %s', (line, state) => {
    const [command, ...args] = line.split(' ');
    const given = JSON.stringify({ mcpServers: { a: { command, args } } });
    expect(servers('cursor', given)).toEqual([`a stdio ${state} ${line}`]);
  });

  it('cannot take out what has no --, and says so', () => {
    const given = '{"mcpServers":{"a":{"command":"sadap","args":["tee","a"]}}}';
    expect(unwrapped('cursor', given)).toBe(given);
  });

  it('takes the last of equal keys, as parsers do', () => {
    const twice = '{"mcpServers":{"a":{"command":"old"},"a":{"command":"x","command":"y"}}}';
    const there = wrapped('cursor', twice);
    expect(there).toContain('"a":{"command":"old"}');
    expect(servers('cursor', there)).toEqual([
      'a stdio wrapped /opt/node /opt/sadap/bin/sadap.js tee --label a -- y',
    ]);
    expect(unwrapped('cursor', there)).toBe(twice);
  });

  it('changes only the servers that were named', () => {
    const there = wrapped('cursor', text, { names: ['b'] });
    expect(servers('cursor', there).map((each) => each.split(' ').slice(0, 3).join(' '))).toEqual([
      'a stdio direct',
      'b stdio wrapped',
    ]);
  });
});
