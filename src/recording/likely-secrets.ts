import type { FrameEntry } from '../model/recording.ts';
import { KEY_SHAPES } from '../secrets/keys.ts';
import { Redactor } from '../secrets/redactor.ts';
import type { RedactionRules } from '../secrets/rules.ts';
import { openRecording, readError } from './load.ts';
import { EntryReader, type ReadItem } from './read.ts';

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
const WORTH_A_LOOK =
  /sk-|[sr]k_(?:live|test)|gh[oprsu]_|github_pat|gl(?:pat|ptt|rt)-|AKIA|ASIA|xox|xapp|AIza|ya29|npm_|pypi-|hf_|SG\.|ey[JI]|PRIVATE KEY|passw|passphrase|secret|token|api[-_ ]?key|credential|authorization|cookie/i;

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
      if (item.kind === 'entry' && item.entry.type === 'frame') this.#frame(item.entry);
  }

  #frame({ bytes }: FrameEntry): void {
    const text = bytes.toString('latin1');
    if (!WORTH_A_LOOK.test(text)) return;
    // One redactor a frame: what one value is elsewhere does not matter here.
    const redactor = new Redactor(RULES);
    if (redactor.json(bytes) === undefined) redactor.text(text);
    for (const { rule } of redactor.takeHits()) {
      const kind = rule.replace(/^secret:/, '');
      // What only its place in a text gives away is a secret too often for a warning.
      if (SURE.has(kind)) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    }
  }
}

const SURE: ReadonlySet<string> = new Set(['by-name', ...KEY_SHAPES.map(({ name }) => name)]);
