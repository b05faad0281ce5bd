import { scaled } from '../../support/soak.ts';
import type { Form } from '../views.ts';

/** Text that does something where it is not taken as text. */
export interface Attack {
  readonly name: string;
  readonly text: string;
}

const ESC = '\x1b';

/** Each is put into every place of a recording, one after another. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'terminal',
    text: [
      `${ESC}[2J${ESC}[38;5;201m`,
      `${ESC}]0;title\x07`,
      `${ESC}]8;;http://evil.example\x07link${ESC}]8;;\x07`,
      `${ESC}]52;c;ZXZpbA==\x07`,
      '\x9b31m',
      '\x9d0;x\x9c',
      '\b\b\x7f\r',
      '\x00',
      `${ESC}Pq${ESC}\\`,
      '\u0085',
      '\u2028\u2029',
    ].join('evil'),
  },
  {
    name: 'bidi and invisible',
    text:
      'a\u202egnp.exe\u202c\u2066b\u2069\u200b\u200d\u00ad\ufeff\u{e0041}\u{e0042}\u061c\u3164\ufe0f' +
      'z\u0300'.repeat(3) +
      '\ud800x\udc00\ufffe',
  },
  {
    name: 'HTML',
    text: `<script>evil(1)</script></script><img src=x onerror=evil(1)>"'><svg/onload=evil(1)><!--]]></title></style></textarea>&lt;b&gt;javascript:evil(1)<a href="javascript:evil(1)">`,
  },
  {
    name: 'Markdown',
    text: 'a`b``c```\n\n# Evil\n\n[x](javascript:evil(1)) ![y](http://evil.example/x.png) <http://evil.example>\n| a | b |\n|---|---|\n~~~\n> q\n1. [evil]: http://evil.example\n--- | `|` \\` \\|',
  },
  { name: 'formula', text: `=cmd|' /C calc'!A0","=1+1\n=HYPERLINK("http://evil.example")` },
  { name: 'formula with a sign', text: '+1+cmd|x!A0' },
  { name: 'formula with another', text: '@SUM(1+1)*cmd|x!A0' },
  { name: 'formula behind a tab', text: '\t=1+1' },
  { name: 'minus', text: '-2+3+cmd|x!A0' },
  {
    name: 'mermaid',
    text: 'x\n    client->>server: evil\n%%{init: {"securityLevel":"loose"}}%%\nclick a href "javascript:evil(1)"; end; #quot;#59;',
  },
  { name: 'a prototype key', text: '__proto__' },
  { name: 'another prototype key', text: 'constructor' },
  { name: 'a method of every object', text: 'toString' },
  { name: 'a method of every object, again', text: 'hasOwnProperty' },
  { name: 'nothing', text: '' },
  { name: 'a long text', text: 'lo\u0308ng '.repeat(scaled(300, 3000)) },
  { name: 'formats', text: '%s%n%d $HOME $(id) `id` {0} {{x}} \\u001b[2J \\x1b[2J' },
];

const COLOUR = new RegExp(`\\n|${ESC}\\[[\\d;]*m`, 'g');

/** Characters that must not reach a terminal or a page as they are. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u3164]/u;

/** What is wrong with what a view printed, if anything. */
export function harmIn(form: Form, bytes: Buffer, isPrinted = true): string | undefined {
  const text = bytes.toString('utf8');
  switch (form) {
    case 'terminal':
      return unseenIn(text.replaceAll('\n', ''));
    case 'colour':
      if (text.includes('\x1b[38;5;201m')) return 'a colour of the peer’s';
      return unseenIn(text.replaceAll(COLOUR, ''));
    case 'json':
      return jsonHarm(text) ?? (isPrinted ? ACTED_ON.exec(text)?.[0] : undefined);
    case 'markdown':
      return unseenIn(text.replaceAll('\n', '')) ?? markdownHarm(text);
    case 'html':
      return htmlHarm(text);
    case 'xml':
      return xmlHarm(text);
    case 'csv':
      return csvHarm(text);
    case 'mermaid':
      return mermaidHarm(text);
    case 'recording':
    case 'raw':
    case 'archive':
      return undefined;
  }
}

