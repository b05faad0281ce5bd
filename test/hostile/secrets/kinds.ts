import { createHash } from 'node:crypto';

/** One kind of secret or personal value, and how people put it where they put it. */
export interface Kind {
  readonly name: string;
  /** A value of this kind, another one for each `salt`. Nobody's: made up here, from pieces. */
  readonly value: (salt: string) => string;
  /** As it stands in a sentence, a log line, an argument or a header of no telling name. */
  readonly inText?: (value: string) => string;
  readonly args?: (value: string) => readonly string[];
  readonly header?: (value: string) => readonly [name: string, value: string];
  /** As a part of a URL's query. */
  readonly query?: (value: string) => string;
  /** As a member of params or results. */
  readonly member?: (value: string) => Readonly<Record<string, unknown>>;
  /** The piece of the value that must not be seen, where the rest is no secret. */
  readonly core?: (value: string) => string;
  /** Found in bodies without being named, and told of at the end of a capture. */
  readonly likely: boolean;
}

const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALNUM = `${DIGITS}${LOWER}${LOWER.toUpperCase()}`;
const CAPITALS = `${LOWER.toUpperCase()}234567`;

/** As many characters of an alphabet, the same for the same salt; a digit and a letter end it. */
export function chars(count: number, salt: string, alphabet: string = ALNUM): string {
  let made = '';
  for (let round = 0; made.length < count; round += 1)
    for (const byte of createHash('sha256').update(`${salt}:${round}`).digest())
      made += alphabet[byte % alphabet.length] ?? '';
  const end = `${alphabet.includes('7') ? '7' : ''}${alphabet.includes('b') ? 'b' : ''}`;
  return made.slice(0, count - end.length) + end;
}

/** A key of one piece behind a beginning that tells whose it is. */
function key(name: string, begin: readonly string[], count: number, alphabet = ALNUM, end = '') {
  return {
    name,
    value: (salt: string) => begin.join('') + chars(count, name + salt, alphabet) + end,
    likely: true,
  } satisfies Kind;
}

/** What only the name beside it gives away. */
function named(name: string, member: string, count: number, alphabet = ALNUM): Kind {
  return {
    name,
    value: (salt) => chars(count, name + salt, alphabet),
    inText: (value) => `${member}=${value}`,
    args: (value) => [`--${member.replaceAll('_', '-').toLowerCase()}`, value],
    header: (value) => [`X-${member.replaceAll('_', '-')}`, value],
    query: (value) => `${member}=${value}`,
    member: (value) => ({ [member]: value }),
    likely: true,
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** A personal value of digits whose last ones are found by trying. */
function tried(count: number, salt: string, begin: string, holds: (value: string) => boolean) {
  for (let nth = 0; ; nth += 1) {
    const value = begin + chars(count - begin.length, `${salt}:${nth}`, DIGITS);
    if (holds(value)) return value;
  }
}

function luhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const twice = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return total + (twice > 9 ? twice - 9 : twice);
    }, 0);
  return sum % 10 === 0;
}

/** Mod 97, ISO 7064. */
function withIbanCheck(country: string, rest: string): string {
  const text = `${rest}${country}00`.replaceAll(/[A-Z]/g, (each) =>
    String(each.charCodeAt(0) - 55),
  );
  const check = 98n - (BigInt(text) % 97n);
  return `${country}${String(check).padStart(2, '0')}${rest}`;
}

