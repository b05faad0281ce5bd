/** Runs that the trimming of one input may cost. */
const MOST = 60;

/** The shortest input that some cutting out of parts leads to and that still does what it has to. */
export async function trimmed(
  input: Buffer,
  works: (bytes: Buffer) => Promise<boolean>,
  most: number = MOST,
): Promise<Buffer> {
  let bytes = input;
  let runs = 0;
  for (
    let size = Math.ceil(bytes.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < bytes.length; ) {
      if (runs >= most) return bytes;
      const shorter = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]);
      runs += 1;
      if (await works(shorter)) bytes = shorter;
      else at += size;
    }
  }
  return bytes;
}
