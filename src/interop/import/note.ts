import type { Side } from '../../model/frame.ts';
import type { Message } from '../../model/message.ts';
import { maskJson } from '../../secrets/mask-json.ts';
import { type Mask, maskText } from '../../secrets/mask-text.ts';
import { type Quoted, quotedIn } from './quotes.ts';

/** What is kept of one line of a log, in characters: it says what happened; messages stand elsewhere. */
const LONGEST = 4000;

/** Makes notes of the lines of one session: secrets masked, equal ones by equal placeholders. */
export type NoteMaker = (text: string) => LogNote;

export interface LogNote {
  readonly text: string;
  /** Each says which message the line quotes. */
  readonly quotes: readonly string[];
}

/** `mask` numbers the secrets of all that is stored of the session. */
export function createNoteMaker(mask: Mask): NoteMaker {
  return (text) => {
    const cut =
      text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
    return { text: maskText(maskJson(cut, mask), mask), quotes: quotedIn(text).map(quoteText) };
  };
}

function quoteText({ from, message }: Quoted): string {
  return `quotes ${kindOf(message)}${senderOf(from)}: evidence of that message alone, since the log records none`;
}

function senderOf(from: Side | undefined): string {
  return from === undefined ? '' : ` from the ${from}`;
}

function kindOf(message: Message): string {
  const id =
    'id' in message && message.id && message.id.kind !== 'null' ? ` ${message.id.text}` : '';
  switch (message.kind) {
    case 'request':
      return `the request ${message.method} with id${id}`;
    case 'notification':
      return `the notification ${message.method}`;
    case 'result':
      return `a result with id${id}`;
    case 'failure':
      return id === '' ? 'an error' : `an error with id${id}`;
  }
}
