import { stringMember } from '../model/json.ts';
import type { MessageRef } from '../model/message.ts';
import type { Profile } from '../model/profile.ts';
import type { ModelText, Reading, Tokenizer } from '../model/reading.ts';
import { answerOf, refKey, type Session } from '../model/session.ts';
import { toolIndex } from './places.ts';
import { readMessage } from './read.ts';

/** Bytes in UTF-8 and tokens of texts that the model reads or wrote. */
export interface Amount {
  readonly bytes: number;
  readonly tokens: number;
}

/** What one tool costs in every turn while it is offered: its rent. */
export interface ToolRent extends Amount {
  /** Name by which the model knows it. */
  readonly name: string;
}

/** What one result cost when it came; it is sent again in every later turn. */
export interface ResultCost extends Amount {
  readonly target: MessageRef;
  /** The tool as the server names it; undefined when the call named none. */
  readonly tool: string | undefined;
}

/** What a session cost the model, each message counted once. Tokens as the tokenizer counts them. */
export interface SessionCost {
  readonly tokenizer: { readonly name: string; readonly exact: boolean };
  /** All frames with their line ends, of both sides, strays included. */
  readonly wireBytes: { readonly client: number; readonly server: number };
  readonly read: Amount;
  readonly wrote: Amount;
  /** Bytes on the wire that are neither read nor written by the model. */
  readonly notRead: number;
  /** Images and sounds, decoded. They cost by their own measure, not as text. */
  readonly mediaBytes: number;
  /** The last definition of each tool, in the order of the list. */
  readonly tools: readonly ToolRent[];
  readonly instructions: Amount;
  readonly results: readonly ResultCost[];
}

/** The totals of a session under a profile. */
export function sessionCost(session: Session, profile: Profile, tokenizer: Tokenizer): SessionCost {
  const readings = session.messages.map((each) => readMessage(each, session, profile));
  const texts = readings.flatMap((each) => each.texts);
  const measure = measurer(tokenizer);
  const wireBytes = bytesOnWire(session);
  const read = measure(texts.filter((each) => each.way === 'read'));
  const wrote = measure(texts.filter((each) => each.way === 'wrote'));
  const unread = wireBytes.client + wireBytes.server - read.bytes - wrote.bytes;
  return {
    tokenizer: { name: tokenizer.name, exact: tokenizer.exact },
    wireBytes,
    read,
    wrote,
    // A prefix can make a name longer than the message that it came in.
    notRead: Math.max(0, unread),
    mediaBytes: readings.flatMap((each) => each.media).reduce((sum, each) => sum + each.size, 0),
    tools: rents(readings, measure),
    instructions: measure(texts.filter((each) => each.place === 'system').slice(-1)),
    results: resultCosts(session, readings, measure),
  };
}

type Measure = (texts: readonly ModelText[]) => Amount;

/** Each text is counted once, however many totals it is part of. */
function measurer(tokenizer: Tokenizer): Measure {
  const counted = new Map<ModelText, number>();
  const tokensOf = (each: ModelText) => {
    const tokens = counted.get(each) ?? tokenizer.count(each.text);
    counted.set(each, tokens);
    return tokens;
  };
  return (texts) => ({
    bytes: texts.reduce((sum, each) => sum + Buffer.byteLength(each.text), 0),
    tokens: texts.reduce((sum, each) => sum + tokensOf(each), 0),
  });
}

function bytesOnWire(session: Session): SessionCost['wireBytes'] {
  const sum = { client: 0, server: 0 };
  for (const item of session.recording.items)
    if (item.type === 'frame')
      sum[item.frame.from] += item.frame.bytes.length + item.frame.eol.length;
  return sum;
}

/** A list without a page before it replaces the tools known so far. */
function rents(readings: readonly Reading[], measure: Measure): ToolRent[] {
  const tools = new Map<number, ModelText[]>();
  for (const reading of readings) {
    if (isFirstPage(reading)) tools.clear();
    for (const text of reading.texts) {
      const index = toolIndex(text.place);
      if (index !== undefined) tools.set(index, [...(tools.get(index) ?? []), text]);
    }
  }
  return [...tools].map(([index, texts]) => ({
    name: nameIn(texts) ?? `tools[${index}]`,
    ...measure(texts),
  }));
}

function isFirstPage(reading: Reading): boolean {
  const first = reading.texts.find((each) => toolIndex(each.place) !== undefined);
  if (first) return toolIndex(first.place) === 0;
  return reading.fates.some((each) => each.rule === 'listing');
}

function nameIn(texts: readonly ModelText[]): string | undefined {
  return texts.find((each) => each.place.endsWith('.name'))?.text;
}

function resultCosts(
  session: Session,
  readings: readonly Reading[],
  measure: Measure,
): ResultCost[] {
  const byKey = new Map(readings.map((each) => [refKey(each.target), each]));
  return session.exchanges.flatMap((exchange) => {
    const { from, message } = exchange.request;
    const answer = answerOf(exchange);
    const reading = answer && byKey.get(refKey(answer));
    if (from !== 'client' || message.method !== 'tools/call' || !reading) return [];
    const tool = stringMember(message.params, 'name');
    return [{ target: reading.target, tool, ...measure(reading.texts) }];
  });
}
