import { describe, expect, it } from 'vitest';
import { maskCommand, maskServer, maskUrl } from '../../../src/recording/mask-command.ts';
import { verifies } from '../../support/verifies.ts';

const M = '«masked:1»';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl';

/** Arguments, and what is left of them; `M` is the placeholder of the only secret. */
const masked: readonly (readonly [string[], string[]])[] = [
  [
    ['srv', '--token', 'abc'],
    ['srv', '--token', M],
  ],
  [
    ['srv', '--token=abc'],
    ['srv', `--token=${M}`],
  ],
  [
    ['srv', '--api-key=x'],
    ['srv', `--api-key=${M}`],
  ],
  [
    ['srv', '--apiKey', 'x'],
    ['srv', '--apiKey', M],
  ],
  [
    ['srv', '--API_KEY', 'x'],
    ['srv', '--API_KEY', M],
  ],
  [
    ['srv', '-password', 'x'],
    ['srv', '-password', M],
  ],
  [
    ['srv', '--db-password', '-x9f8e7d6c5b4a'],
    ['srv', '--db-password', M],
  ],
  [
    ['srv', '--auth-token', 'Bearer abc'],
    ['srv', '--auth-token', `Bearer ${M}`],
  ],
  [
    ['srv', '--auth', 'a1b2c3d4e5f6a7b8c9'],
    ['srv', '--auth', M],
  ],
  [
    ['srv', '--key', 'a1b2c3d4e5f6a7b8c9'],
    ['srv', '--key', M],
  ],
  [
    ['java', '-Ddb.password=x', '-jar', 'a.jar'],
    ['java', `-Ddb.password=${M}`, '-jar', 'a.jar'],
  ],
  [
    ['docker', 'run', '-e', 'MODE=fast', 'img'],
    ['docker', 'run', '-e', `MODE=${M}`, 'img'],
  ],
  [
    ['docker', 'run', '--env', 'A=b', 'img'],
    ['docker', 'run', '--env', `A=${M}`, 'img'],
  ],
  [
    ['docker', 'run', '--env=A=b', 'img'],
    ['docker', 'run', `--env=A=${M}`, 'img'],
  ],
  [
    ['docker', 'run', '-eA=b', 'img'],
    ['docker', 'run', `-eA=${M}`, 'img'],
  ],
  [
    ['env', 'A=b', 'node', 'x.js'],
    ['env', `A=${M}`, 'node', 'x.js'],
  ],
  [
    ['/usr/bin/env', '-i', 'A=b', 'x'],
    ['/usr/bin/env', '-i', `A=${M}`, 'x'],
  ],
  [
    ['npx', 'mcp-remote', 'https://h/mcp', '--header', 'Authorization: Bearer x1'],
    ['npx', 'mcp-remote', 'https://h/mcp', '--header', `Authorization: Bearer ${M}`],
  ],
  [
    ['r', '--header', 'Authorization:Bearer x1'],
    ['r', '--header', `Authorization:Bearer ${M}`],
  ],
  [
    ['r', '-H', 'x-api-key: k'],
    ['r', '-H', `x-api-key: ${M}`],
  ],
  [
    ['r', '--header=Cookie: a=b'],
    ['r', `--header=Cookie: ${M}`],
  ],
  [
    ['curl', '-u', 'budi:rahasia'],
    ['curl', '-u', `budi:${M}`],
  ],
  [
    ['s', 'postgresql://u:p%40ss@db:5432/x'],
    ['s', `postgresql://u:${M}@db:5432/x`],
  ],
  [
    ['s', 'https://u:p@ss@h/'],
    ['s', `https://u:${M}@h/`],
  ],
  [
    ['s', '--db=mysql://u:p@h/x'],
    ['s', `--db=mysql://u:${M}@h/x`],
  ],
  [
    ['s', 'https://h/mcp?api_key=x&lang=id'],
    ['s', `https://h/mcp?api_key=${M}&lang=id`],
  ],
  [
    ['s', 'https://h/mcp?lang=id&token=x#top'],
    ['s', `https://h/mcp?lang=id&token=${M}#top`],
  ],
  [
    ['s', 'https://h/#access_token=x'],
    ['s', `https://h/#access_token=${M}`],
  ],
  [
    ['s', 'https://0123456789abcdef0123456789abcdef@sentry.example/1'],
    ['s', `https://${M}@sentry.example/1`],
  ],
  [
    ['sh', '-c', 'API_KEY=abc exec node server.js'],
    ['sh', '-c', `API_KEY=${M} exec node server.js`],
  ],
  [
    ['sh', '-c', 'node s.js --token "a b" --fast'],
    ['sh', '-c', `node s.js --token "${M}" --fast`],
  ],
  [
    ['s', 'sk-ant-api03-AbCdEfGhIjKlMnOp'],
    ['s', M],
  ],
  [
    ['s', `ghp_${'a1B2'.repeat(9)}`],
    ['s', M],
  ],
  [
    ['s', 'AKIAIOSFODNN7EXAMPLE'],
    ['s', M],
  ],
  [
    ['s', ['xoxb', '123456789012', 'abcdefABCDEF'].join('-')],
    ['s', M],
  ],
  [
    ['s', JWT],
    ['s', M],
  ],
  [
    ['s', '{"auth":"Bearer abcdefgh12345678"}'],
    ['s', `{"auth":"Bearer ${M}"}`],
  ],
  [
    ['s', '--config', '{"apiKey":"jsonsecret77"}'],
    ['s', '--config', `{"apiKey":"${M}"}`],
  ],
  [
    ['s', '--config={"db":{"password": "a\\"b", "port": 5432}}'],
    ['s', `--config={"db":{"password": "${M}", "port": 5432}}`],
  ],
  [
    ['s', '{"headers":{"Authorization":"Bearer abc"},"max_tokens":5}'],
    ['s', `{"headers":{"Authorization":"Bearer ${M}"},"max_tokens":5}`],
  ],
  [
    ['s', '{"password":12345678}'],
    ['s', `{"password":"${M}"}`],
  ],
  [
    ['sh', '-c', String.raw`node s.js --config "{\"apiKey\":\"jsonsecret77\",\"a\":\"b\"}"`],
    ['sh', '-c', String.raw`node s.js --config "{\"apiKey\":\"${M}\",\"a\":\"b\"}"`],
  ],
  [
    ['s', '--auth', 'user:authpass'],
    ['s', '--auth', `user:${M}`],
  ],
  [
    ['s', '--auth=user:authpass'],
    ['s', `--auth=user:${M}`],
  ],
  [
    ['s', '--proxy-user', 'user:authpass'],
    ['s', '--proxy-user', `user:${M}`],
  ],
  [
    ['s', '--user=user:authpass'],
    ['s', `--user=user:${M}`],
  ],
  [
    ['node', 's.js', '-k', 'shortkey'],
    ['node', 's.js', '-k', M],
  ],
  [
    ['s', '--key', 'shortkey'],
    ['s', '--key', M],
  ],
  [
    ['s', '--key=shortkey'],
    ['s', `--key=${M}`],
  ],
  [
    ['mysql', '-h', 'db', '-ptopsecretp', 'shop'],
    ['mysql', '-h', 'db', `-p${M}`, 'shop'],
  ],
  [
    ['npx', 'mongosh', '-p', 'topsecretp'],
    ['npx', 'mongosh', '-p', M],
  ],
  [
    ['docker', 'login', '-p', 'topsecretp', 'ghcr.example'],
    ['docker', 'login', '-p', M, 'ghcr.example'],
  ],
  [
    ['redis-cli', '-a', 'topsecretp'],
    ['redis-cli', '-a', M],
  ],
  [
    ['node', 'db.js', '-u', 'budi', '-p', 'topsecretp'],
    ['node', 'db.js', '-u', 'budi', '-p', M],
  ],
  [
    ['node', 'db.js', '-p', 'topsecretp', '--username=budi'],
    ['node', 'db.js', '-p', M, '--username=budi'],
  ],
];

