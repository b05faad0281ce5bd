import type { CommandSpec } from '../command-spec.ts';
import { colour, json, width } from '../shared-flags.ts';

/** The built-in servers. */
export const targets: readonly CommandSpec[] = [
  {
    name: 'asrama',
    operands: '',
    group: 'targets',
    about: 'the built-in MCP server of a dormitory',
    examples: [
      ['sadap asrama', 'on stdio, both eras, with a data service of its own'],
      ['sadap asrama --http 3030', 'Streamable HTTP on 127.0.0.1:3030'],
    ],
    flags: [
      {
        spelling: '--sdk <version>',
        about: 'SDK that serves: v1 (legacy era) or v2 (both eras)',
        choices: ['v1', 'v2'],
        fallback: 'v2',
      },
      { spelling: '--http <port>', about: 'serve over HTTP on 127.0.0.1; 0 takes a free port' },
      { spelling: '--no-token', about: 'over HTTP, ask for no bearer token: for test suites' },
      { spelling: '--soft-errors', about: 'report “not found” as success, as the original did' },
    ],
  },
  {
    name: 'asrama-service',
    operands: '',
    group: 'targets',
    about: 'the data service behind the asrama server, alone',
    examples: [['sadap asrama-service --port 8080', 'on 127.0.0.1:8080']],
    flags: [
      { spelling: '--port <port>', about: 'port on 127.0.0.1; 0 takes a free one', fallback: '0' },
      { spelling: '--token <secret>', about: 'bearer token to require (ASRAMA_API_TOKEN)' },
    ],
  },
  {
    name: 'canary',
    operands: '[report] [capture]',
    group: 'targets',
    about: 'a server and a model that measure what a host lets the model read',
    examples: [
      ['sadap canary', 'an MCP server on stdio with a marker in every member'],
      ['sadap canary --model --listen 127.0.0.1:8799 -o run.ndjson', 'the model for the host'],
      ['sadap canary report run.ndjson', 'which members arrived, and how'],
      ['sadap canary report run.ndjson --against claude-messages', 'compared with a profile'],
    ],
    flags: [
      { spelling: '--model', about: 'be the model: record its requests, call each tool once' },
      { spelling: '--listen <address>', about: '127.0.0.1:PORT of the model (a free port)' },
      { spelling: '--parallel <calls>', about: 'calls in one answer of the model (1)' },
      { spelling: '--skip <tool>', about: 'leave this tool of the canary out', many: true },
      { spelling: '--one-page', about: 'list all tools on one page' },
      { spelling: '-o, --output <file>', about: 'capture to write (else standard output)' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      {
        spelling: '--against <name>',
        about: 'compare with the profile of this host, or with one in a file',
      },
      json,
      width,
      colour,
    ],
  },
];
