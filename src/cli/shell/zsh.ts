import type { CommandSpec } from '../command-spec.ts';
import { type ShellOption, shellOptions, takesFiles } from './options.ts';

/** Completion for zsh: put it as `_sadap` into a folder of `$fpath`, or source it after `compinit`. */
export function zshCompletion(commands: readonly CommandSpec[], hosts: readonly string[]): string {
  return `#compdef sadap
# zsh completion for sadap. Load it with: source <(sadap completion zsh)
_sadap() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about.replaceAll(':', '\\:')}`)}`).join('\n')}
    'help:help for a command'
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _arguments '(- *)'{-h,--help}'[display help]' '(- *)'{-V,--version}'[display the version]'
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map((spec) => commandCase(spec, hosts)).join('\n')}
    help) _describe -t commands command commands ;;
    *) _files ;;
  esac
}
(( $+functions[compdef] )) && compdef _sadap sadap
`;
}

function commandCase(spec: CommandSpec, hosts: readonly string[]): string {
  const options = shellOptions(spec, hosts).map((option) => `        ${argumentOf(option)}`);
  const operands = takesFiles(spec) ? ["        '*:file:_files'"] : [];
  return `    ${spec.name})
      _arguments -S \\
${[...options, ...operands].join(' \\\n')} ;;`;
}

/** `{-o,--output}'[about]:file:_files'`. */
function argumentOf({ names, about, value }: ShellOption): string {
  const text = `[${about.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  const after = value === undefined ? '' : `:value:${actionOf(value)}`;
  const [first = ''] = names;
  if (names.length === 1) return quoted(`*${first}${text}${after}`);
  return `'*'{${names.join(',')}}${quoted(text + after)}`;
}

function actionOf(value: NonNullable<ShellOption['value']>): string {
  switch (value.kind) {
    case 'choices':
      return `(${value.choices.join(' ')})`;
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'other':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
