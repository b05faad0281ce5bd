import type { Requirement } from './types.ts';

const FORMAT = 'docs/reference/recording-format.md';

export const recording = {
  'recording:round-trip': {
    promise: 'A recording gives back exactly the bytes of each side, however they arrived.',
    source: `${FORMAT}, "The promise"`,
  },
  'recording:schema': {
    promise:
      'The published JSON Schema takes every line that is written, and refuses what is no entry.',
    source: 'docs/reference/recording.schema.json',
  },
  'recording:ndjson': {
    promise: 'Every line of a recording is one JSON value that any JSON parser reads.',
    source: `${FORMAT}, RFC 8259`,
  },
  'recording:format': {
    promise: 'Members have a fixed order, `message` is last, and its bytes are those of the wire.',
    source: `${FORMAT}, "message"`,
  },
  'recording:spelling': {
    promise: 'Spelling of numbers, duplicate keys, escapes and white space of a message survive.',
    source: 'Recorders in the field re-serialise: big integers change, <b> becomes \\u003cb\\u003e',
  },
  'recording:line-separators': {
    promise: 'U+2028, U+2029, U+0085 and a bare CR inside a message do not cut it.',
    source: 'RFC 8259 section 7; generic line readers cut there',
  },
  'recording:invalid-utf8': {
    promise: 'A frame with bytes that are no UTF-8 keeps them and is still understood.',
    source: 'Servers on Windows write in the code page of the system',
  },
  'recording:hints': {
    promise:
      'Hints repeat method and id as spelled; where they differ from the message it is reported.',
    source: `${FORMAT}, "Hints"`,
  },
  'recording:any-bytes': {
    promise: 'Any bytes are read to entries and damage, or refused with a known error.',
    source: `${FORMAT}, "Damage"`,
  },
  'recording:damage': {
    promise:
      'A torn last line, zero bytes and garbage are reported with line and offset, never fatal.',
    source: 'Killed writers leave half a line, full disks leave zero bytes',
  },
  'recording:refusals': {
    promise: 'Empty files, files of other programs and newer versions are refused, each by name.',
    source: `${FORMAT}, "Versions"`,
  },
  'recording:old-versions': {
    promise: 'A recording of every version ever written can be read.',
    source: `${FORMAT}, "Versions"`,
  },
  'recording:unknown-kept': {
    promise: 'Unknown members are ignored; entries of unknown types are kept as such.',
    source: `${FORMAT}, "Additions"`,
  },
  'recording:append': {
    promise: 'What the writer was given is in the file when the call returns, one write per batch.',
    source: 'Buffered recorders lose the last frames when they are killed',
  },
  'recording:private': {
    promise: 'A recording is readable by its owner only.',
    source: 'Recordings hold what users and servers say',
  },
  'recording:no-overwrite': {
    promise: 'No file is overwritten without force, and no symbolic link is followed.',
    source: `${FORMAT}, "Where recordings go"`,
  },
  'recording:write-failure': {
    promise: 'A full disk ends the recording with a clear error and leaves whole entries only.',
    source: 'Recorders on full disks tear lines or crash the traffic',
  },
  'recording:location': {
    promise: 'The folder is the one asked for, SADAP_DIR, ./recordings, or the state folder.',
    source: `${FORMAT}, "Where recordings go"`,
  },
  'recording:names': {
    promise: 'File names are made of label, time and session, and safe for any label.',
    source: `${FORMAT}, "Where recordings go"`,
  },
  'recording:masked-command': {
    promise:
      'Secrets in arguments and URLs never reach the file; other arguments stay as they are.',
    source: 'Hosts put keys into argv: -e KEY=value, --api-key, --header, URLs',
  },
  'recording:clock': {
    promise: 'Times are UTC with microseconds from a monotonic clock that is set once.',
    source: `${FORMAT}, "Times"`,
  },
  'recording:session-id': {
    promise: 'Session ids are UUIDs of version 7.',
    source: 'RFC 9562 section 5.7',
  },
} as const satisfies Record<string, Requirement>;
