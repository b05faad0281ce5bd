import fc from '../../../support/fast-check.ts';

const text = fc.oneof(
  fc.constantFrom(
    'npx',
    '-y',
    '--',
    'tee',
    'a b',
    '',
    '/',
    '\\',
    '"',
    "'",
    'é',
    '\u2028',
    '\x7f',
    ']',
    ',',
    '#',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

/** Members without an `args` that could be told from an empty one only by an older copy. */
const names = fc.uniqueArray(
  fc.oneof(fc.constantFrom('a', 'b c', 'd.e', '-f', 'ü', '"', 'args'), text),
  {
    maxLength: 4,
  },
);

const url = fc.constantFrom(
  'https://mcp.example.com/mcp',
  'http://h:1',
  'https://u:p@h/a%20b?c=d&e',
  'https://h/x#y',
);

interface Style {
  readonly eol: string;
  readonly mark: string;
  readonly end: string;
}

const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  end: fc.constantFrom('', '\n', '\n\n'),
});

/** A text of parts, where `~` in a gap stands for a line break. */
function assemble(parts: string, { eol, mark, end }: Style): string {
  return mark + (parts + end).replaceAll('\n', eol);
}

const jsonGap = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\n  ',
  '\t',
  ' /* , ] } */ ',
  ' // x, "command": 1\n ',
);

/** A literal of a text; slashes and letters spelled as escapes now and then. */
const jsonString = (value: string) =>
  fc.boolean().map((odd) => {
    const literal = JSON.stringify(value);
    return odd ? literal.replaceAll('/', '\\/').replace(/^"n/, '"\\u006e') : literal;
  });

function jsonList(items: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(jsonGap, { minLength: 9, maxLength: 9 }), fc.boolean(), fc.tuple(...items))
    .map(([gaps, trailing, texts]) => {
      const inner = texts.map((each, i) => `${gaps[i % 9]}${each}${gaps[(i + 1) % 9]}`).join(',');
      return `[${inner}${trailing && texts.length > 0 ? ',' : ''}${gaps[8]}]`;
    });
}

function jsonTable(members: [string, fc.Arbitrary<string>][]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(jsonGap, { minLength: 9, maxLength: 9 }),
      fc.boolean(),
      fc.tuple(...members.map(([key, value]) => value.map((each) => ({ key, each })))),
    )
    .map(([gaps, trailing, pairs]) => {
      const inner = pairs.map(({ key, each }, i) => {
        const [a, b, c, d] = [0, 1, 2, 3].map((offset) => gaps[(i + offset) % 9]);
        return `${a}${JSON.stringify(key)}${b}:${c}${each}${d}`;
      });
      return `{${inner.join(',')}${trailing && pairs.length > 0 ? ',' : ''}${gaps[8]}}`;
    });
}

const jsonServer: fc.Arbitrary<string> = fc
  .record({
    command: text,
    args: fc.option(fc.array(text, { maxLength: 4 }), { freq: 3 }),
    url,
    isHttp: fc.boolean(),
    order: fc.shuffledSubarray(['env', 'main', 'args', 'timeout'], { minLength: 4 }),
  })
  .chain(({ command, args, url: address, isHttp, order }) => {
    const members = order.flatMap((each): [string, fc.Arbitrary<string>][] => {
      if (each === 'env') return [['env', fc.constant('{"K": "v", "args": ["x"]}')]];
      if (each === 'timeout') return [['timeout', fc.constant('1e3')]];
      if (each === 'main')
        return isHttp ? [['url', jsonString(address)]] : [['command', jsonString(command)]];
      return args && !isHttp ? [['args', jsonList(args.map(jsonString))]] : [];
    });
    return jsonTable(members);
  });

/** A configuration in JSON with comments: odd white space, escapes, order, trailing commas. */
export const anyJsonc: fc.Arbitrary<string> = fc.tuple(names, style).chain(([keys, how]) =>
  jsonTable([
    ['before', fc.constant('[1, {"command": "x"}]')],
    ['mcpServers', jsonTable(keys.map((key) => [key, jsonServer]))],
    ['after', fc.constant('null')],
  ]).map((each) => assemble(each, how)),
);

/** A literal of a text in one of the kinds of TOML strings. */
const tomlString = (value: string) =>
  fc.nat(3).map((kind) => {
    const isPlain = !/['\p{Cc}]/u.test(value);
    if (kind === 1 && isPlain) return `'${value}'`;
    if (kind === 2 && isPlain) return `'''${value}'''`;
    const basic = JSON.stringify(value).replaceAll('\x7f', '\\u007F');
    return kind === 3 ? `""${basic}""` : basic;
  });

const tomlKey = (value: string) =>
  /^[\w-]+$/.test(value) && /^[\x20-\x7e]+$/.test(value)
    ? value
    : JSON.stringify(value).replaceAll('\x7f', '\\u007F');

const tomlGap = fc.constantFrom('', ' ', '\n', '\n  ', ' # ], "x" = [\n');

function tomlList(items: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(tomlGap, { minLength: 7, maxLength: 7 }), fc.boolean(), fc.tuple(...items))
    .map(([gaps, trailing, texts]) => {
      const inner = texts.map((each, i) => `${gaps[i % 7]}${each}${gaps[(i + 2) % 7]}`).join(',');
      return `[${inner}${trailing && texts.length > 0 ? ',' : ''}${gaps[6]}]`;
    });
}

const tomlServer = (name: string): fc.Arbitrary<string> =>
  fc
    .record({
      form: fc.constantFrom('table', 'dotted', 'inline'),
      main: fc.oneof(
        text.chain((each) => tomlString(each).map((literal) => `command = ${literal}`)),
        url.chain((each) => tomlString(each).map((literal) => `url=${literal}`)),
      ),
      args: fc.option(
        fc.array(text, { maxLength: 3 }).chain((all) => tomlList(all.map(tomlString))),
      ),
      comment: fc.constantFrom('', ' # note', '\t'),
      argsFirst: fc.boolean(),
    })
    .map(({ form, main, args, comment, argsFirst }) => {
      const both = [
        main,
        ...(args !== null && main.startsWith('command') ? [`args = ${args}`] : []),
      ];
      const pairs = argsFirst ? both.toReversed() : both;
      const key = tomlKey(name);
      if (form === 'inline' && !pairs.some((each) => each.includes('\n')))
        return `[mcp_servers]\n${key} = { ${pairs.join(', ')}, x.y = 1 }${comment}\n`;
      if (form === 'dotted')
        return `[mcp_servers]\n${pairs.map((each) => `  ${key}.${each}${comment}\n`).join('')}`;
      return `[mcp_servers.${key}]\n${pairs.map((each) => `${each}${comment}\n`).join('')}env.K = "v"\n[mcp_servers.${key}.more]\nargs = []\n`;
    });

/** A configuration in TOML: tables, dotted keys, inline tables, every kind of string. */
export const anyToml: fc.Arbitrary<string> = fc
  .tuple(names, style, fc.boolean())
  .chain(([keys, how, cutEnd]) =>
    fc.tuple(...keys.map(tomlServer)).map((all) => {
      const [first, ...rest] = all;
      const tables = [first ?? '', ...rest].filter((each) => !each.startsWith('[mcp_servers]'));
      const lines = all.filter((each) => each.startsWith('[mcp_servers]'));
      const shared = lines.map((each) => each.slice('[mcp_servers]\n'.length)).join('');
      const body = `model = "o9"\n${tables.join('\n')}[mcp_servers]\n${shared}`;
      return assemble(cutEnd ? body.trimEnd() : body, cutEnd ? { ...how, end: '' } : how);
    }),
  );
