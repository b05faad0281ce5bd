/**
 * The shapes of `sadap show --json`, one object a line. They are part of the program's surface:
 * members may be added, never renamed or removed without a major version. Times are ISO 8601 in UTC
 * with microseconds, durations milliseconds, sizes bytes. A message is named by `seq`, in a batch by
 * `seq.index`.
 */

import type { Finding } from '../../model/finding.ts';
import type { Side } from '../../model/frame.ts';
import type { Defect, Message, StrayWhy } from '../../model/message.ts';
import type { Fate, ModelMedia, ModelText, Reading } from '../../model/reading.ts';
import type {
  CaptureMode,
  Damage,
  RecordingState,
  ServerInfo,
  TimelineItem,
} from '../../model/recording.ts';
import type { Era, Outcome, Role } from '../../model/session.ts';
import type { SessionCost } from '../../reading/cost.ts';

/** Always the first line. */
export interface JsonSessionLine {
  readonly type: 'session';
  readonly session: string;
  readonly startedAt: string | null;
  readonly recorder: string;
  readonly mode: CaptureMode;
  readonly exact: boolean;
  readonly server: ServerInfo;
  readonly era: Era;
  readonly revision: string | null;
  readonly exchanges: number;
  readonly durationMs: number;
  /** false: still being written, or the recorder was killed. */
  readonly ended: boolean;
  /** By whose rules the fates are given. */
  readonly profile: { readonly title: string; readonly verifiedAt: string };
}

/** One request, notification, result or failure. `message` follows as the last member, as sent. */
export interface JsonMessageLine {
  readonly type: 'message';
  readonly seq: number;
  /** Place in its batch. */
  readonly index?: number;
  readonly at: string | null;
  readonly from: Side;
  readonly kind: Message['kind'];
  readonly method?: string;
  /** The tool, prompt or resource that a request is about. */
  readonly subject?: string;
  /** The id as JSON spells it: `3`, `"a"`. Absent when there is none or it is null. */
  readonly id?: string;
  readonly part: Role['part'];
  /** Of everything but requests: the request that it belongs to. */
  readonly request?: string;
  /** Of requests: what became of it. */
  readonly outcome?: Outcome['kind'];
  /** Of requests of the other side: the request during which it was asked. */
  readonly within?: string;
  /** From the request to its answer; on both. */
  readonly latencyMs?: number;
  /** Flaws of the bytes that do not stop a reader. */
  readonly defects?: readonly Defect[];
  /** Exactly one covers each leaf. */
  readonly fates: readonly Fate[];
  readonly texts: readonly (ModelText & { readonly tokens?: number })[];
  readonly media: readonly ModelMedia[];
  /** Of the message, and of what the model reads and wrote of it. */
  readonly bytes: { readonly message: number } & Reading['bytes'];
}

/** A frame, or a member of a batch, that holds no message. */
export type JsonStrayLine = {
  readonly type: 'stray';
  readonly seq: number;
  readonly index?: number;
  readonly at: string | null;
  readonly from: Side;
  readonly why: StrayWhy;
  readonly detail: string;
  readonly offset?: number;
} & JsonText;

/** `text` when the bytes are UTF-8, else `base64`. */
export type JsonText = { readonly text: string } | { readonly base64: string };

/** A line of the server's stderr. */
export type JsonStderrLine = {
  readonly type: 'stderr';
  readonly seq: number;
  readonly at: string | null;
} & JsonText;

/** Process events, notes, the end, and entries of other programs, as in the recording. */
export type JsonEntryLine = Timed<Exclude<TimelineItem, { type: 'frame' | 'stderr' }>>;

/** A damaged place of the file. Before everything else that was recorded. */
export type JsonDamageLine = Damage & { readonly type: 'damage' };

/** Behind the last entry. */
export type JsonFindingLine = Finding & { readonly type: 'finding' };

/** Always the last line. */
export interface JsonSummaryLine {
  readonly type: 'summary';
  readonly exchanges: number;
  /** How many exchanges ended each way. */
  readonly outcomes: { readonly [outcome: string]: number };
  /** Exchanges that were answered by a JSON-RPC error, by a result with `isError`, or never. */
  readonly errors: number;
  /** Answers that belong to no request. */
  readonly orphans: number;
  readonly findings: number;
  /** ended: closed in order; open: being written; cut: the recorder is gone; unknown: open or cut. */
  readonly state: RecordingState;
  /** Absent when tokens were not counted. */
  readonly cost?: SessionCost;
}

export type JsonLine =
  | JsonSessionLine
  | JsonMessageLine
  | JsonStrayLine
  | JsonStderrLine
  | JsonEntryLine
  | JsonDamageLine
  | JsonFindingLine
  | JsonSummaryLine;

/** The same entry with its time as text. */
type Timed<Item> = Item extends unknown ? Omit<Item, 'at'> & { readonly at: string | null } : never;
