import type { HttpMask } from '../../recording/mask-http.ts';

/** Names and values in turn, as Node's `rawHeaders` has them. */
export type RawHeaders = readonly string[];

/** One header field, and all that is made of it: worked out once, as most come again with every message. */
export class HeaderField {
  readonly name: string;
  readonly value: string;
  /** Lower case. */
  readonly key: string;
  /** As it is sent. */
  readonly line: string;
  /** Belongs to the message, not to its connection, whatever stands beside it. */
  readonly isPlain: boolean;
  /** It has no control characters, which Node reads and does not send. */
  readonly isSendable: boolean;
  readonly #mask: HttpMask;
  #json: string | undefined;

  constructor(name: string, value: string, mask: HttpMask) {
    this.name = name;
    this.value = value;
    this.key = name.toLowerCase();
    this.line = `${name}: ${value}\r\n`;
    this.isPlain =
      this.key === 'connection' ? KEEPS.has(value.toLowerCase()) : !SPECIAL.has(this.key);
    this.isSendable = !/[^\t\x20-\x7e\x80-\xff]/.test(value);
    this.#mask = mask;
  }

  /** As it is recorded, secrets masked. Not needed to pass it on, so not found out before it is asked for. */
  get masked(): readonly [name: string, value: string] {
    return this.#mask.headers([this.name, this.value])[0] ?? [this.name, ''];
  }

  /** The same as a JSON array. */
  get json(): string {
    this.#json ??= JSON.stringify(this.masked);
    return this.#json;
  }
}

/** More and longer ones would fill the memory. */
const MOST_KNOWN = 1000;
const LONGEST_KNOWN = 1024;

/** Header fields by name and value. */
export class HeaderFields {
  readonly #mask: HttpMask;
  readonly #known = new Map<string, Map<string, HeaderField>>();
  #count = 0;

  constructor(mask: HttpMask) {
    this.#mask = mask;
  }

  /** The fields of a message, in order. */
  of(raw: RawHeaders): HeaderField[] {
    const fields: HeaderField[] = [];
    for (let at = 0; at + 1 < raw.length; at += 2)
      fields.push(this.one(raw[at] ?? '', raw[at + 1] ?? ''));
    return fields;
  }

  one(name: string, value: string): HeaderField {
    return this.#known.get(name)?.get(value) ?? this.#learn(name, value);
  }

  #learn(name: string, value: string): HeaderField {
    const field = new HeaderField(name, value, this.#mask);
    if (name.length + value.length <= LONGEST_KNOWN) this.#remember(field);
    return field;
  }

  #remember(field: HeaderField): void {
    if (this.#count >= MOST_KNOWN) {
      this.#known.clear();
      this.#count = 0;
    }
    this.#count += 1;
    const values = this.#known.get(field.name) ?? new Map<string, HeaderField>();
    this.#known.set(field.name, values.set(field.value, field));
  }
}

/** What may be left out on the way. */
const SPECIAL = new Set(['trailer', 'upgrade', 'proxy-connection', 'http2-settings']);
const KEEPS = new Set(['keep-alive', 'close']);
