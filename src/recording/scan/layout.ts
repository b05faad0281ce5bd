/** Where things stand in the memory of a scan, in bytes. */
export const PLACE = {
  /** The length of what is looked for. */
  probeLength: 40,
  /** Not 0: which calls of tools and answers are plain, see `CALLS`. */
  calls: 64,
  /** Not 0: messages are passed over. */
  heads: 68,
  /** 1 for the letters that may follow a backslash. */
  escapes: 256,
  /** One more than its value for each digit of a hexadecimal number. */
  hex: 512,
  /** What each byte stands for where text is looked for: itself, or a capital letter for its small one. */
  fold: 768,
  /** The date and time to the second that the last line had. */
  second: 1024,
  /** Sixteen times each: quote, backslash, the last control character. */
  quotes: 1088,
  backslashes: 1104,
  controls: 1120,
  /** 1 for the first letters of the words that tell of a failure, both cases; then the words, as `Lane` puts them. */
  tellingLetters: 1280,
  tellingWords: 1536,
  /** What hashes start with. */
  seed: 1136,
  /** The bits in which the first and the last byte of what is looked for may differ. */
  firstCase: 1140,
  lastCase: 1141,
  /** Which brackets are open, innermost last. */
  open: 2048,
  slots: 4096,
  /** A bit for each UTF-16 unit of what is looked for. */
  letters: 40_960,
  probe: 49_152,
  /** The keys of the objects that are open: place and length of each. */
  keys: 49_664,
  records: 65_536,
} as const;

/** What is asked of a plain call: nothing to say of it, or only that it can be compared. */
export const CALLS = { none: 0, ordinary: 1, comparable: 2 } as const;

/** Deeper nesting is left to the full reader. */
export const DEEPEST = 1000;

/** What is looked for is not longer, in bytes. */
export const LONGEST_PROBE = 256;

/** Names of methods and tools that came before, so that they are decoded once. */
export const SLOTS = 64;
export const SLOT = { size: 512, length: 0, bytes: 16, longest: 254 } as const;

/** What is told of one line; numbers of 32 bits, but for `seq` and `id`, which are doubles. */
export const RECORD = {
  size: 112,
  start: 0,
  /** Of its line feed. */
  end: 4,
  flags: 8,
  message: 12,
  seq: 16,
  micros: 24,
  second: 28,
  call: 32,
  method: 36,
  id: 40,
  idStart: 48,
  idEnd: 52,
  tool: 56,
  argsStart: 60,
  argsEnd: 64,
  methodStart: 68,
  methodEnd: 72,
  toolStart: 76,
  toolEnd: 80,
  /** Of a plain call: its progress token; empty when it has none. Of a plain result: its first text, with the quotes. */
  textStart: 84,
  textEnd: 88,
  /** Of an ordinary result: its structured content; empty when it has none. Of what is comparable: what is carried. */
  structuredStart: 92,
  structuredEnd: 96,
  /** Of what the tool is called with, as `hashFrom` takes them. */
  argsOne: 100,
  argsOther: 104,
} as const;

/** Of a record. None is set: nothing but the place of the line is told. */
export const FLAG = {
  /** The line is a message as sadap writes it. */
  message: 1,
  server: 2,
  /** Another second than that of the line before. */
  second: 4,
  /** The name of the method, or of the tool, was not in its slot before. */
  newMethod: 8,
  newTool: 16,
  numberId: 32,
  textId: 64,
  /** A message that has a result, an object, and no error; the keys that matter come once, spelled plainly. */
  result: 128,
  /** `params` names a tool, once, and what it is called with; all keys spelled plainly. */
  toolCall: 256,
  /** An error, an object, and no result; else as `result`. */
  failure: 512,
  /** With `result`: it says `isError: true`. */
  toolError: 1024,
  /** A line of stderr as sadap writes it, of text. Of it place, time and text are told. */
  stderr: 2048,
  /** Where calls are looked at: the message is a plain call of a tool, or the plain result of one (plain-code.ts). */
  plainCall: 4096,
  plainResult: 8192,
  /** With `plainResult`: one of the texts may be JSON; a member of the structured content may tell of a failure. */
  mayHoldJson: 16_384,
  mayTell: 32_768,
  /** As `plainCall`: a log notification. */
  plainLog: 65_536,
} as const;

/** Globals of the module, by their place. */
export const GLOBALS = [
  'seen',
  'within',
  'want',
  'escaped',
  'toolStart',
  'toolEnd',
  'argsStart',
  'argsEnd',
  'next',
  'isNew',
  'flags',
  'bits',
  'halves',
  'idStart',
  'idEnd',
] as const;

export function globalIndex(name: (typeof GLOBALS)[number]): number {
  return GLOBALS.indexOf(name);
}

/** Functions of the module, by their place. */
export const FUNCTIONS = [
  'space',
  'hash',
  'control',
  'string',
  'number',
  'note',
  'key',
  'json',
  'slot',
  'lineFeed',
  'line',
  'stderr',
  'scan',
  'hit',
  'find',
  'plain',
  'members',
  'member',
  'content',
  'token',
  'meta',
  'plainValue',
  'plainObject',
  'isRepeated',
  'isTelling',
  'isClean',
  'isToolsCall',
  'isSame',
  'tellId',
] as const;

export function functionIndex(name: (typeof FUNCTIONS)[number]): number {
  return FUNCTIONS.indexOf(name);
}
