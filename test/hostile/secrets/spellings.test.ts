import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { likelySecrets } from '../../../src/recording/likely-secrets.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { EVERYTHING } from '../../../src/secrets/rules.ts';
import { emptyFolder } from '../../support/sadap.ts';
import { figure, scaled } from '../../support/soak.ts';
import { verifies } from '../../support/verifies.ts';
import { CREDENTIALS, KEYS, KINDS, type Kind, PERSONAL } from './kinds.ts';
import { leaksIn, membersOf, type Planted, textOf } from './planted.ts';

const json = (value: unknown) => JSON.stringify(value);

/** How a text is written where nobody can parse it, or only after looking twice. */
const SPELLINGS: Readonly<Record<string, (text: string) => unknown>> = {
  'a member': (text) => ({ note: text }),
  'a key': (text) => ({ [text]: 1 }),
  'JSON in a text': (text) => ({ text: json({ note: text }) }),
  'JSON in JSON in a text': (text) => ({ text: json(json([{ note: text }])) }),
  'JSON that was cut': (text) => `${json({ note: text, b: 1 })}`.slice(0, -4),
  'a log line with JSON': (text) => `INFO got ${json({ note: text })} from the server`,
  'a URL’s escapes': (text) => `GET /x?note=${encodeURIComponent(text)}&b=1`,
  'a URL’s escapes twice': (text) => `see ${encodeURIComponent(encodeURIComponent(text))}`,
  'JSON’s escapes': (text) =>
    `note: ${json(text).replaceAll('@', '\\u0040').replaceAll('/', '\\/')}`,
  'JSON’s escapes for all signs': (text) =>
    text.replaceAll(
      /[^\w\s-]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  base64: (text) => ({ blob: Buffer.from(json({ note: text })).toString('base64') }),
  'base64 for URLs': (text) => `state=${Buffer.from(`it says ${text}.`).toString('base64url')}`,
  'as Python prints it': (text) => `{'note': '${text}', 'n': None}`,
  'many lines': (text) => `first\n${text}\nlast`,
};

/** A value whose name stands beside it. */
const BESIDE: Readonly<Record<string, (name: string, value: string) => unknown>> = {
  'a member': (name, value) => ({ [name]: value }),
  'a member in capitals': (name, value) => ({ [name.toUpperCase()]: value }),
  'a number': (name, value) => ({ [name]: Number(value.replaceAll(/\D/g, '').slice(0, 9)) || 7 }),
  'name and value': (name, value) => ({ env: [{ name, value }] }),
  'value and name': (name, value) => ({ env: [{ value, name, required: true }] }),
  'key and value': (name, value) => [{ Key: name, Value: value }],
  pairs: (name, value) => ({
    headers: [
      ['accept', 'x'],
      [name, value],
    ],
  }),
  'an option': (name, value) => ({ args: ['run', `--${name}`, value, '--verbose'] }),
  'a list': (name, value) => ({ [name]: ['x', value] }),
  'a value below': (name, value) => ({ [name]: { value, sensitive: true } }),
  'JSON in a text': (name, value) => ({ text: json({ [name]: value }) }),
  'pairs in a text': (name, value) => ({ text: json([{ name, value }]) }),
  'JSON that was cut': (name, value) => `{"${name}":"${value}","b":`,
  'a line': (name, value) => `${name}=${value}`,
  'a setting': (name, value) => `${name}: ${value}`,
  'a line with spaces': (name, value) => `[default]\n${name} = ${value}\nregion = x`,
  'a setting with spaces': (name, value) => `${name} : ${value}`,
  'a quoted value': (name, value) => `set ${name} = "${value}" there`,
  'a value in escaped quotes': (name, value) => `set ${name} = \\"${value}\\" there`,
  'an exported one': (name, value) => `export ${name} = '${value}'`,
  'a line of a program': (name, value) => `const ${name} = \`${value}\`;`,
  'a member of a program': (name, value) => `login({ user: 'x', ${name}: '${value}' })`,
  'a sentence': (name, value) => `log in with ${name}: ${value}, then go on`,
  'a hash of Ruby': (name, value) => `{ '${name}' => '${value}' }`,
  'a bold name': (name, value) => `**${name}**: ${value}`,
  'spaces in JSON that was cut': (name, value) =>
    `${json({ text: `[default]\n${name} = ${value}\nregion = x`, b: 1 })}`.slice(0, -4),
  'a row': (name, value) => `| name | value |\n|---|---|\n| ${name} | ${value} |`,
  'a row with code': (name, value) => `| \`${name}\` | \`${value}\` | x |`,
  'tabs between': (name, value) => `user\tx\n${name}\t${value}\nhost\ty`,
};

const NAMES = [
  'password',
  'API_KEY',
  'clientSecret',
  'x-api-key',
  'authorization',
  'DB_PASSWORD',
  'accessToken',
  'SECRETKEY',
  'privateKey',
  'githubtoken',
  'passphrase',
  'cookie',
];

function redacted(value: unknown): string {
  const redactor = new Redactor(EVERYTHING);
  if (typeof value === 'string') return redactor.text(value);
  return redactor.json(Buffer.from(json(value)))?.toString() ?? '';
}

function planted(kind: Kind, place: string): Planted {
  return { kind, place: 'params', value: kind.value(place) };
}

describe('a secret or personal value', () => {
  verifies('redact:values');
  const salts = Array.from({ length: scaled(2, 40) }, (_, nth) => `s${nth}`);

  it.each(Object.entries(SPELLINGS))('is found in %s', (name, spell) => {
    // Words are looked at one by one there, and the name of a header is one of its own.
    const kinds = KINDS.filter(
      (kind) => name !== 'JSON’s escapes for all signs' || kind.name !== 'cookie',
    );
    const left = kinds.flatMap((kind) =>
      salts.flatMap((salt) => {
        const one = planted(kind, salt);
        const text = redacted(spell(textOf(one)));
        return leaksIn(text, [one]);
      }),
    );
    expect(left).toEqual([]);
  });

  it.each(Object.entries(BESIDE))('is found by a name beside it, as %s', (_, spell) => {
    const left = NAMES.flatMap((name) =>
      salts.flatMap((salt) => {
        const value = `zq${salt}Xw9-kd8877665544`;
        const text = redacted(spell(name, value));
        return text.includes(value) || /8877665544|:\d+[,}]/.test(text) ? [`${name}: ${text}`] : [];
      }),
    );
    expect(left).toEqual([]);
    const tried =
      KINDS.length * Object.keys(SPELLINGS).length + NAMES.length * Object.keys(BESIDE).length;
    figure(
      'hostile',
      'spellings of secrets in bodies',
      `${tried * salts.length} combinations of a kind or name and a spelling; none was left`,
    );
  });

  it('is not seen in what only looks like one', () => {
    for (const value of [
      {
        inputSchema: {
          properties: { password: { type: 'string' } },
          required: ['password', 'user'],
        },
      },
      { dependentRequired: { password: ['username'], token: ['host'] } },
      { properties: { token: { type: ['string', 'null'], enum: ['a1b2c3', 'x'] } } },
      { max_tokens: 5, nextPageToken: 'abc123', next_page_token: 'abc123', page_token: 'x1y2z3a4' },
      { tokens: ['the', 'cat'], tokenizer: 'o200k', keyboard: 'qwerty', monkey: 'x' },
      { name: 'password', description: 'the password of the user', required: true },
      {
        items: [
          { key: 'color', value: 'green' },
          { name: 'keyword', value: 'abc' },
        ],
      },
      { args: ['--verbose', '--token-file', '/run/x', '--keep', 'y'] },
      {
        rows: [
          ['token', 'count'],
          ['the', '12'],
        ],
        at: '2026-11-30T10:00:00Z',
        n: 12345678901,
      },
      {
        path: '/a%20b/c%2Fd',
        text: 'caf\u00e9 100% \\/ ok',
        hash: 'c0ffee00c0ffee00c0ffee00c0ffee00',
      },
      { cursor: Buffer.from('{"offset":100,"page":2}').toString('base64') },
    ])
      expect(redacted(value)).toBe(json(value));
  });
});

