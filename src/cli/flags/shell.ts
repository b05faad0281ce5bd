import type { CommandSpec } from '../command-spec.ts';

/** Commands for the shell that sadap is used from. */
export const shell: readonly CommandSpec[] = [
  {
    name: 'completion',
    operands: '<shell>',
    group: 'shell',
    about: 'print a script by which a shell completes commands, options and hosts',
    examples: [
      ['source <(sadap completion bash)', 'bash, or zsh, until the shell ends'],
      ['sadap completion fish > ~/.config/fish/completions/sadap.fish', 'fish, for good'],
    ],
    flags: [],
  },
];
