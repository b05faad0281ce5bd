import type { CommandSpec } from '../command-spec.ts';
import { captureRedaction } from '../redaction-flags.ts';
import { colour, configuration, dir, host, json, profile, width } from '../shared-flags.ts';
import { tee } from './tee.ts';

/** Commands that record live traffic. */
export const capture: readonly CommandSpec[] = [
  {
    name: 'record',
    operands: '[script] [--] [command...]',
    group: 'capture',
    about: 'play a script against a stdio server and record both sides',
    takesCommand: true,
    examples: [
      ['sadap record', 'the built-in asrama server: handshake, lists, calls'],
      ['sadap record -- npx -y @modelcontextprotocol/server-memory', 'any stdio server'],
      [`sadap record --call 'cari_anak {"kelas":"7A"}' -- sadap asrama`, 'with a tool call'],
      ['sadap record probe.yaml -o probe.ndjson', 'a script of your own'],
    ],
    flags: [
      {
        spelling: '--era <era>',
        about: 'how to open: probe and fall back, initialize, or _meta on every request',
        choices: ['auto', 'legacy', 'modern'],
      },
      { spelling: '--revision <date>', about: 'protocol revision to ask for' },
      { spelling: '--call <text>', about: "tool call to make: 'TOOL {json}'", many: true },
      { spelling: '--env <name=value>', about: 'variable for the server', many: true },
      { spelling: '--cwd <folder>', about: 'working directory of the server' },
      { spelling: '--timeout <seconds>', about: 'longest wait for one answer (30)' },
      { spelling: '--label <name>', about: 'name of the server in file name and view' },
      { spelling: '-o, --output <file>', about: 'recording to write; never overwritten' },
      dir,
      ...captureRedaction,
      { spelling: '--force', about: 'overwrite the file given with -o' },
      { spelling: '--quiet', about: 'no view, only the summary' },
      {
        spelling: '--check',
        about: 'no view: what is wrong, as sadap check says it; 1 for a problem',
      },
      host,
      profile,
      json,
      width,
      colour,
    ],
  },
  tee,
  {
    name: 'import',
    operands: '<path...>',
    group: 'capture',
    about: 'make recordings of the logs of hosts and of other recorders',
    examples: [
      ['sadap import mcp.log', 'one recording for each session; the kind of log is found out'],
      ['sadap import mcp.log mcp-server-notes.log', 'what both files tell is taken once'],
      ['sadap import ~/Library/Logs/Claude', 'all logs in a folder'],
      ['sadap import session.har -o session.ndjson', 'traffic of a browser or proxy'],
      ['sadap import mcp.log --list', 'what is in it; nothing is written'],
      ['sadap show mcp.log', 'commands that read recordings take logs too'],
    ],
    flags: [
      { spelling: '--from <format>', about: 'the kind of log, instead of finding it out' },
      { spelling: '--list', about: 'only tell what is in the files' },
      {
        spelling: '-o, --output <file>',
        about: 'recording to write, more sessions as FILE-2, FILE-3; never overwritten',
      },
      dir,
      { spelling: '--force', about: 'overwrite recordings of the same names' },
      ...captureRedaction,
      json,
      width,
      colour,
    ],
  },
  {
    name: 'wrap',
    operands: '[host] [server...]',
    group: 'capture',
    about: 'put sadap into the configuration of a host, between it and its servers',
    examples: [
      ['sadap wrap --list', 'the hosts here, their servers, and what is wrapped'],
      ['sadap wrap cursor', 'all stdio servers of Cursor; shows the change and asks'],
      ['sadap wrap claude-code github --dry-run', 'what would change for one server'],
      ['sadap wrap vscode docs --http http://127.0.0.1:8765', 'a server reached by URL'],
    ],
    flags: [
      { spelling: '--list', about: 'list hosts, files and servers; change nothing' },
      {
        spelling: '--http <address>',
        about: 'where a proxy for a server reached by URL runs; SERVER=ADDRESS for one of several',
        many: true,
      },
      ...configuration,
      { ...json, about: 'with --list: one JSON object for each file' },
      width,
      colour,
    ],
  },
  {
    name: 'unwrap',
    operands: '<host> [server...]',
    group: 'capture',
    about: 'take sadap out of the configuration of a host again',
    examples: [
      ['sadap unwrap cursor', 'all servers of Cursor, as they were; shows the change and asks'],
      ['sadap unwrap claude-code github --yes', 'one server, without asking'],
    ],
    flags: [...configuration],
  },
  {
    name: 'proxy',
    operands: '',
    group: 'capture',
    about: 'stand between HTTP clients and a server, and record what passes',
    examples: [
      ['sadap proxy --upstream http://127.0.0.1:3000/mcp', 'on a free port of this machine'],
      [
        'sadap proxy --upstream https://example.com/mcp --listen 127.0.0.1:8765',
        'before a remote server; the client gets http://127.0.0.1:8765/mcp',
      ],
    ],
    flags: [
      { spelling: '--upstream <url>', about: 'the server; requests keep their own path' },
      {
        spelling: '--listen <address>',
        about: 'HOST:PORT to listen on (a free port of 127.0.0.1)',
      },
      {
        spelling: '--allow-host <name>',
        about: 'one more Host that is taken for ours',
        many: true,
      },
      { spelling: '--ca <file>', about: 'certificates to trust besides the usual ones (PEM)' },
      { spelling: '--insecure', about: 'trust any certificate of the upstream' },
      { spelling: '--label <name>', about: 'name of the server in file name and view' },
      { spelling: '-o, --output <file>', about: 'recording to write; never overwritten' },
      dir,
      ...captureRedaction,
      { spelling: '--force', about: 'overwrite the file given with -o' },
    ],
  },
];
