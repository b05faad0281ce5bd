/** A header, or an entry where the header is damaged, at the start of a line. */
const LINE =
  /^[^\x21-\x7e]{0,8}\{"type":"(?:header","format":"sadap"|(?:message|stray|stderr|http|event|note|index|redacted|end)","seq":\d)/m;
/** The same header with its members in another order, as other tools may write it. */
const HEADER = /^[^\n]{0,4000}"format":\s{0,8}"sadap"/;

/** Is this the start of a recording of sadap, also of a damaged one? Some thousand bytes are enough. */
export function isRecordingStart(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return LINE.test(text) || HEADER.test(text);
}
