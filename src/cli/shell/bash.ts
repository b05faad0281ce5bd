import type { CommandSpec } from '../command-spec.ts';
import { type ShellOption, shellOptions, takesFiles } from './options.ts';

/** Completion for bash 3.2 and newer, without the bash-completion package. */
export function bashCompletion(commands: readonly CommandSpec[], hosts: readonly string[]): string {
  return `# bash completion for sadap. Load it with: source <(sadap completion bash)
_sadap() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= words= files= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == -- ]]; then
      COMPREPLY=($(compgen -f -- "$cur"))
      return
    fi
    [[ -z $command && \${COMP_WORDS[i]} != -* ]] && command=\${COMP_WORDS[i]}
  done
  case $command in
    '') words='${commands.map(({ name }) => name).join(' ')} help --help --version' ;;
    help) words='${commands.map(({ name }) => name).join(' ')}' ;;
${commands.map((spec) => commandCase(spec, hosts)).join('\n')}
    *) files=yes ;;
  esac
  [[ -n $files && $cur != -* ]] && COMPREPLY=($(compgen -f -- "$cur")) && return
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o filenames -o bashdefault -F _sadap sadap
`;
}

function commandCase(spec: CommandSpec, hosts: readonly string[]): string {
  const options = shellOptions(spec, hosts);
  const values = options.flatMap((option) => valueCase(option));
  return `    ${spec.name})
      words='${options.flatMap(({ names }) => names).join(' ')}'
      files=${takesFiles(spec) ? 'yes' : ''}
      case $prev in
${[...values, '        *) ;;'].join('\n')}
      esac ;;`;
}

function valueCase({ names, value }: ShellOption): string[] {
  if (!value) return [];
  const pattern = names.join(' | ');
  if (value.kind === 'choices')
    return [`        ${pattern}) words='${value.choices.join(' ')}' files= ;;`];
  const filter = value.kind === 'folder' ? '-d' : '-f';
  return value.kind === 'other'
    ? [`        ${pattern}) return ;;`]
    : [`        ${pattern}) COMPREPLY=($(compgen ${filter} -- "$cur")); return ;;`];
}
