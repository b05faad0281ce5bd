/** Thrown inside the TOML parser; `parseToml` turns it into a result. */
export class TomlSyntax extends Error {
  readonly offset: number;

  constructor(offset: number, detail: string) {
    super(detail);
    this.offset = offset;
  }
}

/** Levels of values; the parser calls itself for each, and nobody writes as many. */
const DEEPEST = 1000;

/** A place in a text that moves forward. */
export class Cursor {
  readonly text: string;
  at = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  get char(): string {
    return this.text[this.at] ?? '';
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Moves past `text` when it stands here. */
  accept(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  /** What a sticky pattern matches here, and moves past it; empty when nothing does. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Reads what is inside of a value. */
  inside<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.fail('the values are nested too deeply');
    const found = read();
    this.#depth -= 1;
    return found;
  }

  fail(detail: string, at = this.at): never {
    throw new TomlSyntax(at, detail);
  }

  /** Spaces and tabs. */
  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  /** Spaces, comments and line ends, as between the items of an array. */
  skipLines(): void {
    for (;;) {
      this.match(/(?:[ \t\n]|\r\n)*/y);
      if (this.char !== '#') return;
      this.comment();
    }
  }

  /** What may follow on a line whose expression is complete; moves to the next line. */
  endLine(): void {
    this.skipSpace();
    if (this.char === '#') this.comment();
    if (this.done || this.match(/\r?\n/y) !== '') return;
    this.fail('something is left over on this line');
  }

  private comment(): void {
    this.match(/#[^\n\r]*/y);
  }
}
