import { nodeAt } from '../../model/json.ts';
import type { Profile } from '../../model/profile.ts';
import type { FateKind, ModelText, Tokenizer } from '../../model/reading.ts';
import type { Session } from '../../model/session.ts';
import type { Amount } from '../cost.ts';
import { piecesOf } from '../pieces.ts';
import { readMessage } from '../read.ts';

/** What becomes of the bytes of a session, each message once. The sum of the classes is the wire. */
export interface WireSplit {
  /** Serves the protocol: its members, the syntax around values, line ends, and frames without a message. */
  readonly envelope: Amount;
  /** Values that reach the model, as they are spelled on the wire. */
  readonly read: Amount;
  readonly wrote: Amount;
  /** Thrown away, or another member arrives instead. */
  readonly dropped: Amount;
  /** Used by the host alone. */
  readonly host: Amount;
  /** Only after a search for tools. */
  readonly deferred: Amount;
  /** The host refuses the call or the list because of it. */
  readonly fails: Amount;
  readonly unknown: Amount;
  /** Not of the wire: words of the host around what the model reads. */
  readonly added: Amount;
}

/** Splits a session by the fates of its members. */
export function wireSplit(session: Session, profile: Profile, tokenizer: Tokenizer): WireSplit {
  const sorter = new Sorter(tokenizer);
  for (const located of session.messages) {
    const { fates, texts } = readMessage(located, session, profile);
    const { node } = located.message;
    const written = new Set(texts.flatMap(({ way, from }) => (way === 'wrote' ? [from] : [])));
    for (const { kind, pointer } of fates) {
      const value = nodeAt(node, pointer);
      // The name of a tool arrives renamed where the model wrote it.
      const sort = written.has(pointer) ? 'wrote' : CLASS_OF[kind];
      if (value) sorter.add(sort, located.bytes.subarray(value.start, value.end));
    }
    for (const text of texts) sorter.addText('added', addedIn(text));
  }
  return sorter.split(bytesOnWire(session));
}

type Class = Exclude<keyof WireSplit, 'envelope'>;

const CLASS_OF: { readonly [kind in FateKind]: Class | undefined } = {
  reads: 'read',
  renamed: 'read',
  rewritten: 'read',
  truncated: 'read',
  inlined: 'read',
  wrote: 'wrote',
  replaced: 'dropped',
  dropped: 'dropped',
  host: 'host',
  deferred: 'deferred',
  fails: 'fails',
  unknown: 'unknown',
  envelope: undefined,
};

/** Pieces of a text that a rule of the host has added. */
function addedIn(text: ModelText): string {
  if (text.way !== 'read') return '';
  return piecesOf(text)
    .flatMap((piece) => ('rule' in piece ? [piece.text] : []))
    .join('');
}

function bytesOnWire({ recording }: Session): number {
  let sum = 0;
  for (const item of recording.items)
    if (item.type === 'frame') sum += item.frame.bytes.length + item.frame.eol.length;
  return sum;
}

/** Tokens are counted value by value; of the envelope, whose bytes are what is left, estimated. */
class Sorter {
  readonly #tokenizer: Tokenizer;
  readonly #amounts = new Map<Class, { bytes: number; tokens: number }>();

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  add(kind: Class | undefined, bytes: Buffer): void {
    if (kind) this.#add(kind, bytes.length, bytes.toString());
  }

  addText(kind: Class, text: string): void {
    if (text !== '') this.#add(kind, Buffer.byteLength(text), text);
  }

  split(onWire: number): WireSplit {
    const of = (kind: Class): Amount => this.#amounts.get(kind) ?? { bytes: 0, tokens: 0 };
    const { read, wrote, dropped, host, deferred, fails, unknown } = {
      read: of('read'),
      wrote: of('wrote'),
      dropped: of('dropped'),
      host: of('host'),
      deferred: of('deferred'),
      fails: of('fails'),
      unknown: of('unknown'),
    };
    const sorted = [read, wrote, dropped, host, deferred, fails, unknown];
    const left = onWire - sorted.reduce((sum, each) => sum + each.bytes, 0);
    const envelope = { bytes: left, tokens: Math.round(left / BYTES_OF_TOKEN) };
    return { envelope, read, wrote, dropped, host, deferred, fails, unknown, added: of('added') };
  }

  #add(kind: Class, bytes: number, text: string): void {
    const sum = this.#amounts.get(kind) ?? { bytes: 0, tokens: 0 };
    sum.bytes += bytes;
    sum.tokens += this.#tokenizer.count(text);
    this.#amounts.set(kind, sum);
  }
}

/** Of JSON-RPC members and punctuation, roughly. */
const BYTES_OF_TOKEN = 3;
