import { SadapError } from '../../errors.ts';
import { maskCommand } from '../../recording/mask-command.ts';
import { createMask } from '../../secrets/mask-text.ts';
import { isSecretName } from '../../secrets/names.ts';
import { Redactor } from '../../secrets/redactor.ts';
import type { RedactionRules } from '../../secrets/rules.ts';

/** Variables that a script may name, and those that the user named first. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly preferred: readonly string[];
}

/** Texts of a script as YAML reads them, and the variables that they name. */
export interface Referring {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/**
 * A command line for a script that lies in a repository: what the header of a recording masks stands
 * there as `${NAME}`, the variable of the environment that holds it now.
 * @param rules what is taken out of the recording beside that, and must not be in the script either
 * @throws SadapError `usage` for a secret that no variable holds.
 */
export function commandInScript(
  argv: readonly string[],
  around: Surroundings,
  rules: RedactionRules | undefined,
): Referring {
  const inText = (text: string) => (rules ? hitsOf(rules, (all) => all.text(text)) : []);
  const secrets = argv.flatMap(inText);
  const masked = maskCommand(
    argv,
    createMask(argv, (secret) => secrets.push(secret)),
  );
  const pieces = argv.map((text) => piecesOf(text, chosen(text, secrets, around)));
  const referring = pieces.map((each) => each.map(referenceOf).join(''));
  const left = maskCommand(referring);
  for (const [nth, text] of referring.entries())
    if (left[nth] !== text || inText(text).length > 0 || endsInDollar(pieces[nth] ?? []))
      refuse(placeOf(masked, nth));
  return { texts: pieces.map((each) => `"${each.map(spelled).join('')}"`), names: namesIn(pieces) };
}

/**
 * The parameters of a call for a script: a text that a variable with the name of a secret holds, or that
 * is a secret and stands in some variable, becomes `${NAME}`.
 * @param rules what is taken out of the recording; with them nothing of it may stay
 * @throws SadapError `usage` for what stays against the rules.
 */
export function paramsInScript(
  json: string,
  around: Surroundings,
  rules: RedactionRules | undefined,
): Referring {
  const secrets = foundIn(json, rules ?? SECRETS);
  const pieces = piecesOf(json, chosen(json, secrets, around, JSON.stringify));
  const text = pieces.map((each) => (typeof each === 'string' ? each : quotedReference(each)));
  if (rules && foundIn(text.join(''), rules).length > 0) refuse('the arguments of a call');
  const escaped = pieces.map((each) =>
    typeof each === 'string' ? escapedDollar(each) : quotedReference(each),
  );
  return { texts: [escaped.join('')], names: namesIn([pieces]) };
}

const SECRETS: RedactionRules = {
  members: new Set(),
  pointers: [],
  patterns: [],
  personal: [],
  secrets: true,
};

/** A value of the environment, to be named where it stands. */
interface Variable {
  readonly name: string;
  readonly value: string;
}

/** A piece of a text as it stands, or a variable in its place. */
type Piece = string | Variable;

function foundIn(json: string, rules: RedactionRules): string[] {
  return hitsOf(rules, (redactor) => redactor.json(Buffer.from(json)));
}

function hitsOf(rules: RedactionRules, run: (redactor: Redactor) => unknown): string[] {
  const redactor = new Redactor(rules);
  run(redactor);
  return redactor.takeHits().map(({ value }) => value);
}

/** Variables whose value stands in the text and is a secret there or by its name; the surest first. */
function chosen(
  text: string,
  secrets: readonly string[],
  { variables, preferred }: Surroundings,
  spell: (value: string) => string = String,
): Variable[] {
  const rank = ({ name }: Variable) => (preferred.includes(name) ? 0 : isSecretName(name) ? 1 : 2);
  return Object.entries(variables)
    .flatMap(([name, value]) => (value && isName(name) ? [{ name, value }] : []))
    .filter(({ value }) => text.includes(spell(value)))
    .filter(
      ({ name, value }) =>
        secrets.some((secret) => value.includes(secret)) ||
        (isSecretName(name) && value.length >= SHORTEST),
    )
    .sort((a, b) => rank(a) - rank(b) || b.value.length - a.value.length)
    .map(({ name, value }) => ({ name, value: spell(value) }));
}

/** A shorter value may be a word that means something else elsewhere. */
const SHORTEST = 8;

/** As a script can name it; two that a shell sets are something else each time. */
function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && name !== '_' && name !== 'OLDPWD';
}

function piecesOf(text: string, variables: readonly Variable[]): Piece[] {
  return variables.reduce<Piece[]>(
    (pieces, variable) =>
      pieces.flatMap((piece) =>
        typeof piece === 'string'
          ? piece
              .split(variable.value)
              .flatMap((each, nth) => (nth === 0 ? [each] : [variable, each]))
          : [piece],
      ),
    [text],
  );
}

function referenceOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : `\${${piece.name}}`;
}

function quotedReference({ name }: Variable): string {
  return `"\${${name}}"`;
}

function spelled(piece: Piece): string {
  return typeof piece === 'string'
    ? escapedDollar(JSON.stringify(piece).slice(1, -1))
    : referenceOf(piece);
}

/** `${` would be taken for a variable. */
function escapedDollar(text: string): string {
  return text.replaceAll('${', '$$${');
}

/** `$` before a reference would make it a text. */
function endsInDollar(pieces: readonly Piece[]): boolean {
  return pieces.slice(0, -1).some((each) => typeof each === 'string' && each.endsWith('$'));
}

function namesIn(pieces: readonly (readonly Piece[])[]): string[] {
  const names = pieces.flat().flatMap((each) => (typeof each === 'string' ? [] : [each.name]));
  return [...new Set(names)];
}

/** The argument as it may be shown, with the option before it. */
function placeOf(masked: readonly string[], nth: number): string {
  const [before = '', own = ''] = [masked[nth - 1], masked[nth]];
  return before.startsWith('-') && !own.startsWith('-') ? `${before} ${own}` : own;
}

function refuse(place: string): never {
  throw new SadapError(
    'usage',
    `script.yaml would hold a secret or personal value in clear text: ${place}`,
    {
      hint: 'export it as a variable, and write "$NAME" in its place: the script then names the variable',
    },
  );
}
