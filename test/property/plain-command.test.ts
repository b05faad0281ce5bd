import { expect, it } from 'vitest';
import { labelOf } from '../../src/capture/label.ts';
import { maskCommand, maskServer } from '../../src/recording/mask-command.ts';
import { isPlainCommand } from '../../src/recording/plain-command.ts';
import { KEY_SHAPES } from '../../src/secrets/keys.ts';
import fc from '../support/fast-check.ts';
import { verifies } from '../support/verifies.ts';

/** What stands in command lines, and what could be mistaken for it. */
const WORDS =
  'npx -y uvx --from node docker run -i --rm -e -p -u --user --token password secret login env mysql server.js mcp-server @modelcontextprotocol/server-memory pkg@1.2.3 me@example.com /home/ani/docs C:\\x 0812345678 key auth = : https://host/x'.split(
    ' ',
  );
/** Keys of each kind, as plain as such a key can be: small letters wherever it may have them. */
const KEYS = KEY_SHAPES.flatMap(({ shape }) => {
  // What stands around a key cannot be made by the library, and need not be.
  const bare = shape.source.replaceAll(/\(\?<?[=!](?:[^()]|\([^()]*\))*\)|\\b/g, '');
  const around = shape.source.includes('hooks') ? 'hooks.slack.com/services/' : '';
  return fc
    .sample(fc.stringMatching(new RegExp(`^${bare}$`), { maxLength: 100 }), { numRuns: 4, seed: 1 })
    .map((found) => plainest(around + found, (text) => text.replaceAll(shape, '') !== text));
});

function plainest(text: string, isKey: (text: string) => boolean): string {
  let now = text;
  for (let at = 0; at < now.length; at += 1) {
    const shorter = now.slice(0, at) + now.slice(at + 1);
    const small = now.slice(0, at) + (at % 9 === 8 ? '-' : 'a') + now.slice(at + 1);
    if (isKey(shorter)) {
      now = shorter;
      at -= 1;
    } else if (isKey(small)) now = small;
  }
  return now;
}

/** Four characters of base64, all small letters, that mean three printable ones. */
const FOURS = Array.from('abcdef').flatMap((first) =>
  Array.from('hjkoptuwz').flatMap((second) =>
    Array.from('mopqrtuwy').flatMap((third) =>
      Array.from('abehlnrwx').map((fourth) => first + second + third + fourth),
    ),
  ),
);
const decoded = (four: string) => Buffer.from(four, 'base64').toString('latin1');
const printed = FOURS.filter((four) => /^[!-~]{3}$/.test(decoded(four)));

const small = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz-./_')), maxLength: 60 });
const any = fc.string({
  unit: fc.constantFrom(...Array.from('afgwzAFZ019-./_@+%«»"= ')),
  maxLength: 48,
});
const encoded = fc
  .tuple(
    fc.constantFrom(...printed.filter((four) => /^[a-z]:[^/\d]/.test(decoded(four)))),
    fc.array(fc.constantFrom(...printed), { minLength: 3, maxLength: 4 }),
  )
  .map(([first, rest]) => [first, ...rest].join(''));
const key = fc
  .tuple(fc.constantFrom('', '/', 'a/', 'a.'), fc.constantFrom(...KEYS))
  .map((parts) => parts.join(''));
const argument = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 3, arbitrary: key },
  small,
  any,
  encoded,
);

it('a plain command line holds nothing that is masked', () => {
  verifies('secrets:plain-command');
  let plain = 0;
  fc.assert(
    fc.property(fc.array(argument, { minLength: 1, maxLength: 6 }), (command) => {
      const asked = command.filter((each) => isPlainCommand([each]));
      for (const argv of [command, asked]) {
        if (!isPlainCommand(argv)) continue;
        plain += 1;
        expect(maskCommand(argv)).toEqual(argv);
        const label = labelOf(argv);
        expect(maskServer({ label, command: argv })).toEqual({ label, command: argv });
      }
    }),
    { numRuns: 4000 },
  );
  expect(plain).toBeGreaterThan(1000);
});

it('the usual command lines of hosts are plain', () => {
  const usual = [
    'npx -y @modelcontextprotocol/server-filesystem /home/ani/documents',
    'uvx mcp-server-git',
    'uvx --from mcp-server-time mcp-server-time',
    'node /opt/servers/weather/build/index.js',
    'python -m mcp_server_fetch',
    'docker run -i --rm mcp/memory',
  ];
  for (const line of usual) expect([line, isPlainCommand(line.split(' '))]).toEqual([line, true]);
});
