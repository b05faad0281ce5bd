import { replaceBase64, replaceCredentials, throughEscapes } from './encoded.ts';
import { KEY_SHAPES, MAY_HOLD_KEY } from './keys.ts';
import { type Mask, type MaskPlace, maskText } from './mask-text.ts';
import { replaceMembers } from './members.ts';
import { isSecretName } from './names.ts';
import { personalValues } from './personal.ts';
import { isHarmless, outsidePlaceholders, plainly } from './placeholders.ts';
import { replacePlaces } from './replace-places.ts';
import { isSecretMember, type RedactionRules } from './rules.ts';

/** Takes a value out: says under which rule and name, and gets what stands there instead. */
export type TakeOut = (value: string, rule: string, name: string) => string;

/**
 * A text without what the rules name: the user's patterns, keys and personal values by shape, members of
 * JSON that is broken or cut, what its place gives away (URLs, headers, `name=value`), and all that behind
 * the escapes of JSON and URLs, and in base64.
 */
export function redactText(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  if (rules.patterns.length === 0 && isQuiet(text)) return text;
  const plain = plainTexts(rules);
  if (plain.has(text)) return text;
  let isPlain = true;
  const redacted = redactPlain(
    text,
    rules,
    (value, rule, name) => {
      isPlain = false;
      return takeOut(value, rule, name);
    },
    DEEPEST,
  );
  if (isPlain && text.length <= LONGEST_KNOWN) plain.add(text);
  return redacted;
}

/** Words of letters alone, none of them as long as a key. */
function isQuiet(text: string): boolean {
  return /^[A-Za-z_ .,()]*$/.test(text) && !/[A-Za-z_]{16}|bearer/i.test(text);
}

/** Texts in which nothing is found, by the rules: keys and short values come again and again. */
const PLAIN = new WeakMap<RedactionRules, Set<string>>();
const LONGEST_KNOWN = 100;
const MOST_KNOWN = 20_000;

function plainTexts(rules: RedactionRules): Set<string> {
  const known = PLAIN.get(rules);
  if (known && known.size < MOST_KNOWN) return known;
  const none = new Set<string>();
  PLAIN.set(rules, none);
  return none;
}

/** Escapes within escapes: deeper than anybody writes on purpose. */
const DEEPEST = 2;

function redactPlain(
  text: string,
  rules: RedactionRules,
  takeOut: TakeOut,
  levels: number,
): string {
  const members = redactMembers(redactShapes(text, rules, takeOut), rules, takeOut);
  const placed = rules.secrets ? maskText(members, byPlace(takeOut)) : members;
  if (levels === 0) return placed;
  const below = (plain: string) => redactPlain(plain, rules, takeOut, levels - 1);
  return redactBase64(throughEscapes(placed, below), rules, takeOut, levels - 1);
}

function byPlace(takeOut: TakeOut): Mask {
  return (secret, place = 'other') =>
    isHarmless(secret) ? secret : takeOut(secret, `secret:${RULE_OF_PLACE[place]}`, 'secret');
}

/** Places that surely hold a secret have a name of their own. */
const RULE_OF_PLACE: { readonly [P in MaskPlace]: string } = {
  url: 'url',
  bearer: 'bearer',
  other: 'by-place',
};

function redactBase64(
  text: string,
  rules: RedactionRules,
  takeOut: TakeOut,
  levels: number,
): string {
  const isFoundIn = (plain: string) => {
    let isFound = false;
    const note = () => {
      isFound = true;
      return '«masked:1»';
    };
    redactPlain(plain, rules, note, levels);
    return isFound;
  };
  return outsidePlaceholders(text, (piece) =>
    replaceBase64(piece, isFoundIn, (found) => takeOut(found, 'secret:base64', 'base64')),
  );
}

/** Step by step: what one of them put there is nothing for the next. */
function redactShapes(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  let here = text;
  const step = (by: (piece: string) => string) => {
    here = outsidePlaceholders(here, by);
  };
  for (const { name, shape } of rules.patterns)
    step((piece) =>
      piece.replaceAll(shape, (found) =>
        found === '' ? found : takeOut(found, `pattern:${name}`, name),
      ),
    );
  if (rules.secrets && MAY_HOLD_KEY.test(here))
    for (const { name, shape } of KEY_SHAPES)
      step((piece) => piece.replaceAll(shape, (found) => takeOut(found, `secret:${name}`, name)));
  if (rules.secrets)
    step((piece) => replaceCredentials(piece, (found) => takeOut(found, 'secret:basic', 'basic')));
  for (const shape of rules.personal)
    step((piece) =>
      replacePlaces(piece, personalValues(piece, shape), (found) =>
        takeOut(found, `pattern:${shape.name}`, shape.name),
      ),
    );
  return here;
}

function redactMembers(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  return replaceMembers(text, (name) => {
    const rule = memberRule(name, rules);
    if (rule === undefined) return undefined;
    return (value) => (isHarmless(value) ? undefined : takeOut(value, rule, name));
  });
}

/** The rule by which a member of this name goes, if any. */
export function memberRule(name: string, rules: RedactionRules): string | undefined {
  if (rules.members.has(name)) return `member:${name}`;
  return rules.secrets && isSecret(name) ? 'secret:by-name' : undefined;
}

/** The place in a list: a long one would drive all names out of the map below. */
const INDEX = /^\d+$/;

/** The same names come again and again. */
const NAMES = new Map<string, boolean>();

function isSecret(name: string): boolean {
  if (INDEX.test(name)) return false;
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const found = isSecretMember(plainly(name), isSecretName);
  if (NAMES.size >= MOST_KNOWN) NAMES.clear();
  if (name.length <= LONGEST_KNOWN) NAMES.set(name, found);
  return found;
}
