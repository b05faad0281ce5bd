import { SadapError } from '../../errors.ts';
import { pointerSteps } from '../../model/json.ts';
import { VALUE_PATTERNS } from './patterns.ts';

/** One thing to look for. `text` is how it was asked for. */
export type Wish = { readonly text: string } & (
  | {
      /** Members of this name, in any spelling of case, `_` and `-`. */
      readonly kind: 'member';
      readonly isName: (key: string) => boolean;
      /** Values of such members in a text that is no JSON: `nik: 35…`. */
      readonly inText: RegExp;
    }
  /** What stands at this place of a message. */
  | { readonly kind: 'pointer'; readonly steps: readonly string[] }
  /** Values of a form. */
  | { readonly kind: 'pattern'; readonly find: (text: string) => readonly string[] }
);

/**
 * Reads what to look for: names of members (`nik`, `*_wali`), JSON pointers (`/result/isError`, `*` is
 * any step), `pattern:NAME`, separated by commas; or one `regex:EXPRESSION`, commas and all.
 *
 * @throws SadapError `usage` for an unknown pattern, a bad pointer or expression, and for nothing at all.
 */
export function readWishes(lists: readonly string[]): readonly Wish[] {
  const texts = lists.flatMap((list) => (list.startsWith(REGEX) ? [list] : list.split(',')));
  const wishes = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (wishes.length === 0)
    throw new SadapError('usage', '--sensitive names nothing to look for', {
      hint: 'names of members, with commas: --sensitive nik,alamat,pattern:email',
    });
  return [...new Set(wishes)].map(wishOf);
}

/** A name in one spelling, whoever wrote it: `noHpWali`, `no-hp-wali`, `NO_HP_WALI`. */
export function plainName(name: string): string {
  return name.replaceAll(/[_\s-]/g, '').toLowerCase();
}

const REGEX = 'regex:';
const PATTERN = 'pattern:';

function wishOf(text: string): Wish {
  if (text.startsWith(REGEX)) return expression(text);
  if (text.startsWith(PATTERN)) return pattern(text);
  if (text.startsWith('/')) return pointer(text);
  return memberWish(text);
}

function expression(text: string): Wish {
  const shape = compiled(text);
  if (shape.test(''))
    throw new SadapError('usage', `${text} matches an empty text, so it would match everywhere`);
  return {
    text,
    kind: 'pattern',
    find: (value) => [...value.matchAll(shape)].map(([match]) => match),
  };
}

function compiled(text: string): RegExp {
  try {
    return new RegExp(text.slice(REGEX.length), 'gu');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SadapError('usage', `--sensitive ${text}: ${reason}`, { cause: error });
  }
}

function pattern(text: string): Wish {
  const name = text.slice(PATTERN.length);
  const known = VALUE_PATTERNS.find((each) => each.name === name);
  if (known) return { text, kind: 'pattern', find: known.find };
  throw new SadapError('usage', `--sensitive knows no pattern "${name}"`, {
    hint: `the patterns are ${VALUE_PATTERNS.map((each) => each.name).join(', ')}; regex:EXPRESSION is your own`,
  });
}

function pointer(text: string): Wish {
  const steps = pointerSteps(text);
  if (steps && steps.length > 0) return { text, kind: 'pointer', steps };
  throw new SadapError('usage', `--sensitive: "${text}" is no JSON pointer`, {
    hint: 'it starts at the message: /result/structuredContent/nik; * stands for any step',
  });
}

function memberWish(text: string): Wish {
  const parts = text.split('*').map(plainName);
  if (parts.every((part) => part === ''))
    throw new SadapError('usage', `--sensitive: "${text}" names every member`, {
      hint: 'name the members, such as nik or *_wali',
    });
  const whole = new RegExp(`^${parts.map(quoted).join('.*')}$`, 's');
  return {
    text,
    kind: 'member',
    isName: (key) => whole.test(plainName(key)),
    inText: textShape(text),
  };
}

/** `"nik": "35…"`, `NIK = 35…`, `no hp wali: …`, quoted and escaped as it may be. */
function textShape(text: string): RegExp {
  const name = text
    .split('*')
    .map((part) =>
      part
        .split(/[_\s-]+/)
        .map(quoted)
        .join('[_\\s-]?'),
    )
    .join('[\\w-]*');
  return new RegExp(`(?<![\\p{L}\\d_])${name}\\\\*["']?[ \\t]*[:=][ \\t]*(\\S[^\\r\\n]*)`, 'giu');
}

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