describe('likely secrets', () => {
  verifies('redact:notice');
  const folder = () => emptyFolder();

  it('are told of for each kind, in a message or on standard error, and for no personal value', async () => {
    const path = join(folder(), 'one.ndjson');
    const head = json({
      type: 'header',
      format: 'sadap',
      version: 1,
      session: 'x',
      startedAt: '2026-11-30T10:00:00.000000Z',
      recorder: 'x',
      mode: 'tee',
      exact: true,
      server: { label: 'x' },
    });
    const at = '2026-11-30T10:00:00.000000Z';
    const found = async (entry: unknown) => {
      writeFileSync(path, `${head}\n${json(entry)}\n`);
      return (await likelySecrets(path)).size > 0;
    };
    const silent: string[] = [];
    for (const kind of [...KEYS, ...CREDENTIALS]) {
      const one = planted(kind, 'likely');
      const message = { jsonrpc: '2.0', id: 1, result: membersOf(one) };
      if (!(await found({ type: 'message', seq: 0, at, from: 'server', message })))
        silent.push(`${kind.name} in a message`);
      if (!(await found({ type: 'stderr', seq: 0, at, text: textOf(one) })))
        silent.push(`${kind.name} on stderr`);
    }
    for (const kind of PERSONAL) {
      const message = { jsonrpc: '2.0', id: 1, result: membersOf(planted(kind, 'likely')) };
      if (await found({ type: 'message', seq: 0, at, from: 'server', message }))
        silent.push(`${kind.name} is told of`);
    }
    expect(silent).toEqual([]);
  });
});
