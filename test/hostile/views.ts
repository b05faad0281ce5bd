import { commands } from '../../src/cli/flags.ts';

/** What a view gives, which decides what its text may hold. */
export type Form =
  /** Lines for people; with colour in the second. */
  | 'terminal'
  | 'colour'
  /** One JSON object a line, or one in all. */
  | 'json'
  | 'markdown'
  | 'html'
  | 'xml'
  | 'csv'
  | 'mermaid'
  /** A recording. */
  | 'recording'
  /** Bytes of the wire as they were. */
  | 'raw'
  /** A packed file. */
  | 'archive';

/** One way to look at a recording. */
export interface View {
  readonly command: string;
  /** After the command's name; FILE and OTHER stand for recordings. */
  readonly args: readonly string[];
  readonly form: Form;
  /** Made to be handed on: without secrets and personal values. */
  readonly handedOn?: true;
}

export const FILE = 'FILE';
export const OTHER = 'OTHER';

const view = (command: string, form: Form, ...args: string[]): View => ({ command, form, args });
const handedOn = (command: string, form: Form, ...args: string[]): View => ({
  ...view(command, form, ...args),
  handedOn: true,
});

/** Every view of a recording that a command gives by itself; `views.test.ts` finds what is missing. */
export const VIEWS: readonly View[] = [
  view('show', 'terminal', FILE),
  view('show', 'colour', FILE, '--color', 'always'),
  view('show', 'terminal', FILE, '--full', '--width', '40'),
  view('show', 'terminal', FILE, '--only', 'model'),
  view('show', 'terminal', FILE, '--only', 'envelope'),
  view('show', 'terminal', FILE, '--errors'),
  view('show', 'terminal', FILE, '--host', 'all'),
  view('show', 'terminal', FILE, '--host', 'claude-code'),
  view('show', 'terminal', FILE, '--sensitive', 'note,nik,pattern:email'),
  view('show', 'terminal', FILE, '--follow'),
  view('show', 'json', FILE, '--follow', '--json'),
  view('show', 'json', FILE, '--json'),
  view('show', 'json', FILE, '--json', '--sensitive', 'note'),
  view('show', 'raw', FILE, '--raw'),
  view('model', 'terminal', FILE),
  view('model', 'colour', FILE, '--color', 'always'),
  view('model', 'terminal', FILE, '--full'),
  view('model', 'terminal', FILE, '--turn', '1', '--full'),
  view('model', 'terminal', FILE, '--cost'),
  view('model', 'terminal', FILE, '--host', 'codex-cli'),
  view('model', 'terminal', FILE, '--host', 'gemini-cli'),
  view('model', 'json', FILE, '--json'),
  view('model', 'json', FILE, '--cost', '--json'),
  view('model', 'json', FILE, '--as', 'request', '--model', 'm'),
  view('check', 'terminal', FILE, '--full'),
  view('check', 'colour', FILE, '--color', 'always'),
  view('check', 'json', FILE, '--json'),
  handedOn('check', 'json', FILE, '--sarif'),
  handedOn('check', 'xml', FILE, '--junit'),
  view('diff', 'terminal', FILE, OTHER, '--no-fold', 'all'),
  view('diff', 'colour', FILE, OTHER, '--color', 'always'),
  view('diff', 'json', FILE, OTHER, '--json'),
  handedOn('diff', 'markdown', FILE, OTHER, '--markdown'),
  view('diff', 'terminal', FILE, OTHER, '--reading'),
  view('diff', 'json', FILE, OTHER, '--reading', '--json'),
  handedOn('diff', 'markdown', FILE, OTHER, '--reading', '--markdown'),
  view('search', 'terminal', 'e', FILE),
  view('search', 'colour', 'e', FILE, '--color', 'always'),
  view('search', 'json', 'e', FILE, '--json'),
  view('stats', 'terminal', FILE, '--full'),
  view('stats', 'colour', FILE, '--color', 'always'),
  view('stats', 'json', FILE, '--json'),
  view('list', 'terminal', FILE),
  view('list', 'colour', FILE, '--color', 'always'),
  view('list', 'json', FILE, '--json'),
  handedOn('doc', 'markdown', FILE),
  handedOn('doc', 'html', FILE, '--format', 'html'),
  handedOn('doc', 'html', FILE, '--format', 'html', '--viewer'),
  view('export', 'raw', FILE, '--to', 'raw', '--side', 'client'),
  view('export', 'raw', FILE, '--to', 'raw', '--side', 'server'),
  handedOn('export', 'json', FILE, '--to', 'jsonl'),
  handedOn('export', 'json', FILE, '--to', 'har'),
  handedOn('export', 'json', FILE, '--to', 'inspector'),
  handedOn('export', 'json', FILE, '--to', 'mcp-cassette'),
  handedOn('export', 'csv', FILE, '--to', 'csv'),
  handedOn('export', 'mermaid', FILE, '--to', 'mermaid'),
  handedOn('export', 'markdown', FILE, '--to', 'markdown'),
  handedOn('export', 'json', FILE, '--to', 'anthropic'),
  handedOn('export', 'json', FILE, '--to', 'openai'),
  handedOn('export', 'json', FILE, '--to', 'gemini'),
  handedOn('redact', 'recording', FILE, '-o', '-'),
  handedOn('redact', 'archive', FILE, '--bundle', '-o', '-'),
  handedOn('redact', 'terminal', FILE, '--scan'),
  handedOn('redact', 'json', FILE, '--scan', '--json'),
];

