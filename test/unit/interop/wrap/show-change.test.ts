import { describe, expect, it } from 'vitest';
import { showChange } from '../../../../src/interop/wrap/show-change.ts';
import { verifies } from '../../../support/verifies.ts';
import { shapes } from './shapes.ts';
import { type Options, wrapPlan } from './wrapping.ts';

function shown(id: string, text: string, options: Options = {}): string {
  const plan = wrapPlan(id, text, options);
  return plan.changes
    .flatMap((change) => showChange(change, plan).map(({ mark, text: line }) => mark + line))
    .join('\n');
}

describe('what is shown of a change', () => {
  it('is the lines that change, without the indentation that all share', () => {
    const text = `{
  "mcpServers": {
    "a": {
      "type": "stdio",
      "command": "npx",
      "timeout": 5,
      "args": [
        "-y"
      ],
      "disabled": true
    }
  }
}`;
    expect(shown('cursor', text)).toBe(
      [
        '-"command": "npx",',
        '+"command": "/opt/node",',
        ' "timeout": 5,',
        ' "args": [',
        '+  "/opt/sadap/bin/sadap.js",',
        '+  "tee",',
        '+  "--label",',
        '+  "a",',
        '+  "--",',
        '+  "npx",',
        '   "-y"',
        ' ],',
      ].join('\n'),
    );
  });

  it('is the server alone when all stands on one line', () => {
    const text =
      '{"mcpServers":{"a":{"command":"a","env":{"K":"secret"}},"b":{"url":"https://h"}},"key":"k"}';
    expect(shown('cursor', text, { proxy: 'http://p:1' })).toBe(
      [
        '-{"command":"a","env":{"K":"…"}}',
        '+{"command":"/opt/node","args": ["/opt/sadap/bin/sadap.js", "tee", "--label", "a", "--", "a"],"env":{"K":"…"}}',
        '-{"url":"https://h"}',
        '+{"url":"http://p:1#sadap-upstream=https://h"}',
      ].join('\n'),
    );
  });
});

describe('secrets', () => {
  verifies('wrap.secrets');

  it.each(shapes)('of $host are not shown: $about', ({ host, text }) => {
    const all = shown(host, text, { proxy: 'http://127.0.0.1:8765' });
    expect(all).not.toMatch(/s3cret|secret|u:p@|abcdef|1234567890|by hand|really|key=1(?!\d)|"k"/);
  });

  it.each([
    ['an argument', '{"command":"x","args":["--api-key","S3CRET"]}'],
    ['a variable of docker', '{"command":"docker","args":["run","-e","KEY=S3CRET","img"]}'],
    ['a variable of env', '{"command":"env","args":["KEY=S3CRET","x"]}'],
    ['a header', '{"command":"x","args":["--header","Authorization: Bearer S3CRETS3CRET"]}'],
    ['an unknown member', '{"command":"x","note":"S3CRET","args":[]}'],
    [
      'a number of env',
      '{"command":"x","env":{"PIN":53637},"args":["53637"]}'.replace(
        '"args":["53637"]',
        '"args":[]',
      ),
    ],
    ['a comment', '{"command":"x", // S3CRET\n "args":[]}'],
    ['a long comment', '{"command":"x", /* a\n S3CRET */ "args":[]}'],
    ['a comment that began before', '{ /* a\n S3CRET */ "command":"x"}'],
    ['the password of a URL', '{"url":"https://u:S3CRET@h/mcp"}'],
    ['the query of a URL', '{"url":"https://h/mcp?api_key=S3CRET"}'],
    ['the path of a URL', '{"url":"https://h/S3CRET0123456789abc/mcp"}'],
  ])('%s is not shown', (_, entry) => {
    const all = shown('cursor', `{"mcpServers":{"a":${entry}}}`, { proxy: 'http://p:1' });
    expect(all).toContain('+');
    expect(all).not.toMatch(/S3CRET|53637/);
  });

  it('lines of other servers between those of a server do not show theirs', () => {
    const toml = [
      'mcp_servers.a.command = "a"',
      'mcp_servers.b.env.KEY = "S3CRET" # S3CRET',
      'mcp_servers.b.env.PIN = 53637',
      'mcp_servers.a.args = ["x"]',
      'mcp_servers.b.command = "b"',
    ].join('\n');
    const all = shown('codex', toml);
    expect(all).toContain('KEY = "…"');
    expect(all).not.toMatch(/S3CRET|53637/);
  });
});
