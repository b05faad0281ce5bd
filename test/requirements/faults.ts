import type { Requirement } from './types.ts';

export const faults = {
  'faults:kills': {
    promise:
      'Whichever process is killed or asked to end, and when: nothing that was passed on is missing in the recording, and no process is left.',
    source: 'design: nothing seen is lost; field: hosts that kill their servers',
  },
  'faults:stops': {
    promise: 'Whichever process is stopped (SIGSTOP) goes on with nothing lost (SIGCONT).',
    source: 'field: laptops that sleep, debuggers, job control',
  },
  'faults:slow': {
    promise:
      'Readers and disks that are slow, or stand still, slow the traffic down; memory is bounded and nothing is lost.',
    source: 'field: proxies that keep what nobody reads',
  },
  'faults:streams': {
    promise:
      'Streams that are flooded, closed on either side, or kept open by others end nothing before its time and lose nothing that a server said.',
    source: 'field: servers that log without end; hosts that close a pipe in the middle',
  },
  'faults:much': {
    promise:
      'Many open requests, notifications without a pause, lines of any length and many sessions at once are recorded whole, in bounded memory.',
    source: 'field: recorders that were tried with three messages',
  },
  'faults:own': {
    promise:
      'record and replay, killed or on a disk that takes no more, leave a recording of all that the server got, one line, their status and no process.',
    source: 'design: nothing seen is lost; an error is one line',
  },
  'faults:proxy': {
    promise:
      'proxy, its upstream or its disk may fail at any moment: no byte of an answer is wrong, what a proxy that was not killed passed on is recorded, and it goes on when its upstream comes back.',
    source: 'design: looking can neither delay, alter nor break the traffic',
  },
  'faults:serve': {
    promise:
      'serve, killed, asked to end, or left by its client, leaves no real server behind; stopped, it goes on.',
    source: 'field: stand-ins for servers that outlive the test run',
  },
  'faults:clock': {
    promise: 'A wall clock that is set while sadap records changes neither order nor durations.',
    source: 'field: virtual machines and laptops whose clock is set after sleep',
  },
  'faults:disk-full': {
    promise:
      'A disk that is full, fails or shrinks ends no traffic, and a recording of our own by one line; what was recorded stays readable.',
    source: 'design: an error is one line; looking can neither delay, alter nor break the traffic',
  },
} as const satisfies Record<string, Requirement>;
