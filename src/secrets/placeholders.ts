/** `«masked:1»` of arguments, headers and URLs; `«redacted:nik:1»` of everything else. */
const PLACEHOLDER = /«(?:masked|redacted:[\w.-]+):\d+»/;
const ALL = new RegExp(PLACEHOLDER.source, 'g');
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);

/** Is this text one placeholder and nothing else? */
export function isPlaceholder(text: string): boolean {
  return WHOLE.test(text);
}

/** The text in pieces, with every placeholder in a piece of its own. */
export function aroundPlaceholders(text: string): string[] {
  if (!text.includes('«')) return [text];
  return text.split(new RegExp(`(${PLACEHOLDER.source})`));
}

/** Gives equal values equal placeholders, `«redacted:nik:1»`, and different ones different numbers. */
export class Placeholders {
  readonly #known = new Map<string, string>();
  readonly #last = new Map<string, number>();

  /** The first name under which a value was seen stays with it. */
  of(value: string, name: string): string {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const label = name.replaceAll(/[^\w.-]+/g, '-').slice(0, 32) || 'value';
    const number = (this.#last.get(label) ?? 0) + 1;
    this.#last.set(label, number);
    const placeholder = `«redacted:${label}:${number}»`;
    this.#known.set(value, placeholder);
    return placeholder;
  }

  /** Numbers go on after those that a text holds already, so that old and new ones never mix. */
  skipThoseIn(text: string): void {
    for (const [placeholder] of text.matchAll(ALL)) {
      const [, label, number] = /^«redacted:([\w.-]+):(\d+)»$/.exec(placeholder) ?? [];
      if (label === undefined) continue;
      this.#last.set(label, Math.max(this.#last.get(label) ?? 0, Number(number)));
    }
  }

  /** Everything that was taken out so far, with its placeholder. */
  entries(): IterableIterator<[value: string, placeholder: string]> {
    return this.#known.entries();
  }
}
