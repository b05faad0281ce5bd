import fc from '../../../support/fast-check.ts';

/** Lines without a line feed, of every kind that a peer may send. */
const bytes = fc.uint8Array({ maxLength: 40 }).map((each) => Buffer.from(each));
const space = fc.stringMatching(/^[ \t\r]{0,3}$/);
const json = fc
  .tuple(space, fc.json({ noUnicodeString: false }), space)
  .map(([before, text, after]) => Buffer.from(before + text + after));
const long = fc
  .tuple(fc.nat({ max: 600 }), fc.constantFrom('x', 'é', '\\n', '\\u00e9', '𝄞', '"', '\\\\'))
  .map(([count, unit]) => unit.repeat(count));
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('id', 'method', 'result', 'error', 'params', 'jsonrpc') },
  fc.constantFrom('i\\u0064', 'metho', 'méthode', ''),
);
const value = fc.oneof(
  fc.constantFrom('1', '-1.5e3', '"a"', '"é"', 'null', 'true', '{}', '[1,2]', '{"id":7}', '""'),
  long.map((text) => `"${text}"`),
);
/** Objects with the members that count, repeated, escaped and oddly spaced. */
const rpc = fc.array(fc.tuple(space, key, space, value, space), { maxLength: 5 }).map((members) => {
  const texts = members.map(([a, k, b, v, c]) => `${a}"${k}"${b}:${c}${v}${a}`);
  return Buffer.from(`{${texts.join(',')}}`);
});
const broken = fc
  .tuple(fc.oneof(json, rpc), fc.nat(), fc.integer({ min: 0, max: 255 }))
  .map(([line, place, byte]) => {
    const copy = Buffer.from(line);
    if (copy.length > 0) copy[place % copy.length] = byte;
    return copy;
  });
const spelled = fc
  .constantFrom('{"n":12345678901234567890}', '{"t":"\u2028"}', '{"t":"\xe4"}', '\0\0', '', '\r')
  .map((text) => Buffer.from(text, text.includes('\xe4') ? 'latin1' : 'utf8'));

export const anyLine: fc.Arbitrary<Buffer> = fc
  .oneof(bytes, json, rpc, broken, spelled)
  .map((line) => Buffer.from(line.filter((byte) => byte !== 0x0a)));

/** Any byte stream: lines with and without ends. */
export const anyStream: fc.Arbitrary<Buffer> = fc
  .array(fc.tuple(anyLine, fc.constantFrom('\n', '\r\n', '')), { maxLength: 10 })
  .map((lines) => Buffer.concat(lines.flatMap(([line, eol]) => [line, Buffer.from(eol)])));

/** The bytes in pieces, some of them empty. */
export function cut(whole: Buffer, where: readonly number[]): Buffer[] {
  const places = where.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b);
  return [...places, whole.length].map((end, index) => whole.subarray(places[index - 1] ?? 0, end));
}
