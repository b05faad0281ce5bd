import type { ProcessEvent } from '../../model/recording.ts';

/** Why a program could not be started, as Node says it: `spawn npx ENOENT`. undefined when the text has none. */
export function spawnFailure(text: string): ProcessEvent | undefined {
  const [found, code] = /\bspawn [^\n"']{1,300}? (E[A-Z]{3,15})\b/.exec(text.slice(0, 2000)) ?? [];
  if (found === undefined || code === undefined) return undefined;
  return { event: 'spawn-failed', code, text: found };
}

/** `process exited with code 1` in a sentence. undefined when there is none. */
export function exitCode(text: string): number | undefined {
  const [, code] = /exited with (?:exit )?code:? (\d{1,10})\b/i.exec(text.slice(0, 2000)) ?? [];
  return code === undefined ? undefined : Number(code);
}

/** A level between brackets, as loggers name them. */
export function isLevel(word: string): boolean {
  return LEVELS.has(word.toLowerCase());
}

const LEVELS = new Set(
  'trace debug verbose silly http info notice warn warning error fatal critical'.split(' '),
);
