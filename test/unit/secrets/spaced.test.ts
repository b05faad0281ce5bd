import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/secrets/redactor.ts';
import { EVERYTHING } from '../../../src/secrets/rules.ts';
import { verifies } from '../../support/verifies.ts';

const redacted = (text: string) => new Redactor(EVERYTHING).text(text);

/** Each with `@` in the place of what goes. */
const GOES: readonly (readonly [text: string, value: string])[] = [
  ['[default]\naws_secret_access_key = @\nregion = x', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzzz'],
  ['password = @', 'Sp4cedPassw0rd'],
  ['password : @', 'Sp4cedPassw0rd'],
  ['password = @', 'hunter'],
  ['  password = @  # of the test\n', "it's7abc"],
  ['password = "@"', 'T0mlPw77x'],
  ['password = "@"', 'Sp4ced(77x'],
  ['password = "@" # x', 'two words \\" here'],
  ['client_secret = @\r\nx = y', 'abcdefgh'],
  ['api_key = @', 'abcDEF7788'],
  ["export API_KEY = '@'", 'hello'],
  ['secret = @', 'hunter'],
  ['token = @', '$2b$12$abcdefgh'],
  ['GITHUB_TOKEN = @', 'abc123'],
  ['const apiKey = "@";', 'abc'],
  ['log in with password: @.', 'Sp4ced77x'],
  ["login({ user: 'bob', password: '@' })", 'hunter'],
  ["'password' => '@'", 'hunter'],
  ['the API key: @ is new', 'Sp4ced77x'],
  ['**Password:** @', 'Sp4ced77x'],
  ['| password | @ |', 'T4blePw77x'],
  ['| **API key** | `@` | yes |', 'T4blePw77x'],
  ['| row1 | password | @ |', 'T4blePw77x'],
  ['password\t@', 'TabPw77x'],
  ['x: "a", note: "set password = @ there"', 'T4blePw77x'],
  ['log in with password @ now', 'hunter2'],
  ['The password is "@".', 'hunter22'],
  ['password changed to @, thanks', 'S3cret!x'],
  ['| user | password |\n|---|:-:|\n| bob | @ |\n', 'T4blePw77x'],
  ['| user | **API key** | x |\n|---|---|---|\n| a | b | c |\n| bob | `@` | 1 |', 'T4blePw77x'],
  ['id\tpassword\tname\n1\t@\tbob\n', 'T4blePw77x'],
  ['user\tbob\npassword\t@\nhost\tx', 'TabPw77x'],
];

/** Prose, programs, and tables about secrets that hold none. */
const STAYS: readonly string[] = [
  'the password is required',
  'token = number of words',
  'a token : a piece of text',
  'password = required',
  'const token = await getToken();',
  'const token = process.env.S3_TOKEN_2;',
  'token = tokens[i1234567]',
  'let password = config.password',
  'password = getpass.getpass()',
  'if (token == "abc123def") return',
  'if (token === next1234x) return',
  'Unexpected token: "async"',
  'error: unexpected token = "async"',
  '| token | The number of words | yes |',
  '| password | string | the password of the user |',
  'token\tcount',
  'fn f(password: String, token: &str1) -> x',
  'interface X { token: string; password?: string }',
  'cond ? token : other',
  'password must have 8 characters, password v2.1 too',
  'reset the password sha256 or password in2factor/x',
  '| Token | Meaning |\n|---|---|\n| word | a word |\n\n| a | T4blePw77x |',
  '| user | token |\n| bob | T4blePw77x |',
  'max_tokens = 4096, next_page_token = abc123def45',
  'token = 1500',
  'password = $PASSWORD, secret = %SECRET%, x',
  'use password = <your-password1>',
];

describe('a secret with room around the sign between', () => {
  verifies('redact:values');

  it.each(GOES)('goes from %j', (text, value) => {
    expect(redacted(text.replace('@', () => value))).toBe(text.replace('@', '«redacted:secret:1»'));
  });

  it.each(STAYS)('is not what %j says', (text) => {
    expect(redacted(text)).toBe(text);
  });
});
