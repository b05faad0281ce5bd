/** Programs that take a password by a short option, and which. */
const TAKERS: readonly (readonly [program: RegExp, options: RegExp])[] = [
  [/^(mysql\w*|mariadb\w*|mycli)$/i, /^(-p)(.*)$/s],
  [/^(mongo\w*|sshpass|docker|podman|nerdctl|helm|oras|clickhouse-client)$/i, /^(-p)(.*)$/s],
  [/^(redis-cli|valkey-cli)$/i, /^(-a)(.*)$/s],
  [/^(sqlcmd|bcp)$/i, /^(-P)(.*)$/s],
  [/^ldap\w+$/i, /^(-w)(.*)$/s],
];
/** Of these only their login takes one; `-p` of `docker run` is a port. */
const BY_LOGIN = /^(docker|podman|nerdctl|helm|oras)$/i;

const USER_OPTION = /^(-u|-U|--user(name)?|--login)(=|$)/;

/**
 * Short options whose value is a password here: those of a program that is known to take one, and `-p`
 * beside an option for the user. Alone, `-p` is a port, a profile, a project or a package.
 */
export function passwordOptions(
  argv: readonly string[],
): (argument: string) => Attached | undefined {
  const names = argv.map(baseName);
  const isLogin = names.includes('login');
  const known = TAKERS.flatMap(([program, option]) =>
    names.some((name) => program.test(name) && (isLogin || !BY_LOGIN.test(name))) ? [option] : [],
  );
  const hasUser = argv.some((each) => USER_OPTION.test(each));
  return (argument) => {
    for (const option of known) {
      const [, flag, value] = option.exec(argument) ?? [];
      if (flag !== undefined && value !== undefined) return { flag, value };
    }
    return hasUser && argument === '-p' ? { flag: '-p', value: '' } : undefined;
  };
}

/** `-p` with its value in the same argument, or with none: then it is the next one. */
export interface Attached {
  readonly flag: string;
  readonly value: string;
}

/** The program's name without its folder. */
export function baseName(path: string): string {
  return path.replace(/^.*[\\/]/s, '').replace(/\.exe$/i, '');
}

/** What stands behind `-p` and is no password: a number, ports, a path. */
export function isPortOrPath(value: string): boolean {
  return /^[\d.:,-]+(\/(tcp|udp))?$/.test(value) || isPlace(value);
}

/** What stands behind `-k` or `--key` and is no key: a place, a switch, a word of configuration. */
export function isNoKey(value: string): boolean {
  return (
    value.length < 6 ||
    /[\s=,:]/.test(value) ||
    /^\d+$/.test(value) ||
    isPlace(value) ||
    isWord(value)
  );
}

/**
 * What stands behind `password =` or `token:` and is none: a word of configuration or of a type, a
 * place that is filled in later, an address, a date or a version.
 */
export function isNoPassword(value: string): boolean {
  return (
    isWord(value) ||
    TYPES.test(value) ||
    /^(?:<.*>?|\.{3}|…|\{\{.*|\$\{.*|%\w+%)$/s.test(value) ||
    /^[a-z][\w+.-]{0,30}:\/\//i.test(value) ||
    /^(?:~|\.{0,2})\/[\w.]+\//.test(value) ||
    /^\d{4}-\d\d-\d\d(?:[T ]|$)|^v?\d+\.\d/.test(value)
  );
}

/** `sha256`, `Uint8Array`, `oauth2`: letters and a number, and no password. */
const TYPES =
  /^(?:u?int|float|base|utf|sha|md|hmac|aes|rsa|ecdsa|ed|oauth|[eh]s|rs)[-_]?\d+[-_]?[a-z]*$/i;

/** What a program works out: a call, a subscript, a member of what is always a name. Never quoted. */
export function isExpression(value: string): boolean {
  return EXPRESSION.test(value);
}

const EXPRESSION =
  /^(?:[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,60}){0,9}[([{]|(?:process|os|env|config|cfg|self|this|settings|options|opts|args|req|request|import)\.[A-Za-z_]|[([{]|\$[({]|\$[A-Za-z_]\w*->|&[a-z]\w*$)/;

/** Eight characters or more, letters together with digits or signs: nobody's word for something else. */
export function looksTyped(value: string): boolean {
  return (
    value.length >= 8 &&
    !/\s/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /[\d!@#$%^&*+?~]/.test(value)
  );
}

/** What may be the whole value of a setting: no number that counts something, no chain of members. */
export function isSetting(value: string): boolean {
  return (
    value.length >= 4 &&
    !/^[\d.,]{1,5}$/.test(value) &&
    !/^[A-Za-z_]+(?:\.[A-Za-z_]+)+$/.test(value)
  );
}

function isPlace(value: string): boolean {
  return /[\\/]/.test(value) || /\.[a-z]\w{0,5}$/i.test(value);
}

function isWord(value: string): boolean {
  return WORDS.has(value.toLowerCase());
}

const WORDS = new Set(
  'default enable enabled disable disabled required optional random ed25519 prompt ascending descending primary secondary username string number boolean integer object array text null none nil undefined true false await new typeof yes no auto missing invalid expired empty unknown'.split(
    ' ',
  ),
);
