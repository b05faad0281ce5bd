import { SadapError } from '../../errors.ts';

/** More than anybody mends at a time. */
const MOST = 10;

/** Gathers what is wrong in the parts of a script, so that one look at it tells all. */
export class Problems {
  readonly #found: SadapError[] = [];

  /** What `read` gives; undefined when the part is wrong, which is kept for the end. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SadapError)) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  /** @throws SadapError the first problem, with the others in its hint, one line each. */
  stop(): void {
    const [first, ...others] = this.#found;
    if (!first) return;
    if (others.length === 0) throw first;
    const more = others.length > MOST ? [`… and ${others.length - MOST} more`] : [];
    const lines = [first.hint ?? [], others.slice(0, MOST).map(inOneLine), more].flat();
    throw new SadapError(first.code, first.message, { hint: lines.join('\n') });
  }
}

function inOneLine({ message, hint }: SadapError): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
