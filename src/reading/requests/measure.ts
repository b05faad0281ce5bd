import type { ModelText, Tokenizer } from '../../model/reading.ts';
import type { Amount } from '../cost.ts';

/** Adds up texts. */
export type Measure = (texts: readonly ModelText[]) => Amount;

export const NOTHING: Amount = { bytes: 0, tokens: 0 };

/** Each text is counted once, however many turns it is part of. */
export function measurer(tokenizer: Tokenizer): Measure {
  const known = new Map<ModelText, Amount>();
  const one = (text: ModelText): Amount => {
    const found = known.get(text) ?? {
      bytes: Buffer.byteLength(text.text),
      tokens: tokenizer.count(text.text),
    };
    known.set(text, found);
    return found;
  };
  return (texts) => sum(texts.map(one));
}

export function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce(plus, NOTHING);
}

export function plus(one: Amount, other: Amount): Amount {
  return { bytes: one.bytes + other.bytes, tokens: one.tokens + other.tokens };
}

export function minus(one: Amount, other: Amount): Amount {
  return { bytes: one.bytes - other.bytes, tokens: one.tokens - other.tokens };
}
