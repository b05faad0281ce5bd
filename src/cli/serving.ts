import { existsSync } from 'node:fs';
import { SadapError } from '../errors.ts';
import { readFault, readFaultFile } from '../replay/as-server/fault-file.ts';
import type { Fault } from '../replay/as-server/faults.ts';
import type { PlayerOptions } from '../replay/as-server/player.ts';
import { ignoredPointers } from './comparing.ts';
import type { Invocation, Options } from './program.ts';
import { recordingPath } from './source.ts';
import { listOption, textOption } from './values.ts';

interface Out {
  readonly path?: string;
  readonly dir?: string;
  readonly force?: boolean;
}

/** What `sadap serve` is to do. */
export interface Serving {
  /** Several are recordings of one session. */
  readonly files: readonly string[];
  readonly match: Omit<PlayerOptions, 'transport' | 'faults'>;
  /** The real server; empty when there is none. */
  readonly command: readonly string[];
  /** Where what the real server adds goes; undefined: nowhere. */
  readonly out: Out | undefined;
  /** Set when nothing is played, and all is recorded. */
  readonly recordTo: Out | undefined;
}

/** @throws SadapError `usage`, `recording-missing` when none is named and there is none. */
export function servingOf({ operands, options, command }: Invocation): Serving {
  const mode = textOption(options, 'mode') ?? 'none';
  const onMiss = textOption(options, 'onMiss');
  if (operands.includes('-') && textOption(options, 'listen') === undefined)
    throw new SadapError('usage', 'standard input is the client’s; the recording wants a file', {
      hint: 'write it to a file first, or serve over HTTP with --listen',
    });
  const recordTo = recordingTo(mode, operands, options);
  const forwards = mode === 'new' || onMiss === 'forward';
  demandCommand({ wanted: forwards || mode === 'all' || recordTo !== undefined, mode, command });
  if (mode === 'new' && textOption(options, 'listen') !== undefined)
    throw new SadapError('usage', '--mode new records on stdio only', {
      hint: 'over HTTP, misses can go on unrecorded: --on-miss forward',
    });
  return {
    files: recordTo ? [] : operands.length > 1 ? operands : [recordingPath(operands, options)],
    match: {
      ignore: ignoredPointers(options),
      repeat: textOption(options, 'repeat') === 'last' ? 'last' : 'miss',
      onMiss: forwards ? 'forward' : onMiss === 'empty' ? 'empty' : 'error',
      timing: timingOf(textOption(options, 'timing') ?? 'none'),
    },
    command,
    out: mode === 'new' ? outOf(options) : undefined,
    recordTo,
  };
}

/** Those of the command line come first. */
export async function faultsOf(options: Options): Promise<readonly Fault[]> {
  const given = await Promise.all(listOption(options, 'fault').map(readFault));
  const files = await Promise.all(listOption(options, 'faults').map(readFaultFile));
  return [...given, ...files.flat()];
}

/** Standard input and output, or an address. */
export function placeOf(options: Options) {
  const listen = textOption(options, 'listen');
  return listen === undefined
    ? { input: process.stdin, output: process.stdout }
    : { listen, allowHosts: listOption(options, 'allowHost') };
}

/** `all`: always; `once`: when there is no recording yet, and then to its place. */
function recordingTo(mode: string, operands: readonly string[], options: Options): Out | undefined {
  const [file] = operands;
  const isOnce = mode === 'once' && file !== undefined && !existsSync(file);
  if (mode === 'once' && file === undefined)
    throw new SadapError('usage', '--mode once wants the FILE to play, or to record to', {
      hint: 'sadap serve --mode once run.ndjson -- node server.js',
    });
  if (mode !== 'all' && !isOnce) return undefined;
  if (textOption(options, 'listen') !== undefined)
    throw new SadapError('usage', `--mode ${mode} records on stdio only`, {
      hint: 'record a server over HTTP with: sadap proxy --upstream URL',
    });
  return isOnce ? { path: file } : outOf(options);
}

function demandCommand({
  wanted,
  mode,
  command,
}: {
  readonly wanted: boolean;
  readonly mode: string;
  readonly command: readonly string[];
}): void {
  if (wanted && command.length === 0)
    throw new SadapError('usage', 'there is no real server to go on to', {
      hint: 'give its command at the end: -- node server.js',
    });
  if (!wanted && mode === 'none' && command.length > 0)
    throw new SadapError('usage', 'the command of a real server is given, but nothing goes there', {
      hint: 'add --on-miss forward, or --mode once, new or all',
    });
}

function outOf(options: Options): Out {
  const [path, dir] = [textOption(options, 'output'), textOption(options, 'dir')];
  return {
    ...(path !== undefined && { path }),
    ...(dir !== undefined && { dir }),
    force: options['force'] === true,
  };
}

/** Times the recorded pauses. */
function timingOf(text: string): number {
  if (text === 'none') return 0;
  if (text === 'recorded') return 1;
  const factor = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && factor <= 1000) return factor;
  throw new SadapError('usage', `--timing wants none, recorded or a factor, not "${text}"`, {
    hint: '0.5 is twice as fast, 2 twice as slow',
  });
}
