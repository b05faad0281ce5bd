import type { Requirement } from './types.ts';

export const tee = {
  'tee:round-trip': {
    promise:
      'For any bytes, in any chunks, of any length, the recording of tee is valid NDJSON and gives back both sides.',
    source: 'design: the round trip is the central test',
  },
  'tee:append-first': {
    promise:
      'A line is in the recording before its last byte is passed on, so SIGKILL of tee loses no frame that was passed on.',
    source: 'design: nothing seen is lost; field: SDK clients kill their servers after 4 s',
  },
  'tee:limit': {
    promise:
      'With --max-bytes the recording stops with the number of frames left out, and traffic flows on.',
    source: 'field: recorders that filled disks',
  },
} as const satisfies Record<string, Requirement>;