export const KEYS: readonly Kind[] = [
  key('aws access key', ['AK', 'IA'], 16, CAPITALS),
  key('aws session key id', ['AS', 'IA'], 16, CAPITALS),
  key('github classic', ['gh', 'p_'], 36),
  key('github server', ['gh', 's_'], 36),
  key('github fine-grained', ['github', '_pat_'], 82, `${ALNUM}_`),
  key('gitlab', ['gl', 'pat-'], 20),
  key('slack bot', ['xo', 'xb-', '123456789012-'], 24),
  key('slack app', ['xa', 'pp-', '1-A0123-'], 40, HEX),
  key('stripe live', ['sk', '_live_'], 24),
  key('stripe restricted', ['rk', '_live_'], 24),
  key('stripe webhook', ['wh', 'sec_'], 32),
  key('openai', ['sk', '-proj-'], 48),
  key('anthropic', ['sk', '-ant-', 'api03-'], 90),
  key('google api', ['AI', 'za'], 35),
  key('google access token', ['ya', '29.'], 60),
  key('google client secret', ['GOC', 'SPX-'], 28),
  key('npm', ['np', 'm_'], 36),
  key('pypi', ['py', 'pi-', 'AgEIcHlwaS5vcmc'], 60),
  key('twilio', ['S', 'K'], 32, HEX),
  key('hugging face', ['h', 'f_'], 34),
  key('digitalocean', ['do', 'p_v1_'], 64, HEX),
  key('shopify', ['shp', 'at_'], 32, HEX),
  key('databricks', ['da', 'pi'], 32, HEX),
  key('grafana', ['gl', 'sa_'], 32, ALNUM, '_0a1b2c3d'),
  key('vault', ['hv', 's.'], 90),
  key('notion', ['nt', 'n_'], 46),
  key('linear', ['lin', '_api_'], 40),
  key('figma', ['fi', 'gd_'], 40),
  key('new relic', ['NR', 'AK-'], 27, CAPITALS),
  key('sentry', ['snt', 'rys_'], 64),
  key('docker', ['dckr', '_pat_'], 27),
  key('postman', ['PM', 'AK-'], 24, HEX, `-${chars(34, 'postman', HEX)}`),
  key('groq', ['gs', 'k_'], 52),
  key('replicate', ['r', '8_'], 37),
  key('perplexity', ['pp', 'lx-'], 48),
  key('xai', ['xa', 'i-'], 80),
  key('supabase', ['sb', 'p_'], 40, HEX),
  key('planetscale', ['pscale', '_tkn_'], 43),
  key('rubygems', ['rubygems', '_'], 48, HEX),
  key('atlassian', ['ATA', 'TT3x'], 180, ALNUM, '=0A1B2C3D'),
  key('doppler', ['dp.', 'pt.'], 43),
  key('age', ['AGE-SECRET', '-KEY-1'], 58, CAPITALS),
  key('mailgun', ['ke', 'y-'], 32, HEX),
  {
    name: 'sendgrid',
    value: (salt) => `${['S', 'G'].join('')}.${chars(22, `s${salt}`)}.${chars(43, `t${salt}`)}`,
    likely: true,
  },
  {
    name: 'telegram bot',
    value: (salt) =>
      `${chars(10, salt, '123456789')}:${['A', 'A'].join('')}${chars(33, `tg${salt}`)}`,
    likely: true,
  },
  {
    name: 'discord bot',
    value: (salt) =>
      `${['M', 'T'].join('')}${chars(24, `d${salt}`)}.${chars(6, `e${salt}`)}.${chars(38, `f${salt}`)}`,
    likely: true,
  },
  {
    name: 'slack webhook',
    value: (salt) =>
      `https://hooks.${'slack'}.com/services/T0${chars(8, salt, CAPITALS)}/B0${chars(8, `b${salt}`, CAPITALS)}/${chars(24, `w${salt}`)}`,
    core: (value) => value.slice(-24),
    query: (value) => `to=${encodeURIComponent(value)}`,
    likely: true,
  },
  {
    name: 'json web token',
    value: (salt) =>
      [
        base64url('{"alg":"HS256","typ":"JWT"}'),
        base64url(`{"sub":"${salt}","n":"${chars(8, salt)}"}`),
        chars(43, `jwt${salt}`),
      ].join('.'),
    likely: true,
  },
];

