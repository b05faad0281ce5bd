import type { CommandSpec } from '../command-spec.ts';
import { captureRedaction } from '../redaction-flags.ts';
import { colour, dir, json, width } from '../shared-flags.ts';

/** Commands that play a recording again. */
export const replay: readonly CommandSpec[] = [
  {
    name: 'serve',
    operands: '[file...] [--] [command...]',
    group: 'replay',
    takesCommand: true,
    about: 'play the server of a recording, for a client under test',
    examples: [
      ['sadap serve run.ndjson', 'on stdio, as "command" and "args" of a client'],
      ['sadap serve run.ndjson --listen 127.0.0.1:8765', 'over HTTP'],
      ['sadap serve probe.ndjson run.ndjson', 'a client that probes in another process'],
      ['sadap serve run.ndjson --repeat last', 'answers again what was answered'],
      [
        'sadap serve run.ndjson --mode new -o more.ndjson -- node s.js',
        'what is missing comes from the real server',
      ],
      ["sadap serve run.ndjson --fault 'on: tools/call, drop: true'", 'no call is answered'],
      ['sadap serve run.ndjson --ignore /params/arguments/now', 'what does not count'],
    ],
    flags: [
      {
        spelling: '--listen <address>',
        about: 'over HTTP instead of stdio: HOST:PORT, or a port of 127.0.0.1; 0 takes a free one',
      },
      {
        spelling: '--allow-host <name>',
        about: 'over HTTP: one more Host that is taken for ours',
        many: true,
      },
      {
        spelling: '--ignore <pointer>',
        about: 'JSON pointer in requests that does not count; * is any step',
        many: true,
      },
      {
        spelling: '--repeat <what>',
        about: 'a request that was asked as often as recorded: its last answer again, or a miss',
        choices: ['last', 'miss'],
        fallback: 'miss',
      },
      {
        spelling: '--on-miss <what>',
        about:
          'a request that is not in the recording: an error, an empty answer, or the real server',
        choices: ['error', 'empty', 'forward'],
        fallback: 'error',
      },
      {
        spelling: '--mode <mode>',
        about:
          'none: only play; once: record when there is no FILE; new: misses too; all: only record',
        choices: ['none', 'once', 'new', 'all'],
        fallback: 'none',
      },
      { spelling: '-o, --output <file>', about: 'with --mode new or all: recording to write' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      {
        spelling: '--timing <pace>',
        about: 'pauses of the server: none, recorded, or a factor such as 0.5',
        fallback: 'none',
      },
      {
        spelling: '--fault <fault>',
        about: 'what goes wrong with an answer: on: tools/call, name: echo, delay: 2s',
        many: true,
      },
      { spelling: '--faults <file>', about: 'a file of such faults (YAML)', many: true },
      dir,
    ],
  },
  {
    name: 'replay',
    operands: '<file> [--] [command...]',
    group: 'replay',
    about: 'play the client of a recording to a server, and compare the answers',
    takesCommand: true,
    examples: [
      ['sadap replay run.ndjson -- node server.js', 'exit 1 when an answer changed'],
      ['sadap replay run.ndjson --execute -- node server.js', 'calls that change something too'],
      ['sadap replay run.ndjson --url http://127.0.0.1:3000/mcp', 'a server reached by HTTP'],
      ['sadap replay run.ndjson --expect expect.yaml -- node server.js', 'with what may differ'],
      ['sadap replay run.ndjson --update -- node server.js', 'take the new answers for right'],
    ],
    flags: [
      { spelling: '--url <url>', about: 'the server, instead of a command' },
      {
        spelling: '--header <name: value>',
        about: 'with --url: header for every request, such as Authorization; never stored',
        many: true,
      },
      { spelling: '--ca <file>', about: 'with --url: certificates to trust (PEM)' },
      { spelling: '--insecure', about: 'with --url: trust any certificate' },
      {
        spelling: '--execute',
        about: 'make calls of tools that do not say that they only read, or can be repeated',
      },
      { spelling: '--expect <file>', about: 'what may differ: pointers, ranges, patterns (YAML)' },
      {
        spelling: '--fail-on <tier>',
        about: 'exit 1 for differences of this tier and worse ones (minor)',
        choices: ['breaking', 'dangerous', 'minor', 'info', 'never'],
      },
      {
        spelling: '--ignore <pointer>',
        about: 'JSON pointer in messages that does not count; * is any step',
        many: true,
      },
      {
        spelling: '--no-fold <rule>',
        about: 'compare what this rule folds: time, uuid, id, duration, path, …, all',
        many: true,
      },
      { spelling: '--env <name=value>', about: 'variable for the server', many: true },
      { spelling: '--cwd <folder>', about: 'working directory of the server' },
      { spelling: '--timeout <seconds>', about: 'longest wait for one answer (30)' },
      { spelling: '-o, --output <file>', about: 'recording of the replay; never overwritten' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      { spelling: '--update', about: 'put the recording of the replay in the place of FILE' },
      { spelling: '--quiet', about: 'only what is not the same' },
      json,
      width,
      colour,
    ],
  },
  {
    name: 'snapshot',
    operands: '<action> [--] [command...]',
    group: 'replay',
    about: 'keep the answers of a server in its repository: init, check, update',
    takesCommand: true,
    examples: [
      ['sadap snapshot init -- node server.js', 'writes script, recording, expectations: ./sadap'],
      [`sadap snapshot init --call 'add {"a":1}' -- node server.js`, 'with a tool call'],
      ['sadap snapshot check', 'exit 1 when an answer changed'],
      ['sadap snapshot check --junit junit.xml --sarif sadap.sarif', 'in a build'],
      ['sadap snapshot update', 'records the script anew, and takes that for right'],
    ],
    flags: [
      { spelling: '--folder <folder>', about: 'folder of the snapshot (sadap)' },
      { spelling: '--call <text>', about: "init: tool call to make: 'TOOL {json}'", many: true },
      {
        spelling: '--era <era>',
        about: 'init: how to open: probe and fall back, initialize, or _meta on every request',
        choices: ['auto', 'legacy', 'modern'],
      },
      { spelling: '--revision <date>', about: 'init: protocol revision to ask for' },
      {
        spelling: '--env <name>',
        about: 'init: variable that the server needs; its value stays in the environment',
        many: true,
      },
      ...captureRedaction.map((each) => ({ ...each, about: `init, update: ${each.about}` })),
      { spelling: '--timeout <seconds>', about: 'longest wait for one answer (30)' },
      {
        spelling: '--fail-on <tier>',
        about: 'check: exit 1 for this tier and worse ones, before expect.yaml',
        choices: ['breaking', 'dangerous', 'minor', 'info', 'never'],
      },
      { spelling: '--junit <file>', about: 'check: write a JUnit report too' },
      { spelling: '--sarif <file>', about: 'check: write a SARIF 2.1.0 log too' },
      { spelling: '--force', about: 'overwrite the snapshot, or the report' },
      { ...json, about: 'check: one JSON object a line instead of text' },
      width,
      colour,
    ],
  },
];
