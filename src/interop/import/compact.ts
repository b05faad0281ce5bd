/**
 * JSON without the white space between its tokens: what an export printed over several lines was one line on
 * the wire. Numbers, strings and the order of members stay as spelled.
 */
export function compact(json: Buffer): Buffer {
  if (!json.includes(0x0a)) return json;
  const out = Buffer.allocUnsafe(json.length);
  let size = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (inString) {
      out[size++] = byte;
      if (byte === 0x5c && at + 1 < json.length) out[size++] = json[++at] ?? 0;
      else if (byte === 0x22) inString = false;
    } else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      out[size++] = byte;
      inString = byte === 0x22;
    }
  }
  return out.subarray(0, size);
}
