import type { Requirement } from './types.ts';

export const view = {
  'view:no-match': {
    promise:
      'A filter of show that matches nothing is told in every form; the exit code is 1 when --seq or -m asks for what is not there, 0 when nothing failed.',
    source: 'docs/reference/commands.md, "Exit codes"',
  },
  'view:escape': {
    promise:
      'No control, bidi, zero-width or tag character of a recording reaches the terminal; what stands in its place names it.',
    source: 'design section 2; field: a tool description repainted the terminal',
  },
  'view:invisible-names': {
    promise: 'In text that the model reads, invisible characters are shown by name.',
    source: 'field: instructions hidden in zero-width and tag characters',
  },
  'view:raw-bytes': {
    promise: 'Bytes that are no UTF-8 are shown as such, each by its value.',
    source: 'field: servers that write a Windows code page',
  },
  'view:columns': {
    promise:
      'Text is measured and cut on grapheme borders: CJK and emoji take two columns, marks none.',
    source: 'UAX 11 and UAX 29; field: viewers that crash or misalign on wide text',
  },
  'view:any-width': {
    promise: 'No line is wider than the terminal, down to one column.',
    source: 'field: viewers that crash in narrow windows',
  },
  'view:colour-rule': {
    promise:
      '--color, NO_COLOR, FORCE_COLOR, TERM=dumb and the stream decide about colour, in that order.',
    source: 'no-color.org; design section 4',
  },
  'view:colour-no-meaning': {
    promise: 'Without colour the view says the same, word for word.',
    source: 'design section 4',
  },
  'view:every-fate': {
    promise: 'Every printed member of a message carries its fate; without a rule it is unknown.',
    source: 'design section 5',
  },
  'view:as-sent': {
    promise: 'JSON is printed as sent: order, spelling of numbers, duplicate keys.',
    source: 'design section 5; RFC 8259 section 4',
  },
  'view:elide': {
    promise:
      'Long values are left out with their size, binary data (known by its place) with its type, long lists with a count; --full shows everything whole.',
    source: 'field: viewers that hang on a screenshot of 3 MB',
  },
  'view:fails-shown': {
    promise: 'A member that makes a call or list fail is shown even in the middle of a long list.',
    source: 'design section 5',
  },
  'view:timeline': {
    promise:
      'Messages, strays, stderr, process events, notes, damage and the end stand in one timeline, in wire order.',
    source: 'design section 2',
  },
  'view:relations': {
    promise:
      'A headline says what a message answers, how long it took, and whether it is late, twice, or for nobody.',
    source: 'design section 5',
  },
  'view:filters': {
    promise: 'Ranges, methods and errors narrow the view; an answer follows its request.',
    source: 'design section 4',
  },
  'view:only-model': {
    promise:
      'The model’s view holds the texts it reads and wrote, whole, media in their place, what tells it of a failure, how much is unknown, and nothing else.',
    source: 'design section 5',
  },
  'view:only-envelope': {
    promise: 'The opposite view holds what the model never sees, with its fates, and strays.',
    source: 'design section 5',
  },
  'view:shell-command': {
    promise: 'The command of a recording is printed so that it can be pasted into a shell.',
    source: 'POSIX shell command language, "Quoting"',
  },
  'view:raw': {
    promise: 'Raw frames come out byte for byte; on a terminal they are escaped.',
    source: 'design section 4',
  },
  'view:json': {
    promise: 'The JSON form is one object a line, each message with its bytes as sent.',
    source: 'design section 4',
  },
  'view:json-reference': {
    promise: 'docs/reference/show-json.md names every type and member of the JSON output.',
    source: 'design section 4: --json is pinned',
  },
  'view:summary': {
    promise:
      'The summary tells outcomes, latency, bytes, tokens, the rent of tools, findings and the path.',
    source: 'design section 5',
  },
  'view:list': {
    promise:
      'The list shows each recording on one line that fits, the folder once; it leaves out columns before it cuts file names, and for a pipe neither.',
    source: 'design section 4',
  },
  'view:list-agrees': {
    promise: 'List and summary of a recording name the same era, revision, duration and errors.',
    source: 'design section 2: never guess silently',
  },
  'view:fast': {
    promise: 'Drawing is lazy, and ten thousand messages take seconds at most.',
    source: 'design section 4: `| head` ends quietly',
  },
  'view:sarif': {
    promise:
      'A report is a valid SARIF 2.1.0 log: rules, levels, places, fingerprints, suppressions; text of a server never becomes a link.',
    source: 'OASIS SARIF 2.1.0',
  },
  'view:junit': {
    promise:
      'A report is well-formed JUnit XML whatever its texts hold; a case fails by what makes the run fail.',
    source: 'the form that Jenkins, GitLab and GitHub actions read; XML 1.0 section 2.2',
  },
  'show/long': {
    promise:
      'A recording of 16 MiB or more is shown while it is read, in bounded memory; filters show of it what they show of any.',
    source: 'asked for in the field: a recording of a whole day',
  },
  'search/spelling': {
    promise:
      'sadap search finds a text in strings as they read and in messages as they are spelled, however JSON spells it.',
    source: 'asked for in the field: where does this name come from',
  },
} as const satisfies Record<string, Requirement>;
