import { replaceBase64, replaceCredentials, throughEscapes } from './encoded.ts';
import { type Mask, maskText } from './mask-text.ts';
import { PERSONAL_SHAPES, personalValues } from './personal.ts';
import { isHarmless, outsidePlaceholders } from './placeholders.ts';
import { replacePlaces } from './replace-places.ts';

/**
 * A text that stands outside of the messages: an argument, a header, an address. Nothing in it has to be kept
 * exactly, so what `maskText` knows goes, personal values, and both behind escapes and in base64.
 */
export function maskOutside(text: string, mask: Mask, levels = 2): string {
  const plain = outsidePlaceholders(text, (piece) => maskPersonal(maskEncoded(piece, mask), mask));
  const masked = outsidePlaceholders(maskText(plain, mask), (piece) => maskPersonal(piece, mask));
  if (levels === 0) return masked;
  const below = (each: string) => maskOutside(each, mask, levels - 1);
  return outsidePlaceholders(throughEscapes(masked, below), (piece) =>
    replaceBase64(piece, (each) => isMasked(each, levels - 1), mask),
  );
}

function isMasked(text: string, levels: number): boolean {
  let found = false;
  const note = (secret: string) => {
    if (!isHarmless(secret)) found = true;
    return '«masked:1»';
  };
  maskOutside(text, note, levels);
  return found;
}

function maskEncoded(text: string, mask: Mask): string {
  return replaceCredentials(text, (found) => mask(found));
}

/** The user's own name in a path stays: it says which program was started. */
const SHAPES = PERSONAL_SHAPES.filter(({ name }) => name !== 'home');

function maskPersonal(text: string, mask: Mask): string {
  return SHAPES.reduce((current, shape) => {
    const places = personalValues(current, shape).filter(
      ({ start, value }) => !isLogin(current, start, value),
    );
    return replacePlaces(current, places, (found) => mask(found));
  }, text);
}

/** `git@github.com`, `ssh://deploy@host.example`: an account of a machine, not of a person. */
function isLogin(text: string, start: number, value: string): boolean {
  return value.startsWith('git@') || text.endsWith('//', start);
}
