import type { JsonNode } from '../../model/json.ts';
import type { Located } from '../../model/message.ts';
import type { Fate, Reading } from '../../model/reading.ts';
import type { Session } from '../../model/session.ts';

/** One session, read by the rules of one host. This folder knows no rules: its caller reads. */
export interface ReadingSide {
  readonly session: Session;
  /** The host, for people. */
  readonly host: string;
  readonly reading: (located: Located) => Reading;
  /** The fate that covers a pointer of a message; undefined where its parts have fates of their own. */
  readonly fate: (located: Located, pointer: string) => Fate | undefined;
  readonly tokens: (text: string) => number;
}

/** A piece of text, or a picture, that a model reads or wrote. */
export interface ModelItem {
  readonly way: 'read' | 'wrote';
  /** What stands for what in two readings: where it comes from. */
  readonly key: string;
  /** Place in the host's API request. */
  readonly place: string;
  /** Member that it comes from, as a JSON pointer; undefined: from several, or a rule added it. */
  readonly pointer: string | undefined;
  readonly text: string;
  /** A picture or sound: `text` gives its type and size. */
  readonly isMedia: boolean;
  /** The member itself, as it crossed the wire. */
  readonly wire: JsonNode | undefined;
  readonly located: Located;
}
