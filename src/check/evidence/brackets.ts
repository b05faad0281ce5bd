/** Counts open brackets outside strings. Only for lines that the parser refused. */
export class BracketCounter {
  open = 0;

  /**
   * Counts on through these bytes and returns the brackets still open. A string does not cross a line,
   * as JSON has no raw line feeds. `onClosed` hears the offset after each bracket that closes the last.
   */
  add(bytes: Buffer, onClosed?: (end: number) => void): number {
    let inString = false;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (inString) {
        if (byte === 0x5c) at += 1;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) this.open += 1;
      else if (byte === 0x7d || byte === 0x5d) {
        this.open -= 1;
        if (this.open === 0) onClosed?.(at + 1);
      }
    }
    return this.open;
  }
}

/** The values of a line that holds several, one after the other. */
export function valuesOnLine(bytes: Buffer): Buffer[] {
  const values: Buffer[] = [];
  let start = 0;
  new BracketCounter().add(bytes, (end) => {
    values.push(bytes.subarray(start, end));
    start = end;
  });
  return values;
}
