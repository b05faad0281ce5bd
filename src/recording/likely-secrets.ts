import type { FrameEntry, StderrEntry } from '../model/recording.ts';
import { KEY_SHAPES } from '../secrets/keys.ts';
import { Redactor } from '../secrets/redactor.ts';
import type { RedactionRules } from '../secrets/rules.ts';
import { openRecording } from './load.ts';
import { EntryReader, type ReadItem } from './read.ts';
import { readError } from './read-error.ts';

/** Kinds of secrets in the bodies of a recording, and how many of each: `github`, `by-name`. */
export type LikelySecrets = ReadonlyMap<string, number>;

const RULES: RedactionRules = {
  members: new Set(),
  pointers: [],
  patterns: [],
  personal: [],
  secrets: true,
};
/** Bytes without any of these hold no secret that is known by its shape or its member's name. */
const WORTH_A_LOOK = new RegExp(
  [
    ...KEY_SHAPES.map(({ sign }) => sign),
    'passw|passphrase|secret|token|(?:api|access|secret|private|auth|account|master|signing|encryption|service|client|license|subscription)[-_ ]?key|credential|authorization|cookie|bearer|basic|:\\/\\/\\S{1,200}@',
  ].join('|'),
  'i',
);

/**
 * Looks into the messages of a recording for what is surely a secret: a key by its shape, a member named
 * like a secret. Constant memory; bytes without any sign of one are passed over quickly.
 *
 * @throws SadapError as `readEntries`.
 */
export async function likelySecrets(path: string): Promise<LikelySecrets> {
  const reader = new EntryReader(path);
  const counter = new Counter();
  try {
    for await (const chunk of openRecording(path)) counter.add(reader.push(chunk));
  } catch (error) {
    throw readError(path, error);
  }
  counter.add(reader.end());
  return counter.counts;
}

class Counter {
  readonly counts = new Map<string, number>();

  add(items: readonly ReadItem[]): void {
    for (const item of items)
      if (item.kind === 'entry' && (item.entry.type === 'frame' || item.entry.type === 'stderr'))
        this.#bytes(item.entry);
  }

  #bytes({ bytes }: FrameEntry | StderrEntry): void {
    const text = bytes.toString('latin1');
    if (!WORTH_A_LOOK.test(text)) return;
    // One redactor a frame: what one value is elsewhere does not matter here.
    const redactor = new Redactor(RULES);
    if (redactor.json(bytes) === undefined) redactor.text(bytes.toString('utf8'));
    for (const { rule, value } of redactor.takeHits()) {
      const kind = rule.replace(/^secret:/, '');
      // What only its place in a text gives away is no secret too often for a warning.
      const isSure = SURE.has(kind) || (kind === 'by-place' && LOOKS_SECRET.test(value));
      if (isSure) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    }
  }
}

/** No word that somebody typed, and no number. */
const LOOKS_SECRET = /(?<!\S)(?=\S*\d)(?=\S*[a-z])\S{8,}/i;

const SURE: ReadonlySet<string> = new Set([
  'by-name',
  'url',
  'bearer',
  'basic',
  'base64',
  ...KEY_SHAPES.map(({ name }) => name),
]);
