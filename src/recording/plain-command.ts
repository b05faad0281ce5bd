/**
 * Is there nothing in these arguments that `maskServer` could take out? It says so of command lines as most are in
 * hosts' configurations: a program, a package, a folder. What is not as plain is for `maskServer` to look at, which
 * takes milliseconds to load and to run, and a host that starts a server would wait for them.
 */
export function isPlainCommand(argv: readonly string[]): boolean {
  return argv.every((argument) =>
    argument.startsWith('-') ? OPTIONS.has(argument) : isPlain(argument),
  );
}

/** Options whose value, if they have one, is no secret's by its name. */
const OPTIONS = new Set(
  '-- -y --yes -q --quiet -m -i --rm --init --stdio --from --directory --project'.split(' '),
);

function isPlain(argument: string): boolean {
  return (
    // Nothing that separates a name from a value, and no `@` in the middle: that may be an address.
    /^@?[\w./-]{0,200}$/.test(argument) &&
    // Numbers of persons, accounts and cards have more digits.
    (argument.match(/\d/g)?.length ?? 0) <= 7 &&
    !SIGNS.test(argument) &&
    (argument.match(/[\w-]+/g) ?? []).every(isPlainWord) &&
    (argument.match(/[\w/-]{16,}/g) ?? []).every(isNoBase64)
  );
}

/** What begins keys that may be short, or that have nothing but small letters, hyphens and dots. */
const SIGNS =
  /ey[JI]|slack|whsec_|sntry|fm[12]|SG\.|ya29|atlasv1|\b(?:xox|xapp|pypi|gl[a-z]+[-_]|hv[bsr]\.|dp\.|tskey|tvly)/;

/** Keys and account numbers are longer, or have digits and capitals. */
function isPlainWord(word: string): boolean {
  if (word.length <= 14 || /^[a-z_-]{1,17}$/.test(word)) return true;
  return word.length <= 48 && /^[a-z]{1,20}(?:-[a-z]{1,20})*$/.test(word);
}

/**
 * Base64 of a text begins with a letter up to `f`, or, with the first byte of a longer character, with one from `w`
 * on or a digit. The slash of an absolute path begins no text at all.
 */
function isNoBase64(run: string): boolean {
  return /^[g-v/_-]/.test(run);
}
