import type { Eol, Micros, Side, SseFields } from '../../model/frame.ts';
import type { Damage, EndEntry, ProcessEvent, ServerInfo } from '../../model/recording.ts';

/** What a log says, before it is known to which recording it belongs. */
export type Observation = Belonging & Seen;

interface Belonging {
  /** What tells conversations in one log apart: the server's name, a session id. Absent: there is one. */
  readonly key?: string;
  /** Absent: as the observation before; such lines carry no time of their own. */
  readonly at?: Micros;
}

export type Seen =
  | ObservedFrame
  | { readonly kind: 'stderr'; readonly bytes: Buffer }
  | { readonly kind: 'event'; readonly event: ProcessEvent }
  | ObservedHead
  /** A line of the log in its own words. Secrets in it are masked when it is stored. */
  | { readonly kind: 'note'; readonly text: string }
  /** The host starts the server: what follows is another session than what came before. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'about'; readonly server: Partial<ServerInfo> }
  /** Nothing more is expected in this session. */
  | ({ readonly kind: 'over' } & Pick<EndEntry, 'closedBy' | 'exit'>)
  /** Lines, or entries, that are about something else; counted, not kept. */
  | {
      readonly kind: 'passed-over';
      readonly count: number;
      readonly why: PassedOver;
      readonly place?: Damage;
    };

/** Why a part of a log is in no recording. */
export type PassedOver =
  /** It is about something else than MCP. */
  | 'unrelated'
  /** It is not as the format has it. */
  | 'broken';

export interface ObservedFrame {
  readonly kind: 'frame';
  readonly from: Side;
  readonly bytes: Buffer;
  /** Absent: the log does not tell; a line feed, or nothing over HTTP. */
  readonly eol?: Eol;
  /** Counts the HTTP exchanges of the log in any way; numbered anew in each recording. */
  readonly call?: number;
  readonly sse?: SseFields;
  /** What the log says about this frame beside its bytes. */
  readonly remark?: string;
  /** The log gives it whole, so that what is no JSON was none on the wire either. */
  readonly isWhole?: true;
}

export interface ObservedHead {
  readonly kind: 'http';
  readonly call: number;
  readonly from: Side;
  readonly start: string;
  /** Names and values in turn, secrets not masked yet. */
  readonly headers: readonly string[];
}