/** What JSON need not escape, and a terminal acts on. */
const ACTED_ON =
  /[\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/u;

function unseenIn(text: string): string | undefined {
  const found = UNSEEN.exec(text);
  if (!found) return undefined;
  const code = found[0].codePointAt(0)?.toString(16);
  return `U+${code} in ${JSON.stringify(text.slice(Math.max(0, found.index - 40), found.index + 20))}`;
}

/** One value, or one a line; what a terminal would act on is escaped, as JSON can. */
function jsonHarm(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    for (const line of text.split('\n').filter((each) => each !== ''))
      try {
        JSON.parse(line);
      } catch (error) {
        return `no JSON: ${String(error)} in ${line.slice(0, 200)}`;
      }
  }
  return undefined;
}

/** What is left without code, where all text of others stands, is ours. */
function markdownHarm(text: string): string | undefined {
  const plain = text
    .replaceAll(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2`*~*$/gm, '')
    .replaceAll(/<pre>[\s\S]*?<\/pre>/g, '')
    .replaceAll(/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g, '')
    .replaceAll(/\\[!-/:-@[-`{-~]/g, '');
  const found = /evil|<script|<img|onerror|javascript:|!\[|\]\(http/.exec(plain);
  return found
    ? `${found[0]} in ${JSON.stringify(plain.slice(Math.max(0, found.index - 80), found.index + 60))}`
    : undefined;
}

/** Tags that are ours have no text of others but in quoted attributes; scripts and styles are ours alone. */
function htmlHarm(text: string): string | undefined {
  const without = text
    .replaceAll(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, '')
    .replaceAll(/<script[^>]*>(?:(?!<\/script)[\s\S])*<\/script>/g, (whole) =>
      /evil\(/.test(whole) ? '<evil>' : '',
    )
    .replaceAll(/<style>[^<]*<\/style>/g, '');
  const tags = [...without.matchAll(/<\/?([a-zA-Z!][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>?/g)];
  for (const [whole, name = '', attributes = ''] of tags) {
    if (!KNOWN_TAGS.has(name.toLowerCase())) return `the tag ${whole.slice(0, 80)}`;
    const bare = attributes.replaceAll(/"[^"]*"/g, '');
    if (/\bon\w+\s*=|evil|'/.test(bare)) return `the attributes ${whole.slice(0, 120)}`;
    if (/(?:href|src|action)="\s*(?:javascript:|data:(?!,"))/i.test(attributes))
      return `the link ${whole.slice(0, 120)}`;
  }
  return unseenIn(without.replaceAll('\n', ''));
}

const KNOWN_TAGS = new Set(
  '!doctype figure figcaption html head meta title link style body main header footer section article nav aside h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption thead tbody tr th td code pre span div a b i em strong small details summary svg g line text rect path defs marker polygon hr br noscript script button label input circle'.split(
    ' ',
  ),
);

/** Well-formed, and no characters that XML does not have. */
function xmlHarm(text: string): string | undefined {
  const tags = [...text.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag);
  for (const tag of tags)
    if (!/^\??\/?[a-z-]+(?:\s+[\w:]+="[^"<]*")*\s*[/?]?$/.test(tag))
      return `the tag ${tag.slice(0, 120)}`;
  if (/&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) return 'a bare &';
  if (text.replaceAll(/<[^>]*>/g, '').includes('<')) return 'a bare <';
  return unseenIn(text.replaceAll('\n', ''));
}

/** No cell that a spreadsheet takes for a formula. */
function csvHarm(text: string): string | undefined {
  const cells = text.replaceAll('\r\n', '\n').matchAll(/(?:^|,|\n)("(?:[^"]|"")*"|[^,"\n]*)/g);
  for (const [, cell = ''] of cells) {
    const value = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    if (/^[=@\t\r]|^[+-](?![\d.]+$)/.test(value))
      return `the cell ${JSON.stringify(value.slice(0, 80))}`;
  }
  return undefined;
}

/** Each line is one of ours. */
function mermaidHarm(text: string): string | undefined {
  const LINE =
    /^(?:sequenceDiagram|\s*autonumber|\s*participant \w+(?: as (?:[^;\n]|#\w+;)*)?|\s*\w+\s*-{1,2}[>x)]{1,2}\s*\w+: (?:[^;\n]|#\w+;)*|\s*Note (?:over|left of|right of) [\w, ]+: (?:[^;\n]|#\w+;)*|\s*(?:loop|alt|opt|else|par|rect|end|activate|deactivate)(?:[^;\n]|#\w+;)*|```(?:mermaid)?|\s*)$/;
  const bad = text.split('\n').find((line) => !LINE.test(line) || /^\s*%%/.test(line));
  return bad === undefined
    ? unseenIn(text.replaceAll('\n', ''))
    : `the line ${JSON.stringify(bad.slice(0, 120))}`;
}
