import { type CommandSpec, commands, type Flag } from '../../src/cli/flags.ts';

/** The page docs/reference/commands.md, made from the command surface. */
export function commandsReference(): string {
  return `${[INTRODUCTION, ...commands.map(section), EXIT_CODES].join('\n\n')}\n`;
}

const INTRODUCTION = `# Commands

Data goes to standard output, messages to standard error. Commands that read take a FILE, \`-\` for
standard input, or nothing for the newest recording of the folder. Recordings go to the file of \`-o\`;
else to the folder of \`--dir\` or \`SADAP_DIR\`; else to \`./recordings\` when it exists; else to the user's
state folder. After the name of a server's command, or after \`--\`, no argument is taken as ours;
where one is spelled as an option of the command, a line on standard error says that it went to the server. With
\`--\` before the command nothing is said.

Colour follows \`--color\`, \`NO_COLOR\`, \`FORCE_COLOR\`, \`TERM=dumb\`, and whether the output is a terminal.

Text fills the columns of \`--width\`; else those of the terminal; else as many as \`COLUMNS\` says; else those of
the terminal that standard error goes to, as in \`sadap show | less\`; else 100. Lists that go into a pipe are
not cut unless \`--width\` asks for it.`;

const EXIT_CODES = `## Exit codes

| code | meaning |
|---|---|
| 0 | fine |
| 1 | something was found, differs, or a call failed |
| 2 | wrong usage, or input that cannot be read |
| 70 | a bug in sadap; a stack is printed |
| 126, 127 | the server's command cannot be executed, or does not exist |
| 130, 129, 143 | stopped by Ctrl-C, SIGHUP, SIGTERM |

\`record\` returns the server's own code when the server died before it answered the opening. \`tee\` returns
the server's code always.

\`search\` exits with 1 when nothing is found, and \`show\` when the recording has nothing of what \`--seq\` or
\`-m\` asks for; standard error says so. That \`show --errors\` has nothing to show is no failure.

Of several files, those that can be read are answered for; each of the others is told in one line on standard
error. Then \`check\`, \`search\` and \`stats\` exit 2; \`list\` exits 2 when one is named, 1 when it lies in a folder that is listed.`;

function section(spec: CommandSpec): string {
  const usage = `sadap ${spec.name} ${['[options]', spec.operands].join(' ')}`.trim();
  const about = `${spec.about.slice(0, 1).toUpperCase()}${spec.about.slice(1)}.`;
  const width = Math.max(...spec.examples.map(([example]) => example.length));
  const examples = spec.examples.map(([example, says]) => `${example.padEnd(width)}  # ${says}`);
  return [
    `## ${spec.name}`,
    about,
    `\`\`\`\n${[usage, '', ...examples].join('\n')}\n\`\`\``,
    table(spec.flags),
    columnTable(spec.columns ?? []),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function table(flags: readonly Flag[]): string {
  if (flags.length === 0) return '';
  const rows = flags.map((flag) => `| \`${flag.spelling}\` | ${meaning(flag)} |`);
  return ['| option | meaning |', '|---|---|', ...rows].join('\n');
}

function columnTable(columns: NonNullable<CommandSpec['columns']>): string {
  if (columns.length === 0) return '';
  const rows = columns.map(([title, says]) => `| ${title} | ${says} |`);
  return ['| column | meaning |', '|---|---|', ...rows].join('\n');
}

function meaning({ about, choices, fallback, many }: Flag): string {
  const details = [
    ...(choices ? [choices.map((each) => `\`${each}\``).join(', ')] : []),
    ...(fallback === undefined ? [] : [`default \`${fallback}\``]),
    ...(many ? ['may be given several times'] : []),
  ];
  const text = about.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  return details.length === 0 ? text : `${text} (${details.join('; ')})`;
}
