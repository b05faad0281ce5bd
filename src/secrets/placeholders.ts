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
  const pattern = pieces.map((each) => (isPlaceholder(each) ? '([\\s\\S]+?)' : literal(each)));
  const found = new RegExp(`^${pattern.join('')}$`).exec(now);
  return found ? agreed(pieces.filter(isPlaceholder), found.slice(1)) : undefined;
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

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
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
