import { maskCommand, maskUrl } from '../../../src/recording/mask-command.ts';
import { createHttpMask } from '../../../src/recording/mask-http.ts';
import { type FuzzTarget, holds, same } from '../target.ts';

const PLANTED = 'Zq7vXw2LkP9rTb4N';

/** Command lines, headers and URLs, one argument or header a line. */
export const target: FuzzTarget = {
  promise:
    'secrets in arguments, headers and URLs go, whatever stands before and behind; masked once is masked for good',
  seeds: [
    'npx\n-y\nserver\n--token\nabcdefgh12345678\n--url=https://u:p@h/x?key=abc\n-e\nA=b',
    'docker\nrun\n-e\nTOKEN=abc\n-p\n80:80\nmysql\n-psecret\n--header\nX-Auth: abc\n--config\n{"apiKey":"abc","a":1}',
    'authorization\nBearer abcdefgh\ncookie\na=b; c=d\nset-cookie\ns=abc; Path=/\nx-api-key\nabc\nlocation\n/mcp?sessionId=abc',
    'https://user:pass@example.com/a/0123456789abcdef0123?token=abc#access_token=def',
  ],
  words: [
    '--token',
    '--password=',
    '-p',
    '-u',
    '-H',
    '-e',
    '-k',
    'Authorization: ',
    'Bearer ',
    '://',
    '«masked:1»',
    'env',
  ],
  longest: 1024,
  run: (bytes) => {
    const lines = bytes.toString('utf8').split('\n');
    command(lines);
    headers(lines);
    const masked = maskUrl(lines[0] ?? '');
    same(maskUrl(masked), masked, 'a URL masked twice');
    const url = maskUrl(`https://user:${PLANTED}@example.com/x?api_key=${PLANTED}#${lines[0]}`);
    holds(
      !url.includes(PLANTED) || (lines[0] ?? '').includes(PLANTED),
      `secrets of a URL go: ${url}`,
    );
  },
};

function command(lines: readonly string[]): void {
  const masked = maskCommand(lines);
  holds(masked.length === lines.length, 'every argument stays');
  same(maskCommand(masked).join('\n'), masked.join('\n'), 'a command masked twice');
  const plants = [
    '--token',
    PLANTED,
    `--api-key=${PLANTED}`,
    `PASSWORD=${PLANTED}`,
    `--dsn=pg://u:${PLANTED}@h/x`,
  ];
  const found = maskCommand([...lines, ...plants, ...lines]);
  if (lines.some((line) => line.includes(PLANTED))) return;
  holds(
    !found.some((each) => each.includes(PLANTED)),
    `secrets of a command go: ${JSON.stringify(found)}`,
  );
}

function headers(lines: readonly string[]): void {
  const mask = createHttpMask();
  const masked = mask.headers(lines);
  const again = createHttpMask().headers(masked.flat());
  same(JSON.stringify(again), JSON.stringify(masked), 'headers masked twice');
  const planted = mask.headers([
    ...lines.slice(0, lines.length - (lines.length % 2)),
    'Authorization',
    `Bearer ${PLANTED}`,
    'Cookie',
    `a=${PLANTED}`,
    'X-Api-Key',
    PLANTED,
  ]);
  if (lines.some((line) => line.includes(PLANTED))) return;
  holds(!JSON.stringify(planted).includes(PLANTED), 'secrets of headers go');
}
