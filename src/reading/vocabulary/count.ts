import type { Vocabulary } from './vocabulary.ts';

/** How a text falls into pieces before bytes are joined: the published pattern of o200k. */
const PIECE = new RegExp(
  [
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?",
    "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?",
    '\\p{N}{1,3}',
    ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*',
    '\\s*[\\r\\n]+',
    '\\s+(?!\\S)',
    '\\s+',
  ].join('|'),
  'gu',
);

/** Pieces that are no token are remembered with their number of tokens, so many and so long at most. */
const MOST_KNOWN = 8192;
const LONGEST_KNOWN = 64;
/** Higher than any rank. */
const NONE = 0x7fff_ffff;

/**
 * Counts the tokens of texts as byte pair encoding makes them: in each piece the two neighbours are joined whose
 * joint token has the lowest rank, the first of equal ones, until no two make a token.
 */
export class TokenCount {
  readonly #vocabulary: Vocabulary;
  readonly #known = new Map<string, number>();
  #bytes = Buffer.alloc(1024);
  /** Where each part starts, then the end; and the rank of each part joined with the next. */
  #starts = new Int32Array(1026);
  #joint = new Int32Array(1026);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  readonly of = (text: string): number => {
    let sum = 0;
    for (const [piece] of text.matchAll(PIECE)) sum += this.#known.get(piece) ?? this.#piece(piece);
    return sum;
  };

  #piece(piece: string): number {
    const end = this.#write(piece);
    if (this.#vocabulary.rankOf(this.#bytes, 0, end) >= 0) return 1;
    const count = this.#joined(end);
    if (piece.length > LONGEST_KNOWN) return count;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(piece, count);
    return count;
  }

  /** Its bytes: at most three for each UTF-16 unit. */
  #write(piece: string): number {
    const most = 3 * piece.length;
    if (most > this.#bytes.length) {
      this.#bytes = Buffer.alloc(2 * most);
      this.#starts = new Int32Array(2 * most + 2);
      this.#joint = new Int32Array(2 * most + 2);
    }
    return this.#bytes.write(piece);
  }

  #joined(end: number): number {
    const [starts, joint] = [this.#starts, this.#joint];
    let parts = end;
    for (let at = 0; at <= end; at += 1) starts[at] = at;
    for (let at = 0; at < end; at += 1) this.#rate(at, parts);
    for (let at = lowest(joint, parts); at >= 0; at = lowest(joint, parts)) {
      starts.copyWithin(at + 1, at + 2, parts + 1);
      joint.copyWithin(at + 1, at + 2, parts);
      parts -= 1;
      this.#rate(at, parts);
      if (at > 0) this.#rate(at - 1, parts);
    }
    return parts;
  }

  #rate(part: number, parts: number): void {
    const [start, end] = [this.#starts[part] ?? 0, this.#starts[part + 2] ?? 0];
    const rank = part + 2 > parts ? -1 : this.#vocabulary.rankOf(this.#bytes, start, end);
    this.#joint[part] = rank < 0 ? NONE : rank;
  }
}

/** The first of the lowest; -1 when there is none. */
function lowest(joint: Int32Array, parts: number): number {
  let found = -1;
  let rank = NONE;
  for (let at = 0; at < parts; at += 1) {
    const each = joint[at] ?? NONE;
    if (each >= rank) continue;
    rank = each;
    found = at;
  }
  return found;
}
