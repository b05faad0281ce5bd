import { KEY_SHAPES } from '../../secrets/keys.ts';
import { PERSONAL_SHAPES, personalValues } from '../../secrets/personal.ts';

/** A kind of value that is told by its form, wherever it stands. */
export interface ValuePattern {
  readonly name: string;
  readonly about: string;
  /** Values of this kind in a text. */
  readonly find: (text: string) => readonly string[];
}

/** The kinds of values that `pattern:NAME` knows: those of persons, and keys of all services as one. */
export const VALUE_PATTERNS: readonly ValuePattern[] = [
  ...PERSONAL_SHAPES.map((each) => ({
    name: each.name,
    about: each.about,
    find: (text: string) => personalValues(text, each).map(({ value }) => value),
  })),
  {
    name: 'key',
    about: 'a key in the form that a well-known service gives it, a JSON Web Token, a private key',
    find: (text) =>
      KEY_SHAPES.flatMap(({ shape }) => [...text.matchAll(shape)].map(([value]) => value)),
  },
];
