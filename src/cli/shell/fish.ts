import type { CommandSpec } from '../command-spec.ts';
import { type ShellOption, shellOptions, takesFiles } from './options.ts';

/** Completion for fish: put it into `~/.config/fish/completions/sadap.fish`. */
export function fishCompletion(commands: readonly CommandSpec[], hosts: readonly string[]): string {
  const first = commands.map(
    ({ name, about }) =>
      `complete -c sadap -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
  );
  const rest = commands.flatMap((spec) => {
    const when = `-n '__fish_seen_subcommand_from ${spec.name}'`;
    const operands = takesFiles(spec) ? [] : [`complete -c sadap ${when} -f`];
    return [...operands, ...shellOptions(spec, hosts).map((option) => optionLine(option, when))];
  });
  return [
    '# fish completion for sadap. Load it with: sadap completion fish | source',
    ...first,
    "complete -c sadap -n __fish_use_subcommand -f -a help -d 'help for a command'",
    "complete -c sadap -n __fish_use_subcommand -f -s h -l help -d 'display help'",
    "complete -c sadap -n __fish_use_subcommand -f -s V -l version -d 'display the version'",
    ...rest,
    '',
  ].join('\n');
}

function optionLine({ names, about, value }: ShellOption, when: string): string {
  const spelled = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  return ['complete -c sadap', when, ...spelled, ...takes(value), `-d ${quoted(about)}`].join(' ');
}

function takes(value: ShellOption['value']): string[] {
  switch (value?.kind) {
    case undefined:
      return ['-f'];
    case 'choices':
      return ['-x', `-a ${quoted(value.choices.join(' '))}`];
    case 'file':
      return ['-r', '-F'];
    case 'folder':
      return ['-x', "-a '(__fish_complete_directories)'"];
    case 'other':
      return ['-x'];
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
