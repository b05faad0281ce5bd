import type { CommandSpec } from '../command-spec.ts';
import { colour, dir, host, json, profile, someFrames, width } from '../shared-flags.ts';
import { check } from './check.ts';
import { doctor } from './doctor.ts';
import { model } from './model.ts';

/** Commands that show what was recorded. */
export const inspect: readonly CommandSpec[] = [
  {
    name: 'show',
    operands: '[file]',
    group: 'inspect',
    about: 'a session, frame by frame, with what the model reads of each',
    examples: [
      ['sadap show', 'the newest recording'],
      ['sadap show run.ndjson --seq 4..9', 'some frames'],
      ['sadap show run.ndjson -m tools/call --only model', 'the text that the model reads'],
      ['sadap show run.ndjson --errors', 'what went wrong'],
      ['sadap show --follow', 'what a host and its server say right now'],
      ['sadap show run.ndjson --host all -m tools/call', 'where hosts differ'],
      [
        'sadap show run.ndjson --sensitive nik,alamat,pattern:email',
        'exit 1 if the model reads it',
      ],
    ],
    flags: [
      { spelling: '-f, --follow', about: 'go on with what comes, until the recording ends' },
      ...someFrames,
      { spelling: '--raw', about: 'the exact bytes of the frames, nothing else' },
      {
        spelling: '--sensitive <list>',
        about: 'how far members (nik, /pointer, pattern:NAME, regex:…) get; exit 1 at the model',
        many: true,
      },
      host,
      profile,
      dir,
      json,
      width,
      colour,
    ],
  },
  {
    name: 'search',
    operands: '<text> [file...]',
    group: 'inspect',
    about: 'the entries that hold a text, however JSON spells it; exit 1 when none does',
    examples: [
      ['sadap search "kelas 7A"', 'in all recordings'],
      ['sadap search é run.ndjson', 'also where it is spelled \\u00e9'],
      [`sadap search '"isError":true' run.ndjson`, 'as it is spelled on the wire'],
      ['sadap search -i timeout', 'also Timeout and TIMEOUT'],
    ],
    flags: [
      {
        spelling: '-i, --ignore-case',
        about: 'small letters also find capital ones, and the other way round',
      },
      dir,
      json,
      width,
      colour,
    ],
  },
  model,
  check,
  doctor,
  {
    name: 'diff',
    operands: '<a> <b>',
    group: 'inspect',
    about: 'what two sessions differ in, by meaning, the worst first',
    examples: [
      ['sadap diff before.ndjson after.ndjson', 'exit 1 when something is breaking'],
      ['sadap diff a.ndjson b.ndjson --fail-on dangerous', 'be stricter'],
      ['sadap diff a.ndjson b.ndjson --ignore /result/structuredContent/now', 'a known difference'],
      ['sadap diff a.ndjson b.ndjson --markdown', 'for a pull request'],
      ['sadap diff a.ndjson b.ndjson --reading --host cline', 'what changed for the model'],
    ],
    flags: [
      {
        spelling: '--fail-on <tier>',
        about: 'exit 1 for this tier and all that are worse',
        choices: ['breaking', 'dangerous', 'minor', 'info', 'never'],
        fallback: 'breaking',
      },
      {
        spelling: '--ignore <pointer>',
        about: 'JSON pointer in messages that does not count; * is any step',
        many: true,
      },
      {
        spelling: '--no-fold <rule>',
        about: 'show what this rule folds: time, uuid, id, duration, path, …, all',
        many: true,
      },
      { spelling: '--reading', about: 'compare what the model reads, not what crossed the wire' },
      {
        spelling: '--host <name>',
        about: 'with --reading: whose model (claude-messages); twice: of A, then of B',
        many: true,
      },
      { ...profile, about: 'with --reading: a host profile of your own' },
      { spelling: '--markdown', about: 'Markdown instead of text' },
      json,
      width,
      colour,
    ],
  },
  {
    name: 'stats',
    operands: '[file...]',
    group: 'inspect',
    about: 'latencies, sizes and errors by method and tool, unused tools, repeated calls',
    examples: [
      ['sadap stats', 'the newest recording'],
      ['sadap stats recordings/', 'all of a folder together'],
      ['sadap stats run.ndjson --json', 'for a program'],
    ],
    flags: [{ spelling: '--full', about: 'every row, however many' }, dir, json, width, colour],
  },
  {
    name: 'open',
    operands: '[file] [other]',
    group: 'inspect',
    about: 'look at a recording in the browser, also while it is recorded',
    examples: [
      ['sadap open', 'the newest recording'],
      ['sadap open before.ndjson after.ndjson', 'with what differs from a second one'],
    ],
    flags: [
      { spelling: '--port <port>', about: 'port of 127.0.0.1 (else any free one)' },
      { spelling: '--no-browser', about: 'only print the address' },
      host,
      profile,
      dir,
    ],
  },
  {
    name: 'hosts',
    operands: '[name]',
    group: 'inspect',
    about: 'the hosts whose rules are known, and how firmly',
    examples: [
      ['sadap hosts', 'all of them, with their age and evidence'],
      ['sadap hosts codex-cli', 'every rule of one, with its evidence'],
      ['sadap show --host codex-cli:gpt-5.5', 'a recording by the rules of a variant'],
      ['sadap show --host all', 'where the hosts differ'],
      ['sadap hosts --profile my-host.json', 'a profile of your own'],
    ],
    flags: [
      { spelling: '--profile <file>', about: 'explain a profile of your own' },
      json,
      width,
      colour,
    ],
  },
  {
    name: 'list',
    operands: '[path...]',
    group: 'inspect',
    about: 'the recordings of a folder',
    examples: [
      ['sadap list', 'the folder that recordings go to'],
      ['sadap list logs/ --json', 'another folder, for a program'],
    ],
    flags: [dir, json, width, colour],
    columns: [
      ['run', 'the same number: servers that one host started together'],
      ['exchanges', 'requests, answered or not'],
      ['errors', 'requests that failed, also with isError, or got no answer'],
      ['secrets', 'values that are likely secrets; ?: the file is too long to look'],
      ['strays', 'lines that hold no message'],
      ['state', 'open: still written; cut: its recorder was killed; no end: either'],
    ],
  },
];
