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
  'tee:transparent': {
    promise:
      'Through tee a server gets and says the same bytes on all streams, in the same surroundings (but sockets where a host has pipes), and ends by the same code or signal.',
    source: 'design: sadap is invisible in the traffic',
  },
  'tee:ends': {
    promise: 'When one side closes one of its streams, the other side sees that as without tee.',
    source: 'field: wrappers that outlive their server, or hide a closed pipe',
  },
  'tee:host-gone': {
    promise:
      'When the host reads no more, the server is recorded to its end, with the number of bytes not delivered.',
    source: 'field: proxies that crash or spin on EPIPE',
  },
  'tee:spawn-failed': {
    promise:
      'A command that cannot be started is told with what was searched, status 127 or 126, and a recording.',
    source: 'field: GUI hosts without the PATH of a shell; env, timeout',
  },
  'tee:crash': {
    promise: 'A server that dies early leaves what it was asked, its last words and its code.',
    source: 'field: servers that fail at initialize',
  },
  'tee:no-process-left': {
    promise: 'SIGKILL of the host, of tee or of the server leaves none of the others behind.',
    source: 'field: orphaned servers',
  },
  'tee:recording-fails': {
    promise:
      'When the recording fails, traffic goes on, one line says so and the file ends with the reason; --strict ends the server instead.',
    source: 'design: looking can neither delay, alter nor break the traffic',
  },
  'tee:own-file': {
    promise: 'Two tees of the same command at the same time write two files.',
    source: 'MCP 2026-07-28, Versioning: clients of both eras probe in a process of its own',
  },
  'tee:bounded-memory': {
    promise:
      'Neither a slow host, nor a slow server, nor a long line makes the memory of tee grow.',
    source: 'field: proxies that keep every message',
  },
  'tee:stderr': {
    promise:
      'Standard error is read at all times, passed on live and recorded, whether ours is read, slow or closed; a late reader gets all that waits for it.',
    source: 'field: servers that block in a write to stderr',
  },
  'tee:shared-pipes': {
    promise: 'Pipes that tee shares with its host stay blocking for the host.',
    source: 'field: Python hosts that get BlockingIOError on their own standard error',
  },
  'tee:windows-command': {
    promise:
      'On Windows a batch file such as npx is found as the system finds it, and gets any arguments as they are.',
    source: 'CreateProcess starts programs only; cmd.exe reads arguments as a script',
  },
  'tee:signals': {
    promise:
      'Signals to tee reach the server, and the recording is complete within the 2 s that SDK clients give, whatever keeps the pipes open.',
    source: 'field: SDK clients send SIGTERM after 2 s and SIGKILL after 4 s',
  },
  'tee:keyboard': {
    promise:
      'Ctrl-C in a terminal, which the server gets too, makes tee wait for it; the second becomes SIGTERM, the third SIGKILL.',
    source: 'field: wrappers that lose the goodbye of their server',
  },
  'tee:process-group': {
    promise: 'The whole tree of the server ends where it would end without tee.',
    source: 'field: npx starts sh, which starts node',
  },
  'tee:sdk-clients': {
    promise:
      'Clients of the TypeScript SDK, of either era, and servers see the same directly and through tee.',
    source: 'design: sadap is invisible in the traffic',
  },
  'tee:python-client': {
    promise: 'The client of the Python SDK and its servers see the same directly and through tee.',
    source: 'design: sadap is invisible in the traffic',
  },
  'tee:order': {
    promise: 'Recordings at both ends of a bridge hold the same messages in the same order.',
    source: 'field: bridges that let a request overtake notifications/initialized',
  },
} as const satisfies Record<string, Requirement>;
