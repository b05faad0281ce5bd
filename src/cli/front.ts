import { fstatSync } from 'node:fs';
import { EXIT } from '../errors.ts';
import { splitCommandLine } from './command-line.ts';
import { tee } from './flags/tee.ts';
import { plainOptions } from './plain-options.ts';
import { printReady, readyText } from './ready-text.ts';

/**
 * Runs a command line. What is waited for most often goes a short way, without the parser and the table of all
 * commands: a server in a host's configuration, and the texts of help, which the build has made already. Everything
 * else, and everything that is wrong, is for `runProgram`.
 *
 * @param guardOutput is called before `process.stdout` or `process.stderr` are used
 * @returns the exit status
 */
export async function front(args: readonly string[], guardOutput: () => void): Promise<number> {
  if (args[0] === 'tee') {
    const { own, command, isMarked } = splitCommandLine(args.slice(1), tee);
    const options = command.length > 0 ? plainOptions(tee, own) : undefined;
    // Of options that may have been meant for us, `runProgram` tells.
    const isClear = isMarked || !command.some((arg) => arg.startsWith('--'));
    if (options && isClear) {
      // It has an output of its own where that is a pipe.
      const isFresh = isPipe(1);
      if (!isFresh) guardOutput();
      const { run } = await import('./commands/tee.ts');
      return run({ operands: [], options, command, ...(isFresh && { isFresh }) });
    }
  }
  const text = readyText(args);
  if (text !== undefined) {
    printReady(text, guardOutput);
    return EXIT.ok;
  }
  guardOutput();
  return (await import('./program.ts')).runProgram(args);
}

function isPipe(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFIFO() || found.isSocket();
  } catch {
    // Nobody gave us this one.
    return false;
  }
}
