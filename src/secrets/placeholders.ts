/** `«masked:1»` of arguments, headers and URLs; `«redacted:nik:1»` of everything else. */
export const PLACEHOLDER: string = '«(?:masked|redacted:[\\w.-]+):\\d+»';
const ALL = new RegExp(PLACEHOLDER, 'g');
const WHOLE = new RegExp(`^${PLACEHOLDER}$`);

/** Is this text one placeholder and nothing else? */
export function isPlaceholder(text: string): boolean {
  return WHOLE.test(text);
}

/**
 * Nothing, a placeholder (also of another program: `[REDACTED]`, `***`), or a reference that somebody else
 * fills in: `$KEY`, `${KEY}`, `%KEY%`.
 */
export function isHarmless(text: string): boolean {
  return (
    text === '' ||
    isPlaceholder(text) ||
    /^(\$\w+|\$\{[^}]*\}|%\w+%)$/.test(text) ||
    /^(\[|<|%5B)?(redacted|masked)(\]|>|%5D)?$|^\*{3,}$/i.test(text)
  );
}

/** The text in pieces, with every placeholder in a piece of its own. */
export function aroundPlaceholders(text: string): string[] {
  if (!text.includes('«')) return [text];
  return text.split(new RegExp(`(${PLACEHOLDER})`));
}

/** The text with everything but its placeholders replaced, piece by piece. */
export function outsidePlaceholders(text: string, by: (piece: string) => string): string {
  if (!text.includes('«')) return by(text);
  return aroundPlaceholders(text)
    .map((piece) => (isPlaceholder(piece) ? piece : by(piece)))
    .join('');
}

/** The text with all that says something between its placeholders replaced; these stay, and signs alone. */
export function betweenPlaceholders(text: string, by: (piece: string) => string): string {
  if (aroundPlaceholders(text).length === 1) return by(text);
  return outsidePlaceholders(text, (piece) => (/[\p{L}\p{N}]/u.test(piece) ? by(piece) : piece));
}

/** The text with a plain word for each placeholder, whose own words say nothing about what is around it. */
export function plainly(text: string): string {
  return text.includes('«') ? text.replaceAll(ALL, 'value') : text;
}

/** The placeholders in a text, each once, in order. */
export function placeholdersIn(text: string): string[] {
  return text.includes('«') ? [...new Set(text.match(ALL))] : [];
}

/**
 * Reads from a text that came now what the placeholders of an older one stood for:
 * `id «redacted:id:1»` and `id 4711` give 4711. Undefined when there are none, when the rest of the two
 * texts is not the same, or when a placeholder would stand for two different values.
 */
export function valuesBehind(
  redacted: string,
  now: string,
): ReadonlyMap<string, string> | undefined {
  const pieces = aroundPlaceholders(redacted);
  if (pieces.length < 2) return undefined;
  const found = textsBetween(pieces, now);
  return found && agreed(pieces.filter(isPlaceholder), found);
}

/**
 * What stands in a text in the places of the placeholders, each at least one character; undefined when the
 * rest of it is not the same. Each fixed piece is taken where it comes first, which finds a fit if there
 * is one; a regular expression would try all places of all pieces before it gives up.
 *
 * @param pieces as `aroundPlaceholders` gives them: fixed texts at even places, placeholders between
 */
export function textsBetween(pieces: readonly string[], now: string): string[] | undefined {
  const fixed = pieces.filter((_, nth) => nth % 2 === 0);
  const [first = '', ...rest] = fixed;
  const last = rest.pop();
  if (last === undefined || !now.startsWith(first)) return undefined;
  const found: string[] = [];
  let from = first.length;
  for (const piece of rest) {
    const at = now.indexOf(piece, from + 1);
    if (at === -1) return undefined;
    found.push(now.slice(from, at));
    from = at + piece.length;
  }
  const end = now.length - last.length;
  if (end <= from || !now.endsWith(last)) return undefined;
  return [...found, now.slice(from, end)];
}

function agreed(names: readonly string[], values: readonly string[]) {
  const found = new Map<string, string>();
  for (const [nth, name] of names.entries()) {
    const value = values[nth] ?? '';
    if ((found.get(name) ?? value) !== value) return undefined;
    found.set(name, value);
  }
  return found;
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

  /** A value that has its placeholder already. */
  know(value: string, placeholder: string): void {
    if (!this.#known.has(value)) this.#known.set(value, placeholder);
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
