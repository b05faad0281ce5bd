import type { CommandSpec, Flag } from '../command-spec.ts';

/** The manual page `sadap(1)`, in the man macros of roff. Deterministic: it carries no date. */
export function manPage(commands: readonly CommandSpec[], version: string): string {
  return [
    `.TH SADAP 1 "" "sadap ${version}" "User Commands"`,
    '.SH NAME',
    'sadap \\- record what an MCP host and server say, and show what the model reads of it',
    '.SH SYNOPSIS',
    '.B sadap',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    roff(
      'Data goes to standard output, messages to standard error. Commands that read take a file, - for standard input, or nothing for the newest recording. After the command line of a server, or after --, no argument is taken as an option of sadap.',
    ),
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([code, says]) => ['.TP', `.B ${code}`, roff(says)]),
    '.SH ENVIRONMENT',
    ...VARIABLES.flatMap(([name, says]) => ['.TP', `.B ${name}`, roff(says)]),
    '',
  ].join('\n');
}

const EXITS: readonly (readonly [string, string])[] = [
  ['0', 'fine'],
  ['1', 'something was found, differs, or a call failed; nothing matches what was searched for'],
  ['2', 'wrong usage, or input that cannot be read'],
  ['70', 'a bug in sadap; a stack is printed'],
  ['126, 127', "the server's command cannot be executed, or does not exist"],
];

const VARIABLES: readonly (readonly [string, string])[] = [
  ['SADAP_DIR', 'folder of the recordings, unless --dir names one'],
  ['COLUMNS', 'columns to fill in a pipe, unless --width names them'],
  ['NO_COLOR, FORCE_COLOR', 'no colour, or colour in any case; --color is stronger'],
];

function commandLines({
  name,
  operands,
  about,
  examples,
  flags,
  columns = [],
}: CommandSpec): string[] {
  return [
    `.SH ${roff(`sadap ${name}`).toUpperCase()}`,
    `.B sadap ${roff(name)}`,
    roff(`[options] ${operands}`.trim()),
    '.PP',
    roff(`${about.charAt(0).toUpperCase()}${about.slice(1)}.`),
    ...flags.flatMap((flag) => ['.TP', `.B ${roff(flag.spelling)}`, roff(meaning(flag))]),
    ...(columns.length === 0 ? [] : ['.PP', 'Columns:']),
    ...columns.flatMap(([title, says]) => ['.TP', `.B ${roff(title)}`, roff(says)]),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:']),
    ...examples.flatMap(([example, says]) => ['.TP', `.B ${roff(example)}`, roff(says)]),
  ];
}

function meaning({ about, choices, fallback, many }: Flag): string {
  const details = [
    ...(choices ? [choices.join(', ')] : []),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
    ...(many ? ['may be given several times'] : []),
  ];
  return details.length === 0 ? about : `${about} (${details.join('; ')})`;
}

/** Text that roff does not take for its own: backslashes, hyphens, and a dot or quote that starts a line. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
