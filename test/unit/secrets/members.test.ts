import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { EVERYTHING } from '../../../src/secrets/rules.ts';
import { verifies } from '../../support/verifies.ts';

const redacted = (text: string) => new Redactor(EVERYTHING).text(text);

describe('a member in what is no whole JSON', () => {
  verifies('redact:values');

  it.each([
    ['behind a text that was not ended', '"a": "b\n"password":"@", {'],
    ['whose name looks like the value before', '"a":\n"password":"@",'],
    ['with a quote in its value', '{"password":"@", cut', 'ab\\"cdefgh'],
    ['that ends with a backslash', '{"password":"@", cut', 'abcdefgh\\\\'],
    ['that is cut', '{"a":1,"password":"@'],
    ['in JSON in a text', '{"t":"{\\"password\\":\\"@\\"} cut', 'ab\\\\\\"cdefgh'],
    ['in JSON in a text in a text', '"{\\\\\\"password\\\\\\":\\\\\\"@\\\\\\"} cut'],
    ['of a name of two words', '{"db password": "@", cut'],
    ['as Python prints it', "{'password': '@', cut"],
    ['as Python prints it, in other quotes', '{\'password\': "@", cut', "it's abc"],
    ['as Python prints it, cut', "x {'password': '@"],
  ])('goes: %s', (_, text, value = 'abcdefgh') => {
    const found = redacted(text.replace('@', () => value));
    const [before = '', after = ''] = text.split('@');
    expect(found).toMatch(/«redacted:(db-)?password:1»/);
    expect(found.replace(/«[^»]*»/, '@')).toBe(`${before}@${after}`);
  });

  it('goes from the text of a message with all that its going uncovers', () => {
    const text = '{"password":00012345, "token":"abc", "x":"y"}';
    const found = redacted(text);
    expect(found).not.toMatch(/12345|abc/);
    expect(redacted(found)).toBe(found);
  });
});

describe('an assignment behind a quote that was not ended', () => {
  verifies('redact:values');

  it.each(['A="x\nAPI_TOKEN=@\n', 'TOKEN="@ x\n', 'A=API_TOKEN=@', 'x -c "run --password @" y'])(
    'goes from %j',
    (text) => {
      expect(redacted(text.replace('@', 'abcdefgh'))).not.toContain('abcdefgh');
    },
  );
});
