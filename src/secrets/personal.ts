import type { PERSONAL_NAMES } from './personal-names.ts';

/** Values that belong to a person, known by their shape alone. */
export interface PersonalShape {
  readonly name: (typeof PERSONAL_NAMES)[number];
  readonly about: string;
  /** A text that does not match holds no such value; found sooner than the value itself. */
  readonly sign: RegExp;
  /** Global, and linear in the text. */
  readonly shape: RegExp;
  /** What the shape cannot say: a date inside, a check digit. */
  readonly holds: (value: string) => boolean;
}

/** One table, so that what is looked for can also be taken out. */
export const PERSONAL_SHAPES: readonly PersonalShape[] = [
  {
    name: 'email',
    sign: /@/,
    about: 'an e-mail address',
    shape: /(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}(?![\w-])/g,
    holds: () => true,
  },
  {
    name: 'phone',
    sign: /[+0]\d/,
    about: 'a telephone number: with a country code, or Indonesian with a leading 0',
    shape: /(?<![\w.+-])(?:\+|0)\d(?:[ -]?\d){7,14}(?![\w-]|\.\d)/g,
    holds: isPhone,
  },
  {
    name: 'nik',
    sign: /\d{16}/,
    about: 'an Indonesian identity number: 16 digits with a date of birth inside',
    shape: /(?<![\d.])\d{16}(?!\d|\.\d)/g,
    holds: isNik,
  },
  {
    name: 'card',
    sign: /[3-6]\d{3}[ -]?\d/,
    about: 'a payment card number with its check digit',
    shape: /(?<![\w.-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\w-]|\.\d)/g,
    holds: isCard,
  },
  {
    name: 'iban',
    sign: /[A-Z]{2}\d{2}/,
    about: 'an international bank account number with its check digits',
    shape:
      /(?<!\w)[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)(?!\w)/g,
    holds: isIban,
  },
  {
    name: 'home',
    sign: /[/\\](?:home|Users)[/\\]/,
    about: 'the name of a user in the path of a home folder',
    shape: /(?<=[/\\](?:home|Users)[/\\]{1,2})[^/\\\s"'<>:|«]{1,64}/g,
    holds: (value) => !NOBODY.has(value.toLowerCase()),
  },
];

/** Home folders of no person. */
const NOBODY = new Set(
  'shared public default runner runneradmin node user ubuntu vscode app'.split(' '),
);

/** Where such values stand in a text, in order; `start` counts UTF-16 units as strings do. */
export function personalValues(
  text: string,
  { sign, shape, holds }: PersonalShape,
): { readonly start: number; readonly value: string }[] {
  if (!sign.test(text)) return [];
  return [...text.matchAll(shape)]
    .map((match) => ({ start: match.index, value: match[0] }))
    .filter(({ value }) => holds(value));
}

/** 0812-3456-7890, +62 812 3456 7890; not 00000000 or a time 2026-11-30. */
function isPhone(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '');
  if (value.startsWith('+')) return digits.length >= 8 && digits.length <= 15;
  // Indonesian numbers: 08… mobile, 02…–09… with an area code; 9 to 14 digits.
  return /^0[2-9]\d{7,12}$/.test(digits) && new Set(digits).size > 1;
}

/** Six digits for the district, then day (+40 for women), month and year of birth, then a number. */
function isNik(value: string): boolean {
  const [province, day, month] = [value.slice(0, 2), value.slice(6, 8), value.slice(8, 10)].map(
    Number,
  );
  if (province === undefined || day === undefined || month === undefined) return false;
  const dayOfBirth = day > 40 ? day - 40 : day;
  const hasDate = dayOfBirth >= 1 && dayOfBirth <= 31 && month >= 1 && month <= 12;
  return province >= 11 && province <= 97 && hasDate && !value.endsWith('0000');
}

/** Luhn's check digit, ISO/IEC 7812-1. */
function isCard(value: string): boolean {
  const digits = Array.from(value.replaceAll(/\D/g, '')).map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0 && new Set(digits).size > 1;
}

/** The remainder by 97 is 1, ISO 7064; letters count from A = 10. */
function isIban(value: string): boolean {
  const text = value.replaceAll(' ', '');
  const moved = text.slice(4) + text.slice(0, 4);
  let remainder = 0;
  for (const digit of Array.from(moved)
    .map((each) => Number.parseInt(each, 36))
    .join(''))
    remainder = (remainder * 10 + Number(digit)) % 97;
  return text.length >= 15 && remainder === 1;
}
