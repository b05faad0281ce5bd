import { isUtf8 } from 'node:buffer';
import type { SseFields } from '../model/frame.ts';
import type { Entry, FrameEntry, Header, RedactedEntry } from '../model/recording.ts';
import { aroundPlaceholders, isPlaceholder, PLACEHOLDER } from '../secrets/placeholders.ts';
import type { Known, Redactor } from '../secrets/redactor.ts';
import type { Hit } from '../secrets/rules.ts';
import { parseJson } from '../wire/json.ts';
import { KeyLines } from './key-lines.ts';
import type { ReadItem } from './read.ts';

/** One value that was found, and in which entry; without one in the header. */
export interface PlacedHit extends Hit {
  readonly seq: number | undefined;
}

/**
 * Takes a recording through a redactor, entry by entry: places, times and all bytes that no rule names
 * stay. Memory grows with the number of entries that lost something, not with their size.
 */
export class RecordingRedactor {
  readonly #redactor: Redactor;
  readonly #onHit: ((hit: PlacedHit) => void) | undefined;
  /** How many values went, by entry and rule. */
  readonly #counts = new Map<number | undefined, Map<string, number>>();
  #last = { seq: -1, at: 0 };
  #isTold = false;
  readonly #keys = new KeyLines();

  constructor(redactor: Redactor, onHit?: (hit: PlacedHit) => void) {
    this.#redactor = redactor;
    this.#onHit = onHit;
  }

  /** A value that was taken out of a place that is not stored, or under another placeholder. */
  know(value: string, known: Known): void {
    this.#redactor.know(value, known);
  }

