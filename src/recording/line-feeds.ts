const LF = 0x0a;
const SPACE = 0x20;

/** JSON on one line, and what is needed to get its line feeds back. */
export interface OneLine {
  readonly bytes: Buffer;
  /** `lf`: where the line feeds were, each counted from the one before; absent when there were none. */
  readonly members: { readonly lf?: readonly number[] };
}

/**
 * A body of HTTP may hold line feeds, a line of a recording may not. In JSON they can only stand between
 * tokens (RFC 8259 section 7), so a space in their place keeps the meaning.
 */
export function onOneLine(json: Buffer): OneLine {
  let at = json.indexOf(LF);
  if (at === -1) return { bytes: json, members: {} };
  const bytes = Buffer.from(json);
  const lf: number[] = [];
  for (let before = 0; at !== -1; at = json.indexOf(LF, at + 1)) {
    bytes[at] = SPACE;
    lf.push(at - before);
    before = at;
  }
  return { bytes, members: { lf } };
}

/** Part of a JSON text, with spaces for its line feeds. */
export function withoutLineFeeds(part: Buffer): Buffer {
  return onOneLine(part).bytes;
}

/** The JSON as it was; undefined when `lf` does not fit it. */
export function withLineFeeds(json: Buffer, lf: unknown): Buffer | undefined {
  if (lf === undefined) return json;
  if (!Array.isArray(lf)) return undefined;
  const bytes = Buffer.from(json);
  let at = 0;
  for (const distance of lf) {
    at += Number(distance);
    if (bytes[at] !== SPACE) return undefined;
    bytes[at] = LF;
  }
  return bytes;
}