/** Nothing in these is a secret. */
const kept: readonly string[][] = [
  ['node', 'server.js', '--max-tokens', '5'],
  ['s', '--tokenizer', 'o200k'],
  ['s', '--token-limit', '4000', '--token-file', '/run/secrets/token'],
  ['s', '--keyboard', 'us', '--keymap=us', '--monkey', 'x'],
  ['s', '--key', '/etc/ssl/private/server.pem', '--cert=./cert.pem'],
  ['s', '--auth', 'none', '--auth=oauth', '--no-auth', 'server.js'],
  ['s', '--no-token', 'server.js', '--use-password', 'server.js'],
  ['s', '--key-file=/home/budi/.ssh/id_rsa', '--password-file', 'pw.txt'],
  ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/budi/secret notes'],
  ['uvx', 'task-management-server-with-a-long-name-2', 'sk-learn-mcp-server-tools'],
  ['docker', 'run', '-i', '--rm', '-e', 'GITHUB_TOKEN', '--user', '1000:1000', 'ghcr.io/x/y:1'],
  ['node', '-e', 'a=1; console.log(a)'],
  ['s', '--header', `Authorization: $${'{AUTH_HEADER}'}`, '--token', '$TOKEN', '--api-key=%KEY%'],
  ['s', '--header', 'Accept: application/json', 'C:\\Users\\budi\\server.exe', 'a:b'],
  [
    's',
    'https://example.com/mcp?page=2&lang=id#section',
    'ssh://git@github.com/a/b',
    'http://[::1]:80/',
  ],
  ['node', 'server.js', '-p', '8080', '-p', 'profile'],
  ['npx', '-p', '@scope/package', 'server'],
  ['docker', 'run', '-p', '8080:80', '-u', 'app', '-p', '127.0.0.1:53:53/udp', 'img'],
  ['s', '-u', 'budi', '-p', './project', '-u', 'budi', '-p', '3306'],
  ['curl', '-k', 'https://h/', 'pytest', '-k', 'name and other'],
  ['pytest', '-k', 'expression'],
  ['s', '-k', '/etc/key', '-k', 'server.pem', '-k', '443000', '-k', '--verbose', '-k', 'rsa'],
  ['s', '--sort-key', 'lastname', '--primary-key', 'identity', '--key', 'default'],
  ['s', '--auth', 'C:\\auth.json', '--auth', 'https://id.example/x', '--auth', 'bearer'],
  ['s', '{"tokenizer":"o200k","maxTokens":5,"key":"name","text":"a \\"secret\\": no"}'],
  ['s', '--token', '--verbose', '--token=', '', '--', '-'],
];

