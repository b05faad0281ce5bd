import { PERSONAL_SHAPES } from '../../../src/secrets/personal.ts';
import { Redactor } from '../../../src/secrets/redactor.ts';
import type { RedactionRules } from '../../../src/secrets/rules.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

const ALL: RedactionRules = {
  members: new Set(['nik']),
  pointers: [],
  patterns: [],
  personal: PERSONAL_SHAPES,
  secrets: true,
};
/** A secret that nothing around it can hide: planted where its place gives it away. */
const PLANTED = 'Zq7vXw2LkP9rTb4N';

/** Redaction of texts, which are lines of a log as often as not. */
export const target: FuzzTarget = {
  promise:
    'a secret in a line of its own goes, whatever stands around it; redacting a text again changes nothing',
  seeds: [
    'GET https://user:passw0rd99@example.com/p?api_key=abcdefgh12345678&x=1\nAuthorization: Basic dXNlcjpwYXNzd29yZDEyMw==\n',
    'export TOKEN=abcdefgh12345678 --password "hunter2 22" -----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
    `{"nik":"3201234567890001","password": "it's", 'token': 'abc', "cut":"the e`,
    'a.b+c@example.co.id +62 812 3456 7890 4111 1111 1111 1111 DE89370400440532013000 /home/someone/x «redacted:nik:1»',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc xoxb-1234567890-abcdef AKIAIOSFODNN7EXAMPLE',
  ],
  words: [
    '«redacted:secret:1»',
    '«masked:1»',
    'token=',
    'password',
    'Bearer ',
    '://',
    '@',
    '"nik":"',
    "'nik': '",
  ],
  run: (bytes) => {
    const text = bytes.toString('utf8');
    const redacted = new Redactor(ALL).text(text);
    same(new Redactor(ALL).text(redacted), redacted, 'what was redacted, redacted again');
    for (const planted of [
      `Authorization: Bearer ${PLANTED}`,
      `API_TOKEN=${PLANTED}`,
      `"password":"${PLANTED}"`,
    ]) {
      const found = new Redactor(ALL).text(`${text}\n${planted}\n`);
      holds(
        text.includes(PLANTED) || !found.includes(PLANTED),
        `a secret goes: ${JSON.stringify(found)}`,
      );
    }
  },
};