  /** What a process has in its environment, and may say anywhere. */
  knowEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
    this.#redactor.knowEnvironment(variables);
  }

  /** How many values went so far, by rule. */
  get kinds(): ReadonlyMap<string, number> {
    const kinds = new Map<string, number>();
    for (const rules of this.#counts.values())
      for (const [rule, count] of rules) kinds.set(rule, (kinds.get(rule) ?? 0) + count);
    return kinds;
  }

  /** What stands in the place of an item: one entry or header, or nothing for a damaged place. */
  take(item: ReadItem): (Header | Entry)[] {
    if (item.kind === 'damage') return [];
    if (item.kind === 'header') return [this.header(item.header)];
    const entry = this.entry(item.entry);
    // What was taken out before is told before the end, which is the last line of a recording.
    if (entry.type === 'end') {
      const told = this.told(entry.at, entry.seq);
      return [...told, { ...entry, seq: entry.seq + told.length }];
    }
    this.#last = { seq: entry.seq, at: entry.at };
    return [entry];
  }

  /** Call after the last item: tells what was taken out of a recording without an end. */
  finish(): Entry[] {
    return this.#isTold ? [] : this.told(this.#last.at, this.#last.seq + 1);
  }

  /** The header as it may be handed on. */
  header(header: Header): Header {
    const { process: _, run: __, server, source, ...rest } = header;
    const text = (value: string) => this.#redactor.text(value);
    const redacted = {
      ...rest,
      exact: false,
      ...(source && { source: { ...source, files: source.files.map(text) } }),
      server: {
        label: text(server.label),
        ...(server.command && { command: server.command.map(text) }),
        ...(server.cwd !== undefined && { cwd: text(server.cwd) }),
        ...(server.envNames && { envNames: server.envNames }),
        ...(server.url !== undefined && { url: text(server.url) }),
      },
    };
    this.#count(undefined);
    return redacted;
  }

  /** One entry without what goes; what went is counted for `told`. */
  entry(entry: Entry): Entry {
    const redacted = this.#entry(entry);
    this.#count(entry.seq);
    return redacted;
  }

  #entry(entry: Entry): Entry {
    const text = (value: string) => this.#redactor.text(value);
    switch (entry.type) {
      case 'frame':
        return this.#frame(entry);
      case 'stderr':
        return { ...entry, bytes: this.#lineBytes('stderr', entry.bytes) };
      case 'http': {
        const headers = entry.headers.map(([name, value]) => [name, text(value)] as const);
        return { ...entry, start: text(entry.start), headers };
      }
      case 'event':
        return 'text' in entry ? { ...entry, text: text(entry.text) } : entry;
      case 'note':
        return { ...entry, text: text(entry.text) };
      case 'end':
        return entry.reason === undefined ? entry : { ...entry, reason: text(entry.reason) };
      case 'redacted':
      case 'other':
        return entry;
    }
  }

  #frame(entry: FrameEntry): FrameEntry {
    const { hints: _, sse, ...frame } = entry;
    const json = this.#redactor.json(entry.bytes);
    const bytes = json ?? stillStray(this.#lineBytes(entry.from, entry.bytes), entry.bytes);
    return { ...frame, ...(sse && { sse: this.#sse(sse) }), bytes };
  }

  #sse({ event, id, ...rest }: SseFields): SseFields {
    return {
      ...(event !== undefined && { event: this.#redactor.text(event) }),
      ...(id !== undefined && { id: this.#redactor.text(id) }),
      ...rest,
    };
  }

  /** A line that is no message: it may be one of a key that goes over several. */
  #lineBytes(stream: string, bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    if (!this.#keys.isInside(stream, text)) return this.#bytes(bytes);
    return Buffer.from(this.#redactor.whole(text, 'secret:private-key', 'private-key'));
  }

  /** Bytes that are no UTF-8 are looked at one by one as characters: right for all of ASCII. */
  #bytes(bytes: Buffer): Buffer {
    if (isUtf8(bytes)) {
      const text = bytes.toString('utf8');
      const redacted = this.#redactor.text(text);
      return redacted === text ? bytes : Buffer.from(redacted);
    }
    const text = unmixed(bytes.toString('latin1'));
    const redacted = this.#redactor.text(text);
    return redacted === text ? bytes : mixed(redacted);
  }

  #count(seq: number | undefined): void {
    for (const hit of this.#redactor.takeHits()) {
      const rules = this.#counts.get(seq) ?? new Map<string, number>();
      this.#counts.set(seq, rules.set(hit.rule, (rules.get(hit.rule) ?? 0) + 1));
      this.#onHit?.({ ...hit, seq });
    }
  }

  /** Entries that tell what went, the first of them with the place `from`. */
  told(at: number, from: number): RedactedEntry[] {
    let seq = from;
    const told = [...this.#counts].flatMap(([target, rules]) =>
      [...rules].map(([rule, count]): RedactedEntry => {
        const about = target === undefined ? {} : { target };
        return { type: 'redacted', seq: seq++, at, ...about, rule, count };
      }),
    );
    this.#isTold = true;
    return told;
  }
}

/** The placeholders of a text in another encoding are in UTF-8 all the same: it has mixed ones already. */
function mixed(redacted: string): Buffer {
  const pieces = aroundPlaceholders(redacted).map((piece) =>
    Buffer.from(piece, isPlaceholder(piece) ? 'utf8' : 'latin1'),
  );
  return Buffer.concat(pieces);
}

function unmixed(text: string): string {
  return text.replaceAll(MIXED, (found) => Buffer.from(found, 'latin1').toString('utf8'));
}

const MIXED = new RegExp(Buffer.from(PLACEHOLDER).toString('latin1'), 'g');

/**
 * What made a line no JSON may be a part of what went, `"pin":007`; what is left must not be taken for a
 * message that nobody sent. A placeholder without quotes, or behind one that ends a string, is no JSON.
 */
function stillStray(redacted: Buffer, original: Buffer): Buffer {
  if (redacted === original || !parseJson(redacted).ok) return redacted;
  const text = redacted
    .toString('latin1')
    .replace(QUOTED, (_, open: string, placeholder: string, close: string) =>
      open !== '' && close !== '' ? placeholder : `${open}"${placeholder}"${close}`,
    );
  return Buffer.from(text, 'latin1');
}

const QUOTED = new RegExp(`("?)(${MIXED.source})("?)`);