describe('masking a command line', () => {
  verifies('recording:masked-command');

  it.each(masked)('%j', (argv, expected) => {
    expect(maskCommand(argv)).toEqual(expected);
  });

  it.each(kept.map((argv) => [argv]))('leaves %j', (argv) => {
    expect(maskCommand(argv)).toEqual(argv);
  });

  it('gives equal secrets equal placeholders, different ones different numbers', () => {
    const argv = ['s', '--token', 'one', '--secret=two', '-e', 'X=one', 'https://u:two@h/'];
    expect(maskCommand(argv)).toEqual([
      's',
      '--token',
      '«masked:1»',
      '--secret=«masked:2»',
      '-e',
      'X=«masked:1»',
      'https://u:«masked:2»@h/',
    ]);
  });

  it('goes on counting after placeholders that are there already', () => {
    expect(maskCommand(['--token', '«masked:3»', '--key', 'x', '--secret', 'new'])).toEqual([
      '--token',
      '«masked:3»',
      '--key',
      'x',
      '--secret',
      '«masked:4»',
    ]);
  });

  it('masks a URL, and command and URL of one server under one numbering', () => {
    expect(maskUrl('https://h/mcp?key=abc')).toBe('https://h/mcp?key=«masked:1»');
    expect(
      maskServer({ label: 'x', command: ['s', '--token', 'a'], url: 'https://u:a@h/' }),
    ).toEqual({
      label: 'x',
      command: ['s', '--token', '«masked:1»'],
      url: 'https://u:«masked:1»@h/',
    });
    expect(maskServer({ label: 'x', cwd: '/srv' })).toEqual({ label: 'x', cwd: '/srv' });
  });
});