export const CREDENTIALS: readonly Kind[] = [
  {
    name: 'bearer',
    value: (salt) => chars(32, `bearer${salt}`),
    inText: (value) => `Authorization: Bearer ${value}`,
    args: (value) => ['--header', `Authorization: Bearer ${value}`],
    header: (value) => ['Authorization', `Bearer ${value}`],
    query: (value) => `access_token=${value}`,
    member: (value) => ({ headers: { Authorization: `Bearer ${value}` } }),
    likely: true,
  },
  {
    name: 'basic',
    value: (salt) => base64(`siti:${chars(12, `basic${salt}`)}`),
    inText: (value) => `Authorization: Basic ${value}`,
    args: (value) => ['--header', `Authorization: Basic ${value}`],
    header: (value) => ['Proxy-Authorization', `Basic ${value}`],
    query: (value) => `auth=${encodeURIComponent(value)}`,
    likely: true,
  },
  {
    name: 'cookie',
    value: (salt) => chars(26, `cookie${salt}`),
    inText: (value) => `Cookie: sid=${value}; theme=dark`,
    args: (value) => ['-H', `Cookie: sid=${value}; theme=dark`],
    header: (value) => ['Cookie', `theme=dark; sid=${value}`],
    query: (value) => `session=${value}`,
    member: (value) => ({ cookie: `sid=${value}` }),
    likely: true,
  },
  {
    name: 'password in a URL',
    value: (salt) => chars(14, `url${salt}`),
    inText: (value) => `connects to https://siti:${value}@db.example.org/x`,
    args: (value) => [`https://siti:${value}@db.example.org/x`],
    header: (value) => ['X-Target', `https://siti:${value}@db.example.org/x`],
    query: (value) => `target=${encodeURIComponent(`https://siti:${value}@db.example.org/x`)}`,
    likely: true,
  },
  {
    name: 'connection string',
    value: (salt) => chars(14, `postgres${salt}`),
    inText: (value) => `postgres://app:${value}@db:5432/main?sslmode=require`,
    query: (value) => `dsn=${encodeURIComponent(`postgres://app:${value}@db:5432/main`)}`,
    likely: true,
  },
  {
    name: 'connection string of fields',
    value: (salt) => chars(14, `odbc${salt}`),
    inText: (value) => `Server=db;Database=main;Uid=app;Password=${value};Encrypt=yes`,
    query: (value) => `dsn=${encodeURIComponent(`Server=db;Password=${value};x=y`)}`,
    likely: true,
  },
  {
    name: 'azure storage',
    value: (salt) => `${chars(86, `azure${salt}`)}==`,
    inText: (value) =>
      `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${value};EndpointSuffix=core`,
    query: (value) => `sig=${encodeURIComponent(value)}`,
    core: (value) => value.slice(0, 80),
    likely: true,
  },
  {
    name: 'pem',
    value: (salt) =>
      `-----BEGIN ${'PRIVATE'} KEY-----\n${chars(64, `p1${salt}`)}\n${chars(64, `p2${salt}`)}\n-----END ${'PRIVATE'} KEY-----\n`,
    core: (value) => value.split('\n')[1] ?? value,
    header: (value) => ['X-Note', value.replaceAll('\n', ' ')],
    query: (value) => `note=${encodeURIComponent(value)}`,
    likely: true,
  },
  named('aws secret key', 'AWS_SECRET_ACCESS_KEY', 40),
  named('datadog', 'DD_API_KEY', 32, HEX),
  named('password', 'DB_PASSWORD', 12),
  named('client secret', 'client_secret', 24),
  named('secret key in one word', 'SECRETKEY', 20),
];

export const PERSONAL: readonly Kind[] = [
  {
    name: 'nik',
    value: (salt) =>
      `317105${['41', '12', '25'][salt.length % 3]}0${1 + (salt.length % 9)}${chars(2, `nik${salt}`, DIGITS)}${tried(4, `n${salt}`, '', (each) => each !== '0000')}`,
    likely: false,
  },
  {
    name: 'indonesian telephone',
    value: (salt) => `08${chars(10, `tel${salt}`, '123456789')}`,
    likely: false,
  },
  {
    name: 'telephone',
    value: (salt) => `+62 812 ${chars(4, `t1${salt}`, DIGITS)} ${chars(4, `t2${salt}`, DIGITS)}`,
    likely: false,
  },
  {
    name: 'e-mail',
    value: (salt) => `siti.${chars(8, `mail${salt}`, LOWER)}@example.org`,
    likely: false,
  },
  {
    name: 'card',
    value: (salt) => tried(16, `card${salt}`, '4', luhn),
    likely: false,
  },
  {
    name: 'iban',
    value: (salt) => withIbanCheck('DE', chars(18, `iban${salt}`, DIGITS)),
    likely: false,
  },
];

export const KINDS: readonly Kind[] = [...KEYS, ...CREDENTIALS, ...PERSONAL];

/** What must not be seen, as programs may write it down. */
export function traces(kind: Kind, value: string): readonly string[] {
  const core = kind.core?.(value) ?? value;
  const json = JSON.stringify(core).slice(1, -1);
  return [
    ...new Set([
      core,
      json,
      JSON.stringify(json).slice(1, -1),
      encodeURIComponent(core),
      base64(core).replace(/=+$/, '').slice(0, -1),
      core.replaceAll('/', '\\/'),
      core.replaceAll(' ', ''),
    ]),
  ];
}
