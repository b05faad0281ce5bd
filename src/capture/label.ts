import { basename } from 'node:path';

/** Programs that run another: the name of the server is among what they are given. */
const RUNNERS = new Set(
  'node nodejs bun deno tsx npx npm pnpm yarn bunx uv uvx pipx python python3 py docker podman sh bash env cmd'.split(
    ' ',
  ),
);
/** Words of those programs that stand before the server's name. */
const SUBCOMMANDS = new Set('run exec dlx x tool start'.split(' '));

/** Interpreters, and their options that are followed by a program's text, not by its name. */
const INTERPRETERS = new Set('node nodejs bun deno python python3 py sh bash zsh cmd'.split(' '));
const INLINE_CODE = new Set(['-e', '-c', '-p', '--eval', '--print', '/c']);

/**
 * A short name for a server, from its command: the program, or what a runner is given first.
 * `npx -y @modelcontextprotocol/server-memory` gives `server-memory`.
 */
export function labelOf(command: readonly string[]): string {
  const words = named(command).map(plainName);
  const index = words.findIndex((word, at) => isName(word, command[at] ?? '', at === 0));
  return words[index] ?? words[0] ?? 'server';
}

function named(command: readonly string[]): readonly string[] {
  const inline = command.findIndex((word) => INLINE_CODE.has(word));
  const interpreted = INTERPRETERS.has(plainName(command[0] ?? ''));
  return inline > 0 && interpreted ? command.slice(0, inline) : command;
}

function isName(word: string, spelled: string, first: boolean): boolean {
  if (spelled.startsWith('-') || spelled.includes('=') || word === '') return false;
  if (first) return !RUNNERS.has(word);
  // `env.mjs` is a script, `env` a program that runs another.
  return !RUNNERS.has(spelled) && !SUBCOMMANDS.has(spelled);
}

/** Without folder, extension of a script, npm version, and whatever a file name should not hold. */
function plainName(word: string): string {
  const plain = basename(word.replaceAll('\\', '/'))
    .replace(/\.(?:exe|cmd|bat|[cm]?[jt]s|py|sh)$/i, '')
    .replace(/@[\w.^~-]+$/, '');
  // Letters of all scripts take a third of a millisecond to prepare for, which a host would wait for.
  const safe = /^[\w.-]*$/.test(plain) ? plain : plain.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  return safe.replaceAll(/^-+|-+$/g, '');
}
