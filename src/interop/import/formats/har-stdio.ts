import { type Eol, type Micros, otherSide, type Side } from '../../../model/frame.ts';
import { type JsonNode, stringMember, at as valueAt } from '../../../model/json.ts';
import type { Observation, ObservedFrame } from '../observation.ts';
import { TimeOrder } from '../order.ts';
import { numberMember } from '../rows.ts';
import { isoTime, later } from '../stamp.ts';

/** Is this entry of a HAR marked as lines of stdio, as our export marks them? */
export function isOfStdio(entry: JsonNode | undefined): boolean {
  return stringMember(entry, '_transport') === 'stdio';
}

/** Gives lines of stdio back in the order of the recording, which several at one time need. */
export class HarStdio {
  /** Answers, by their place in the recording instead of a time. */
  readonly #order = new TimeOrder();
  #last = 0;

  take(entry: JsonNode | undefined): Observation[] {
    const at = isoTime(stringMember(entry, 'startedDateTime')) ?? 0;
    const label = labelOf(stringMember(valueAt(entry, 'request'), 'url') ?? '');
    const key = `stdio://${label}`;
    const from: Side = stringMember(entry, '_from') === 'server' ? 'server' : 'client';
    const place = numberMember(entry, '_seq') ?? this.#last;
    this.#last = Math.max(this.#last, place);
    const due = this.#order.before(place);
    const answer = answerOf(entry, from, later(at, numberMember(entry, 'time')));
    if (answer) this.#order.put(numberMember(entry, '_answerSeq') ?? place, [{ key, ...answer }]);
    return [
      ...due,
      { kind: 'about', key, at, server: { label } },
      { key, at, ...frameOf(valueAt(entry, 'request', 'postData'), from, '_encoding') },
    ];
  }

  end(): Observation[] {
    return this.#order.rest();
  }
}

/** Undefined: nothing answered. */
function answerOf(
  entry: JsonNode | undefined,
  asker: Side,
  at: Micros,
): (ObservedFrame & { readonly at: Micros }) | undefined {
  const content = valueAt(entry, 'response', 'content');
  if (stringMember(content, 'text') === undefined) return undefined;
  return { at, ...frameOf(content, otherSide(asker), 'encoding') };
}

function frameOf(body: JsonNode | undefined, from: Side, encoding: string): ObservedFrame {
  const isBase64 = stringMember(body, encoding) === 'base64';
  const bytes = Buffer.from(stringMember(body, 'text') ?? '', isBase64 ? 'base64' : 'utf8');
  return { kind: 'frame', from, bytes, eol: eolOf(body), isWhole: true };
}

function eolOf(body: JsonNode | undefined): Eol {
  const eol = stringMember(body, '_eol');
  return eol === '' || eol === '\r\n' ? eol : '\n';
}

/** The server's name, out of `stdio://NAME/METHOD`. */
function labelOf(url: string): string {
  const [, name = ''] = /^stdio:\/\/([^/?#]*)/.exec(url) ?? [];
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
