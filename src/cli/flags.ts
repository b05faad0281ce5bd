/**
 * The command surface as data: parsing, `--help` and the generated reference all come from here.
 * A flag is described once and listed by the commands that take it.
 */

/** One option. `spelling` is the way commander and people write it: `-o, --output <file>`. */
export interface Flag {
  readonly spelling: string;
  readonly about: string;
  readonly choices?: readonly string[];
  /** May be given several times; the values make a list. */
  readonly many?: true;
  /** For options without a value, absent means false. */
  readonly fallback?: string;
}

/** One verb of the program. */
export interface CommandSpec {
  readonly name: string;
  /** Positional arguments as written in the usage line. */
  readonly operands: string;
  readonly group: 'capture' | 'inspect' | 'document' | 'targets';
  readonly about: string;
  readonly examples: readonly (readonly [string, string])[];
  readonly flags: readonly Flag[];
  /** The command line of another program follows our own arguments. */
  readonly takesCommand?: true;
}

const colour: Flag = {
  spelling: '--color <when>',
  about: 'colour the output; NO_COLOR, FORCE_COLOR and TERM=dumb are honoured',
  choices: ['auto', 'always', 'never'],
  fallback: 'auto',
};
const json: Flag = { spelling: '--json', about: 'one JSON object a line instead of text' };
const dir: Flag = {
  spelling: '--dir <folder>',
  about: 'folder of the recordings (else SADAP_DIR, ./recordings, the state folder)',
};
const host: Flag = {
  spelling: '--host <name>',
  about: 'whose rules decide what the model reads',
  fallback: 'claude-messages',
};
const width: Flag = {
  spelling: '--width <columns>',
  about: 'columns to fill (else the terminal’s)',
};

/** Which configuration of a host is meant, and how to change it. */
const configuration: readonly Flag[] = [
  {
    spelling: '--scope <scope>',
    about: 'only the configuration of the user, or of the project in this folder',
    choices: ['user', 'project'],
  },
  { spelling: '--config <file>', about: 'a configuration in another place' },
  { spelling: '--yes', about: 'change it without asking' },
  { spelling: '--dry-run', about: 'show the change, do not make it' },
];

export const commands: readonly CommandSpec[] = [
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
      { spelling: '--force', about: 'overwrite the file given with -o' },
      { spelling: '--quiet', about: 'no view, only the summary' },
      host,
      json,
      width,
      colour,
    ],
  },
  {
    name: 'tee',
    operands: '[--] <command...>',
    group: 'capture',
    about: 'run a server in its place in a host’s configuration, and record what passes',
    takesCommand: true,
    examples: [
      [
        'sadap tee -- npx -y @modelcontextprotocol/server-memory',
        'as "command" and "args" of a host',
      ],
      ['sadap tee --dir ~/mcp --label memory -- node server.js', 'with a folder and a name'],
    ],
    flags: [
      { spelling: '-o, --output <file>', about: 'recording to write; never overwritten' },
      dir,
      { spelling: '--label <name>', about: 'name of the server in file name and view' },
      { spelling: '--max-bytes <n>', about: 'stop recording at this size; traffic goes on' },
      { spelling: '--strict', about: 'end the server when it cannot be recorded' },
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
      { spelling: '--force', about: 'overwrite the file given with -o' },
    ],
  },
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
    ],
    flags: [
      { spelling: '--seq <range>', about: 'only these frames: 4, 4..9, 4.., ..9', many: true },
      { spelling: '-m, --method <name>', about: 'only this method, with its answers', many: true },
      { spelling: '--errors', about: 'only what failed: errors, strays, unanswered requests' },
      {
        spelling: '--only <part>',
        about: 'what the model reads and wrote, or what it never sees',
        choices: ['model', 'envelope'],
      },
      { spelling: '--full', about: 'long values whole, not elided' },
      { spelling: '--raw', about: 'the exact bytes of the frames, nothing else' },
      host,
      dir,
      json,
      width,
      colour,
    ],
  },
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
      { spelling: '--markdown', about: 'Markdown instead of text' },
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
  },
  {
    name: 'export',
    operands: '[file]',
    group: 'document',
    about: 'a recording in another form',
    examples: [['sadap export run.ndjson --to raw --side server > stdout.bin', 'exact bytes']],
    flags: [
      { spelling: '--to <format>', about: 'raw: the exact bytes of one side', choices: ['raw'] },
      { spelling: '--side <side>', about: 'who sent the bytes', choices: ['client', 'server'] },
      { spelling: '-o, --output <file>', about: 'file to write (else standard output)' },
      { spelling: '--force', about: 'overwrite the file given with -o' },
      dir,
    ],
  },
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
      { spelling: '--against <name>', about: 'host whose profile is compared with the capture' },
      json,
      width,
      colour,
    ],
  },
];
