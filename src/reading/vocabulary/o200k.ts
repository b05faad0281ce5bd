/**
 * The tokens of o200k, packed: how many there are, in four bytes; the length of each by its rank, in
 * one byte, 0 for a rank without a token; then the tokens. The build keeps them in a file,
 * and makes of this what reads it.
 */
export async function packedRanks(): Promise<Buffer> {
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const tokens = Array.from(ranks, (token) =>
    typeof token === 'string' ? Buffer.from(token) : Buffer.from(token ?? []),
  );
  const lengths = Buffer.from(tokens.map(({ length }) => length));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tokens.length);
  return Buffer.concat([count, lengths, ...tokens]);
}
