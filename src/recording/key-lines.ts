const BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;
const END = '-----END ';
/** Base64, or a header of an encrypted key (RFC 1421). */
const INSIDE = /^[\w+/=.,:-]{0,200}(?: [\w+/=.,:-]{1,100}){0,2}\s*$/;
/** Lines of a key; a text of another kind comes sooner. */
const LONGEST = 400;

/** Knows of each stream of lines whether it is inside a private key in PEM form, which is printed over many. */
export class KeyLines {
  readonly #open = new Map<string, number>();

  /** Does this line belong to a key that began on a line before? Call it for each line, in order. */
  isInside(stream: string, line: string): boolean {
    const lines = this.#open.get(stream);
    const isInside = lines !== undefined && (INSIDE.test(line) || line.includes(END));
    const goesOn = isInside && lines < LONGEST && !line.includes(END);
    if (goesOn) this.#open.set(stream, lines + 1);
    else if (!isInside && begins(line)) this.#open.set(stream, 0);
    else this.#open.delete(stream);
    return isInside;
  }
}

/** Does a key begin that does not end on this line? One look at each byte: servers choose what they print. */
function begins(line: string): boolean {
  return BEGIN.test(line.slice(line.lastIndexOf(END) + 1));
}
