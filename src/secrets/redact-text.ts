import { replaceCredentials } from './encoded-credentials.ts';
import { KEY_SHAPES } from './keys.ts';
import { maskText } from './mask-text.ts';
import { isSecretName } from './names.ts';
import { personalValues } from './personal.ts';
import { aroundPlaceholders, isHarmless, isPlaceholder, plainly } from './placeholders.ts';
import { isSecretMember, type RedactionRules } from './rules.ts';

/** Takes a value out: says under which rule and name, and gets what stands there instead. */
export type TakeOut = (value: string, rule: string, name: string) => string;

/**
 * A text without what the rules name: the user's patterns, keys and personal values by shape, members of
 * JSON that is broken or cut, and what its place gives away (URLs, headers, `name=value`).
 */
export function redactText(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  const bare = aroundPlaceholders(text).map((piece) =>
    isPlaceholder(piece) ? piece : redactShapes(piece, rules, takeOut),
  );
  const members = redactPrinted(redactMembers(bare.join(''), rules, takeOut), rules, takeOut);
  if (!rules.secrets) return members;
  return maskText(members, (secret) =>
    isHarmless(secret) ? secret : takeOut(secret, 'secret:by-place', 'secret'),
  );
}

function redactShapes(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  let here = text;
  for (const { name, shape } of rules.patterns)
    here = here.replaceAll(shape, (found) =>
      found === '' ? found : takeOut(found, `pattern:${name}`, name),
    );
  if (rules.secrets)
    for (const { name, shape } of KEY_SHAPES)
      here = here.replaceAll(shape, (found) => takeOut(found, `secret:${name}`, name));
  if (rules.secrets)
    here = replaceCredentials(here, (found) => takeOut(found, 'secret:basic', 'basic'));
  for (const shape of rules.personal)
    here = replacePlaces(here, personalValues(here, shape), (found) =>
      takeOut(found, `pattern:${shape.name}`, shape.name),
    );
  return here;
}

function replacePlaces(
  text: string,
  places: readonly { readonly start: number; readonly value: string }[],
  by: (value: string) => string,
): string {
  let done = '';
  let from = 0;
  for (const { start, value } of places) {
    done += text.slice(from, start) + by(value);
    from = start + value.length;
  }
  return done + text.slice(from);
}

/** `"name": "text"` and `"name": 123` in what is no whole JSON: a log line, an answer that was cut. */
const MEMBER =
  /(\\?")([\w.$-]{1,64})(\\?"\s{0,20}:\s{0,20})(?:(\\?")((?:[^"\\]|\\[^"])*)(?=\\?"|$)|(-?\d[\d.eE+-]*))/g;

function redactMembers(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  if (!text.includes('":') && !text.includes('" :') && !text.includes('\\":')) return text;
  return text.replaceAll(
    MEMBER,
    (
      whole,
      open: string,
      name: string,
      between: string,
      quote?: string,
      inner?: string,
      number?: string,
    ) => {
      const rule = memberRule(name, rules);
      const value = inner ?? number ?? '';
      if (rule === undefined || isHarmless(value)) return whole;
      const instead = takeOut(value, rule, name);
      return `${open}${name}${between}${quote ?? ''}${quote === undefined ? `"${instead}"` : instead}`;
    },
  );
}

/** `'name': 'text'`, as Python and JavaScript print objects: in logs, and in results of careless servers. */
const PRINTED = /'([\w.$-]{1,64})'(\s{0,20}:\s{0,20})'((?:[^'\\\n]|\\.)*)'/g;

function redactPrinted(text: string, rules: RedactionRules, takeOut: TakeOut): string {
  if (!text.includes("'")) return text;
  return text.replaceAll(PRINTED, (whole, name: string, between: string, value: string) => {
    const rule = memberRule(name, rules);
    if (rule === undefined || isHarmless(value)) return whole;
    return `'${name}'${between}'${takeOut(value, rule, name)}'`;
  });
}

/** The rule by which a member of this name goes, if any. */
export function memberRule(name: string, rules: RedactionRules): string | undefined {
  if (rules.members.has(name)) return `member:${name}`;
  const isSecret = rules.secrets && isSecretMember(plainly(name), isSecretName);
  return isSecret ? 'secret:by-name' : undefined;
}
