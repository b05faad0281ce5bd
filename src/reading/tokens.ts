import type { ApiFormat } from '../model/profile.ts';
import type { Tokenizer } from '../model/reading.ts';
import { TokenCount } from './vocabulary/count.ts';
import { Vocabulary } from './vocabulary/vocabulary.ts';

/**
 * Loads the tokenizer that token counts are made with: o200k. For the APIs of OpenAI it is the models'
 * own (of one text; what the API adds around it is not counted); for all others an estimate, because
 * Claude's is not published and Gemini's is another. Takes some 20 milliseconds and 8 MB, so only commands
 * that print tokens call it. Counts never throw and take bounded time: a text of more than `SAMPLE_ABOVE`
 * characters is counted by evenly spread samples, and names of special tokens count as the plain text they are.
 */
export async function loadTokenizer(api: ApiFormat = 'anthropic'): Promise<Tokenizer> {
  const { packedRanks } = await import('./vocabulary/o200k.ts');
  const { of: count } = new TokenCount(new Vocabulary(await packedRanks()));
  return {
    ...NAMED[api],
    count: (text) => (text.length > SAMPLE_ABOVE ? sampled(text, count) : counted(text, count)),
  };
}

const NAMED: { readonly [api in ApiFormat]: Pick<Tokenizer, 'name' | 'exact'> } = {
  anthropic: { name: 'o200k (estimate for Claude)', exact: false },
  'openai-chat': { name: 'o200k', exact: true },
  'openai-responses': { name: 'o200k', exact: true },
  gemini: { name: 'o200k (estimate for Gemini)', exact: false },
  unknown: { name: 'o200k (estimate)', exact: false },
};

/** Characters (UTF-16 units). Below, every character is counted. */
export const SAMPLE_ABOVE = 65_536;

/** The tokenizer's time grows with the square of the longest run without a break. */
const PIECE = 2_000;
const SAMPLES = 16;

type Count = (text: string) => number;

/** Cuts cost at most a token or two each; that is below the error of the estimate. */
function counted(text: string, count: Count): number {
  let sum = 0;
  for (let start = 0; start < text.length; start += PIECE)
    sum += count(text.slice(start, start + PIECE));
  return sum;
}

function sampled(text: string, count: Count): number {
  const step = (text.length - PIECE) / (SAMPLES - 1);
  let sum = 0;
  for (let index = 0; index < SAMPLES; index++) {
    const start = Math.floor(index * step);
    sum += count(text.slice(start, start + PIECE));
  }
  return Math.round((sum * text.length) / (SAMPLES * PIECE));
}
