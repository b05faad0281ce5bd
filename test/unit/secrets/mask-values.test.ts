import { describe, expect, it } from 'vitest';
import { maskCommand, maskUrl } from '../../../src/recording/mask-command.ts';
import { verifies } from '../../support/verifies.ts';

const M = '«masked:1»';

/** Options whose value is a secret, and the value. */
const secretOptions: readonly (readonly [option: string, value: string])[] = [
  ['--pass', 'hunter2'],
  ['--db-pass', 'hunter2'],
  ['--passcode', '1234'],
  ['--creds', 'hunter2'],
  ['--cred', 'hunter2'],
  ['--pin', '1234'],
  ['--auth', 'hunter22'],
  ['--http-auth', 'hunter22'],
  ['--mnemonic', 'abandon ability able'],
  ['--seed', 'abandon ability able about above absent absorb abstract'],
  ['--seed', '000102030405060708090a0b0c0d0e0f'],
];

/** Nothing in these is a secret. */
const kept: readonly string[][] = [
  ['s', '--seed', '42', '--seed', 'demo', '--seed=./seeds.sql', '--pin', '13', '--pin=auto'],
  ['s', '--two-pass', 'input', '--no-pass', 'x', '--pass-through', 'x', '--passive', 'x'],
  ['s', '--auth', 'oauth2', '--auth', 'device-code', '--auth', 'managed-identity'],
  ['s', '--header', 'X-Auth-Type: basic', '-H', 'Sec-WebSocket-Key: abc', '--access', 'public'],
  ['sh', '-c', 'docker run -u 1000:1000 img --auth none --seed 7'],
  ['s', 'https://example.com/api/v1/release-notes-2026-11/mcp', 'https://h/oauth2-server-v2-eu/x'],
  [
    's',
    'https://h/.well-known/oauth-protected-resource/mcp',
    'https://h/files/a1b2c3d4e5f6a7b8.zip',
  ],
];

describe('the name of an option, of a header, or the place in a URL', () => {
  verifies('recording:masked-command');

  it.each(secretOptions)('%s %s, with a space, with =, and inside a command', (option, value) => {
    expect(maskCommand(['s', option, value])).toEqual(['s', option, M]);
    expect(maskCommand(['s', `${option}=${value}`])).toEqual(['s', `${option}=${M}`]);
    const inside = (text: string) => ['sh', '-c', `s ${option} "${text}" --fast`];
    expect(maskCommand(inside(value))).toEqual(inside(M));
  });

  it.each([
    ["curl -u bob:hunter2 'https://h/'", `curl -u bob:${M} 'https://h/'`],
    ["curl --user 'bob:hunter2'", `curl --user 'bob:${M}'`],
    ["curl -H 'X-Auth: abcdef' https://h/", `curl -H 'X-Auth: ${M}' https://h/`],
    ['s --auth=bob:hunter2', `s --auth=bob:${M}`],
  ])('%j in a command for a shell', (text, expected) => {
    expect(maskCommand(['sh', '-c', text])).toEqual(['sh', '-c', expected]);
  });

  it.each(['X-Auth', 'Auth', 'Authentication', 'X-Functions-Key', 'Ocp-Key', 'X-Session-Hash'])(
    'the header %s',
    (name) => {
      for (const [before, option] of [
        ['--header', ''],
        ['-H', ''],
        ['s', '--header='],
      ])
        expect(maskCommand([`${before}`, `${option}${name}: abcdef`])).toEqual([
          before,
          `${option}${name}: ${M}`,
        ]);
    },
  );

  it('a user with a password right behind -u', () => {
    expect(maskCommand(['curl', '-ubob:hunter2'])).toEqual(['curl', `-ubob:${M}`]);
    expect(maskCommand(['docker', '-u1000:1000'])).toEqual(['docker', '-u1000:1000']);
  });

  it('segments of a path that look like a secret', () => {
    const url = (secret: string) => `https://mcp.example.com/s/${secret}/mcp?a=1`;
    const secret = 'ZmFrZS1zZWNyZXQtMTIzNDU2Nzg5MA';
    expect(maskUrl(url(secret))).toBe(url(M));
    expect(maskCommand(['s', url(secret), '--token', secret])).toEqual(['s', url(M), '--token', M]);
    expect(maskUrl('https://h/669542bc-7c4b-4c2e-9c3d-0123456789ab')).toBe(`https://h/${M}`);
  });

  it.each(kept.map((argv) => [argv]))('leaves %j', (argv) => {
    expect(maskCommand(argv)).toEqual(argv);
  });
});
