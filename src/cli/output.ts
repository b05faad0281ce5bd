import { SadapError } from '../errors.ts';
import type { ColourLevel } from '../view/terminal/colour.ts';
import { colourLevel } from '../view/terminal/colour.ts';
import { escapeJsonLine } from '../view/terminal/escape.ts';
import { columnsOf } from './columns.ts';
import type { Options } from './program.ts';
import { textOption, wholeNumber } from './values.ts';

/** How text for standard output is to look. */
export function looks(options: Options): { width: number; colour: ColourLevel } {
  const wanted = textOption(options, 'width');
  const flag = textOption(options, 'color');
  if (flag !== undefined && flag !== 'auto' && flag !== 'always' && flag !== 'never')
    throw new SadapError('usage', '--color is auto, always or never');
  return {
    width: wanted === undefined ? columnsOf(process) : wholeNumber('--width', wanted, 1, 10_000),
    colour: colourLevel({ flag, env: process.env, isTTY: process.stdout.isTTY === true }),
  };
}

/**
 * Writes lines to standard output as fast as its reader takes them, so that memory stays flat, and
 * stops making lines when the reader has gone (`| head`): false.
 */
export async function printLines(lines: Iterable<string>): Promise<boolean> {
  let batch = '';
  for (const line of lines) {
    batch += `${escapeJsonLine(line)}\n`;
    if (batch.length < 32_768) continue;
    if (!(await printed(batch))) return false;
    batch = '';
  }
  return printed(batch);
}

/** Node keeps no sign of a failed write on standard output, so it is noted here. */
let readerGone = false;
process.stdout.on('error', () => {
  readerGone = true;
});

/** Writes bytes or text to standard output; false when its reader has gone. */
export async function printed(chunk: string | Buffer): Promise<boolean> {
  const { stdout } = process;
  if (readerGone) return false;
  if (chunk.length === 0) return true;
  // Writes to a pipe are synchronous, the news that its reader has gone is not: let it arrive.
  if (stdout.write(chunk)) await new Promise(setImmediate);
  else await drained(stdout);
  return !readerGone;
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ['drain', 'close', 'error']) stream.off(event, done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error']) stream.on(event, done);
  });
}
