/**
 * The tokens of o200k, packed, as base64: how many there are, in four bytes; the length of each by its rank, in
 * one byte, 0 for a rank without a token; then the tokens. The build keeps the text alone.
 */
export async function packedRanks(): Promise<string> {
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const tokens = Array.from(ranks, (token) =>
    typeof token === 'string' ? Buffer.from(token) : Buffer.from(token ?? []),
  );
  const lengths = Buffer.from(tokens.map(({ length }) => length));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tokens.length);
  return Buffer.concat([count, lengths, ...tokens]).toString('base64');
}
