import type { ServerInfo } from '../model/recording.ts';
import { maskJson } from '../secrets/mask-json.ts';
import { maskOutside } from '../secrets/mask-outside.ts';
import { baseName, isNoKey, isPortOrPath, passwordOptions } from '../secrets/mask-passwords.ts';
import { createMask, type Mask } from '../secrets/mask-text.ts';
import { maskOptionValue, maskRandom, maskUserPassword } from '../secrets/mask-values.ts';
import { isSecretName } from '../secrets/names.ts';
import { aroundPlaceholders, isPlaceholder } from '../secrets/placeholders.ts';
import { settled } from '../secrets/settled.ts';

/**
 * A command line without the secrets that their place or shape gives away: values of options like
 * `--token`, of environment assignments, of headers, passwords and keys in URLs, keys of well-known
 * services. Each becomes `«masked:1»`, equal secrets equal numbers; nothing else changes.
 */
export function maskCommand(argv: readonly string[], mask: Mask = createMask(argv)): string[] {
  return maskWith(argv, mask);
}

/** A URL without password, and without the values of query parameters that name a secret. */
export function maskUrl(url: string): string {
  const mask = createMask([url]);
  return settled(url, (each) => maskOutside(each, mask));
}

/** The command and URL of a server under one numbering, which may be that of more than these. */
export function maskServer(
  server: ServerInfo,
  mask: Mask = createMask(textsOf(server)),
): ServerInfo {
  const { label, command, url } = server;
  return {
    ...server,
    // It is a part of the file's name.
    label: maskOutside(label, mask),
    ...(command && { command: maskWith(command, mask) }),
    ...(url !== undefined && { url: maskOutside(url, mask) }),
  };
}

/** What may hold placeholders already. */
export function textsOf({ label, command = [], url = '' }: ServerInfo): string[] {
  return [label, ...command, url];
}

/** How the value of an option is read: the next argument, or what follows `=`. */
type Expected =
  | 'anything'
  | 'environment'
  | 'key'
  | 'password'
  /** What the name of the option says. */
  | { readonly option: string };

/** What holds of the whole command line. */
interface Context {
  readonly program: string;
  readonly mask: Mask;
  readonly passwordOption: ReturnType<typeof passwordOptions>;
}

function maskWith(argv: readonly string[], mask: Mask): string[] {
  return [...settled(argv, (each) => maskOnce(each, mask))];
}

/** The same list when nothing goes. */
function maskOnce(argv: readonly string[], mask: Mask): readonly string[] {
  const program = baseName(argv[0] ?? '');
  const context: Context = { program, mask, passwordOption: passwordOptions(argv) };
  let expected: Expected = 'anything';
  const masked = argv.map((argument) => {
    const text = maskArgument(argument, expected, context);
    expected = expectedAfter(argument, context);
    return text;
  });
  return masked.every((text, index) => text === argv[index]) ? argv : masked;
}

/** Programs whose `-e` takes code, not an environment variable. */
const EVALUATORS = /^(node|nodejs|bun|deno|tsx|perl|ruby|bash|sh|zsh|sed|grep)\d*(\.\d+)?$/i;
/** Programs whose `-k` is a switch, or an expression. */
const OTHER_K = /^(curl|wget|ssh|sort|pytest|kubectl|kustomize|git|tar|make|df|du|man)$/i;

function expectedAfter(argument: string, { program, passwordOption }: Context): Expected {
  if (argument === '--env' || (argument === '-e' && !EVALUATORS.test(program)))
    return 'environment';
  if (passwordOption(argument)?.value === '') return 'password';
  if (argument === '-k') return OTHER_K.test(program) ? 'anything' : 'key';
  if (!/^--?[A-Za-z]/.test(argument) || /[=\s]/.test(argument)) return 'anything';
  return expectedOf(argument);
}

function expectedOf(option: string): Expected {
  return /^--?key$/i.test(option) ? 'key' : { option };
}

function maskArgument(argument: string, expected: Expected, context: Context): string {
  const { program, mask, passwordOption } = context;
  const masked = maskValue(argument, expected, mask);
  if (masked !== undefined) return masked;
  const attached = passwordOption(argument);
  if (attached?.value && !isPortOrPath(attached.value) && !argument.startsWith('--'))
    return attached.flag + mask(attached.value);
  const isEnvironment = expected === 'environment' || program === 'env';
  return (
    (isEnvironment ? maskVariable(argument, mask) : undefined) ??
    maskInlineVariable(argument, program, mask) ??
    maskInlineValue(argument, mask) ??
    maskOutside(maskJson(argument, mask), mask)
  );
}

/** The value of an option, when what is expected there says how to read it. */
function maskValue(value: string, expected: Expected, mask: Mask): string | undefined {
  if (typeof expected === 'object') {
    // A secret may start with a dash by chance.
    const mayBeSecret = isSecretName(expected.option) ? !isOption(value) : !value.startsWith('-');
    return mayBeSecret ? maskOptionValue(expected.option, value, mask) : undefined;
  }
  if (value.startsWith('-')) return undefined;
  if (expected === 'key') return isNoKey(value) ? maskRandom(value, mask) : mask(value);
  if (expected === 'password') return isPortOrPath(value) ? undefined : mask(value);
  return undefined;
}

/** `--auth=user:password`, `-uuser:password`: all of it, whatever is in it. */
function maskInlineValue(argument: string, mask: Mask): string | undefined {
  const [, attached] = /^-u([\w.@-]+:.+)$/s.exec(argument) ?? [];
  if (attached !== undefined) return `-u${maskUserPassword(attached, mask) ?? attached}`;
  const [, option, value] = /^(--?[A-Za-z][\w.-]*)=(.+)$/s.exec(argument) ?? [];
  if (option === undefined || value === undefined) return undefined;
  const masked = maskValue(value, expectedOf(option), mask);
  return masked === undefined ? undefined : `${option}=${masked}`;
}

/** A secret may start with a dash by chance; one as long as that is no option. What was masked has no length. */
function isOption(argument: string): boolean {
  return argument.startsWith('--') || (argument.startsWith('-') && lengthOf(argument) < 12);
}

function lengthOf(argument: string): number {
  return aroundPlaceholders(argument)
    .filter((piece) => !isPlaceholder(piece))
    .join('').length;
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
