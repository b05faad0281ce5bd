import type { MessageRef } from './message.ts';

/** problem: something does not work; warning: it may not, somewhere; note: worth knowing. */
export type Severity = 'problem' | 'warning' | 'note';

/** Who has to change something. */
export type AtFault = 'client' | 'server' | 'host' | 'transport' | 'nobody';

/** A place in a recording, as exact as it is known. */
export interface Place extends MessageRef {
  /** JSON pointer in the message. */
  readonly pointer?: string;
  /** Byte offset in the frame. */
  readonly offset?: number;
}

/** Something worth telling about a session, found by one rule. */
export interface Finding {
  /** Stable id of the rule: `framing/stray-output`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly side: AtFault;
  /** One line: what is wrong, with the values that show it. */
  readonly title: string;
  readonly places: readonly Place[];
  /** One line: what to do. */
  readonly fix: string;
}
