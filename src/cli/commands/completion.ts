import { EXIT, SadapError } from '../../errors.ts';
import { profileIds } from '../../reading/profiles.ts';
import { commands } from '../flags.ts';
import { printed } from '../output.ts';
import type { Run } from '../program.ts';
import { bashCompletion } from '../shell/bash.ts';
import { fishCompletion } from '../shell/fish.ts';
import { zshCompletion } from '../shell/zsh.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `sadap completion SHELL`: a script that completes commands, options, hosts and files. */
export const run: Run = async ({ operands: [shell = ''] }) => {
  if (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish')
    throw new SadapError('usage', `no completion for "${shell}"`, { hint: 'bash, zsh or fish' });
  await printed(SHELLS[shell](commands, profileIds()));
  return EXIT.ok;
};