/** Commands that print no recording by themselves, and the file that tries them, or why none does. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  record: 'text/servers.test.ts',
  tee: 'passes bytes on; its recording is looked at by the others',
  import: 'text/logs.test.ts',
  wrap: 'text/configurations.test.ts',
  unwrap: 'text/configurations.test.ts',
  proxy: 'passes bytes on; its recording is looked at by the others',
  doctor: 'text/servers.test.ts',
  open: 'text/page.test.ts, and in a browser test/browser/open.test.ts',
  hosts: 'prints what is ours',
  serve: 'speaks the protocol',
  replay: 'text/servers.test.ts',
  snapshot: 'text/servers.test.ts',
  asrama: 'speaks the protocol',
  'asrama-service': 'speaks HTTP',
  canary: 'reads captures of hosts; not tried',
  completion: 'prints what is ours',
};

/** Options by which a command prints in another form. */
const FORMS = new Set([
  '--json',
  '--markdown',
  '--sarif',
  '--junit',
  '--raw',
  '--viewer',
  '--cost',
  '--scan',
  '--bundle',
  '--reading',
  '--follow',
  '--sensitive',
  '--only',
  '--to',
  '--format',
  '--as',
]);

/** Forms of commands that no view has, as `command --option value`. */
export function missingViews(): string[] {
  return commands.flatMap(({ name, flags }) => {
    if (ELSEWHERE[name] !== undefined) return [];
    const own = VIEWS.filter(({ command }) => command === name);
    if (own.length === 0) return [name];
    return flags.flatMap(({ spelling, choices }) => {
      const [option = ''] = /--[\w-]+/.exec(spelling) ?? [];
      if (!FORMS.has(option)) return [];
      const isTried = (value?: string) =>
        own.some(({ args }) => {
          const at = args.indexOf(option);
          return at !== -1 && (value === undefined || args[at + 1] === value);
        });
      if (choices === undefined) return isTried() ? [] : [`${name} ${option}`];
      const named = choices.filter((each) => !isTried(each));
      return named
        .filter((each) => each !== 'markdown' || option !== '--format')
        .map((each) => `${name} ${option} ${each}`);
    });
  });
}

/** The arguments of a view for these recordings. */
export function argsOf({ command, args }: View, file: string, other: string = file): string[] {
  return [command, ...args].map((each) => (each === FILE ? file : each === OTHER ? other : each));
}

/** A view in words, for the name of a test. */
export function nameOf({ command, args }: View): string {
  return [command, ...args].join(' ');
}
