import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { EVERYTHING } from '../../../src/secrets/rules.ts';
import { verifies } from '../../support/verifies.ts';

function redacted(value: unknown, members: readonly string[] = []): string {
  const rules = {
    members: new Set(members),
    pointers: [],
    patterns: [],
    personal: [],
    secrets: true,
  };
  return new Redactor(rules).json(Buffer.from(JSON.stringify(value)))?.toString() ?? '';
}

describe('members below "properties"', () => {
  verifies('redact:values');

  it('go when they hold values: forms and pages of many servers have a member of that name', () => {
    const text = redacted({ properties: { password: 'hunter22', nik: 317, ok: 'x' } }, ['nik']);
    expect(text).toBe(
      '{"properties":{"password":"«redacted:password:1»","nik":"«redacted:nik:1»","ok":"x"}}',
    );
  });

  it('stay when they are schemas', () => {
    const schema = { properties: { password: { type: 'string' }, nik: true } };
    expect(redacted(schema, ['nik'])).toBe(JSON.stringify(schema));
  });
});

describe('what a named member held', () => {
  verifies('redact:values');

  it('goes whole where it stands again, also when it is JSON in a text', () => {
    const value = '["Jalan Mawar 1"]';
    expect(redacted({ a: { alamat: value }, b: value, c: `at ${value}` }, ['alamat'])).toBe(
      '{"a":{"alamat":"«redacted:alamat:1»"},"b":"«redacted:alamat:1»","c":"at «redacted:alamat:1»"}',
    );
  });

  it('is not in the placeholder either: a key that is a secret gives it no name', () => {
    const key = 'sk-abcdefghij0123456789-token';
    expect(redacted({ [key]: 'hunter22' })).toBe('{"«redacted:sk-key:1»":"«redacted:value:1»"}');
  });
});

describe('a secret that is a word of the protocol', () => {
  verifies('redact:values');

  it.each(['method', 'params', 'result', 'jsonrpc'])(
    'goes, but leaves the envelope of messages: %s',
    (word) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'x', result: {}, params: { token: word } };
      const wanted = { ...message, params: { token: '«redacted:token:1»' } };
      const redactor = new Redactor(EVERYTHING);
      for (let turn = 0; turn < 2; turn += 1)
        expect(redactor.json(Buffer.from(JSON.stringify(message)))?.toString()).toBe(
          JSON.stringify(wanted),
        );
    },
  );

  it('goes from other keys', () => {
    const value = { params: { token: 'method', method: 1 } };
    const redactor = new Redactor(EVERYTHING);
    redactor.know('method', { name: 'token' });
    expect(redactor.json(Buffer.from(JSON.stringify(value)))?.toString()).toBe(
      '{"params":{"token":"«redacted:token:1»","«redacted:token:1»":1}}',
    );
  });
});

describe('placeholders of an earlier run', () => {
  verifies('redact:values');

  it('stay whole in the user of a URL, and their words make no name that of a secret', () => {
    const message = { '«redacted:secret:1»': 'x', url: 's://«redacted:secret:1»:«redacted:a:1»@h' };
    expect(redacted(message)).toBe(JSON.stringify(message));
  });
});

describe('a secret of which a piece was taken out before', () => {
  verifies('redact:values');

  it.each([
    ['password: bob@example.org and Sp4ced77', ['bob@example.org', ' and Sp4ced77']],
    ['password=«redacted:a:1»,«redacted:b:1»', []],
    ['Authorization: Bearer «redacted:a:1», X-Key: «redacted:b:1»', [', X-Key: ']],
  ])('is told without the placeholder: %s', (text, values) => {
    const redactor = new Redactor(EVERYTHING);
    const once = redactor.text(text);
    expect(redactor.takeHits().map(({ value }) => value)).toEqual(values);
    expect(new Redactor(EVERYTHING).text(once)).toBe(once);
  });
});

describe('secrets in texts of many lines', () => {
  verifies('redact:values');
  const rules = {
    members: new Set(['nik']),
    pointers: [],
    patterns: [],
    personal: [],
    secrets: true,
  };
  const text = (value: string) => new Redactor(rules).text(value);

  it('go from headers and settings on any line, and from no other line', () => {
    expect(text('> GET / HTTP/1.1\n> X-Api-Key: abc123456\n> Accept: */*')).toBe(
      '> GET / HTTP/1.1\n> X-Api-Key: «redacted:secret:1»\n> Accept: */*',
    );
    expect(text('db:\n  password: hunter22\r\n  host: h\n')).toBe(
      'db:\n  password: «redacted:secret:1»\r\n  host: h\n',
    );
    expect(text('password: hunter22\nall is well')).toBe(
      'password: «redacted:secret:1»\nall is well',
    );
    expect(text('token://x\nkey: y\npassword:\nnext')).toBe('token://x\nkey: y\npassword:\nnext');
  });

  it('go from objects as Python prints them', () => {
    expect(text("login {'user': 'o', 'password': 'it\\'s', 'nik': '317'} 'done'")).toBe(
      "login {'user': 'o', 'password': '«redacted:password:1»', 'nik': '«redacted:nik:1»'} 'done'",
    );
  });
});

describe('a name and a password in base64', () => {
  verifies('redact:values');
  const coded = (text: string) => Buffer.from(text).toString('base64');

  it('go wherever they stand, equal ones under one placeholder', () => {
    const blob = coded('svc-backup:correct-horse-7');
    expect(redacted({ a: `the blob is ${blob}.`, b: blob })).toBe(
      '{"a":"the blob is «redacted:basic:1».","b":"«redacted:basic:1»"}',
    );
  });

  it.each([
    'offset:1000000000',
    'Product:5f3a9c0d1e2b',
    '010:Repository1296269',
    'order:0f8fad5b-d9cb-469f-a165-70867728950e',
    'https://example.com/a7',
    'a sentence: with words 7',
    'cursor:2026-01-01T00:00:00',
  ])('is not what %s is', (plain) => {
    expect(redacted({ nextCursor: coded(plain) })).toBe(`{"nextCursor":"${coded(plain)}"}`);
  });
});

describe('a placeholder', () => {
  verifies('redact:values');

  it('is nothing that another pattern, or a value that looks like its beginning, takes out', () => {
    const patterns = [
      { name: 'ticket', shape: /T-\d+/g },
      { name: 'number', shape: /\d+|redacted/g },
    ];
    const redactor = new Redactor({ ...EVERYTHING, members: new Set(['nik']), patterns });
    redactor.json(Buffer.from('{"nik":"«redacte"}'));
    expect(redactor.text('T-4711, 12')).toBe('«redacted:ticket:1», «redacted:number:1»');
  });
});
