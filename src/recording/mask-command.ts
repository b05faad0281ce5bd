import type { ServerInfo } from '../model/recording.ts';
import { createMask, type Mask, maskCredentials, maskText } from './mask-text.ts';
import { isDoubtfulName, isSecretName } from './secret-names.ts';

/**
 * A command line without the secrets that their place or shape gives away: values of options like
 * `--token`, of environment assignments, of headers, passwords and keys in URLs, keys of well-known
 * services. Each becomes `«masked:1»`, equal secrets equal numbers; nothing else changes.
 */
export function maskCommand(argv: readonly string[]): string[] {
  return maskWith(argv, createMask(argv));
}

/** A URL without password, and without the values of query parameters that name a secret. */
export function maskUrl(url: string): string {
  return maskText(url, createMask([url]));
}

/** The command and URL of a server under one numbering. */
export function maskServer(server: ServerInfo): ServerInfo {
  const { command, url } = server;
  const mask = createMask([...(command ?? []), url ?? '']);
  return {
    ...server,
    ...(command && { command: maskWith(command, mask) }),
    ...(url !== undefined && { url: maskText(url, mask) }),
  };
}

/** How the argument after an option is read. */
type Expected = 'anything' | 'secret' | 'doubtful' | 'environment' | 'user';

function maskWith(argv: readonly string[], mask: Mask): string[] {
  const program = baseName(argv[0] ?? '');
  let expected: Expected = 'anything';
  return argv.map((argument) => {
    const masked = maskArgument(argument, expected, program, mask);
    expected = expectedAfter(argument, program);
    return masked;
  });
}

function baseName(path: string): string {
  return path.replace(/^.*[\\/]/s, '').replace(/\.exe$/i, '');
}

/** Programs whose `-e` takes code, not an environment variable. */
const EVALUATORS = /^(node|nodejs|bun|deno|tsx|perl|ruby|bash|sh|zsh|sed|grep)\d*(\.\d+)?$/i;

function expectedAfter(argument: string, program: string): Expected {
  if (argument === '--env' || (argument === '-e' && !EVALUATORS.test(program)))
    return 'environment';
  if (argument === '-u' || argument === '--user') return 'user';
  if (!/^--?[A-Za-z]/.test(argument) || /[=\s]/.test(argument)) return 'anything';
  if (isSecretName(argument)) return 'secret';
  return isDoubtfulName(argument) ? 'doubtful' : 'anything';
}

function maskArgument(argument: string, expected: Expected, program: string, mask: Mask): string {
  if (expected === 'secret' && !isOption(argument)) return maskCredentials(argument, mask);
  if (expected === 'doubtful' && looksRandom(argument)) return mask(argument);
  if (expected === 'user') return maskUser(argument, mask);
  const isEnvironment = expected === 'environment' || program === 'env';
  return (
    (isEnvironment ? maskVariable(argument, mask) : undefined) ??
    maskInlineVariable(argument, program, mask) ??
    maskText(argument, mask)
  );
}

/** A secret may start with a dash by chance; one as long as that is no option. */
function isOption(argument: string): boolean {
  return argument.startsWith('--') || (argument.startsWith('-') && argument.length < 12);
}

/** Long, without a path or extension, letters and digits mixed: no word that somebody typed. */
function looksRandom(text: string): boolean {
  return /^[\w+=~-]{16,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** `name:password`, as curl takes it; `1000:1000` is a user and a group. */
function maskUser(argument: string, mask: Mask): string {
  const [, name, password] = /^([^:«]+):(.+)$/s.exec(argument) ?? [];
  if (name === undefined || password === undefined || /^\d+$/.test(password))
    return maskText(argument, mask);
  return `${name}:${mask(password)}`;
}

/** `KEY=value`: values of the environment are never stored, whatever their name. */
function maskVariable(argument: string, mask: Mask): string | undefined {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(argument) ?? [];
  return name === undefined || value === undefined ? undefined : `${name}=${mask(value)}`;
}

/** `--env=KEY=value` and `-eKEY=value`. */
function maskInlineVariable(argument: string, program: string, mask: Mask): string | undefined {
  const [, option, variable] = /^(--env=|-e)([A-Za-z_]\w*=.*)$/s.exec(argument) ?? [];
  if (option === undefined || variable === undefined) return undefined;
  if (option === '-e' && EVALUATORS.test(program)) return undefined;
  const masked = maskVariable(variable, mask);
  return masked && option + masked;
}
