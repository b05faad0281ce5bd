/**
 * What the page gets of a recording, whether a server gives it on demand or the page carries it. All text
 * in it is printable: what could repaint or reorder a line is spelled out. It is text all the same, never HTML.
 */

export interface HostChoice {
  readonly id: string;
  readonly title: string;
  readonly verifiedAt: string;
}

/** The recording as a whole. */
export interface SessionInfo {
  readonly name: string;
  /** `asrama 1.0.0`, `stdio`, `legacy 2025-06-18`, `12 exchanges`, `2.8 s`. */
  readonly facts: readonly string[];
  readonly durationMs: number;
  readonly rows: number;
  readonly findings: number;
  readonly methods: readonly string[];
  readonly tools: readonly string[];
  /** The hosts to choose from, and the one that is shown when nobody chose. */
  readonly hosts: readonly HostChoice[];
  readonly host: string;
  /** The recording may still grow. */
  readonly isLive: boolean;
  /** Name of a second recording to compare with. */
  readonly other: string | undefined;
}

export type RowKind =
  | 'request'
  | 'result'
  | 'failure'
  | 'notification'
  | 'stray'
  | 'stderr'
  | 'event';

/** One entry of the recording, on one line. */
export interface RowInfo {
  /** `4`, or `4.1` in a batch. */
  readonly key: string;
  /** Milliseconds since the recording began. */
  readonly atMs: number;
  readonly from: 'client' | 'server' | 'beside';
  readonly kind: RowKind;
  /** `tools/call`, `result`, `not JSON`. */
  readonly word: string;
  readonly subject: string;
  /** What went wrong, in a few words. */
  readonly trouble: string;
  readonly id: string;
  readonly bytes: number;
  /** Asked while another exchange was open: how deep. */
  readonly depth: number;
  readonly latencyMs: number | undefined;
  /** The other end of the exchange. */
  readonly pair: string | undefined;
  /** Does the model read or write any of it? */
  readonly reaches: boolean;
  readonly findings: number;
}

export interface RowPage {
  /** Rows that the filter lets through. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly RowInfo[];
}

/** What is shown of the rows; empty members show everything. */
export interface Query {
  readonly text: string;
  readonly method: string;
  readonly tool: string;
  readonly side: '' | 'client' | 'server';
  readonly errors: boolean;
}

/** A bar of the overview: an exchange from request to answer. */
export interface Bar {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly from: 'client' | 'server';
  readonly depth: number;
  readonly title: string;
  readonly isError: boolean;
  /** The model reads some of the answer. */
  readonly reaches: boolean;
}

export interface AnnotatedRow {
  readonly text: string;
  /** Words of the fates; empty on lines of brackets. */
  readonly fates: readonly string[];
  readonly note: string;
  /** The line goes on with the value of the line above. */
  readonly more: boolean;
  /** The model gets this. */
  readonly reaches: boolean;
}

/** A text that the model reads or wrote. */
export interface ModelPart {
  readonly place: string;
  readonly way: 'read' | 'wrote' | 'media';
  readonly text: string;
  readonly tokens: number;
}

export interface FindingInfo {
  readonly rule: string;
  readonly severity: 'problem' | 'warning' | 'note';
  readonly side: string;
  readonly title: string;
  readonly fix: string;
  /** Entry, with the pointer or offset in it. */
  readonly places: readonly { readonly key: string; readonly where: string }[];
}

/** One entry in all its forms, by the rules of one host. */
export interface FrameInfo {
  readonly key: string;
  readonly row: RowInfo;
  /** The bytes as they crossed the wire, made printable. `cut`: bytes left out at the end. */
  readonly wire: { readonly text: string; readonly cut: number };
  readonly annotated: readonly AnnotatedRow[];
  readonly model: readonly ModelPart[];
  /** Sizes and tokens in a sentence. */
  readonly totals: string;
  readonly findings: readonly FindingInfo[];
}

export interface CostInfo {
  readonly tokenizer: string;
  readonly read: number;
  readonly wrote: number;
  readonly wireBytes: number;
  readonly notRead: number;
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly results: readonly {
    readonly key: string;
    readonly tool: string;
    readonly tokens: number;
  }[];
}

export interface ChangeInfo {
  readonly tier: string;
  readonly rule: string;
  readonly subject: string;
  readonly where: string;
  readonly before: string;
  readonly after: string;
  readonly keys: { readonly a: string; readonly b: string };
}

/** Where the page gets all this from. */
export interface DataSource {
  session(): Promise<SessionInfo>;
  rows(query: Query, from: number, count: number): Promise<RowPage>;
  /** The place of an entry among the rows of a query; -1: it is not among them. */
  indexOf(query: Query, key: string): Promise<number>;
  bars(): Promise<readonly Bar[]>;
  frame(key: string, host: string): Promise<FrameInfo>;
  findings(): Promise<readonly FindingInfo[]>;
  cost(host: string): Promise<CostInfo>;
  changes(): Promise<readonly ChangeInfo[]>;
  /** Calls back when the recording has grown; absent: it does not. */
  watch?(grown: () => void): () => void;
}

/** All that a page carries when it was made to be handed on: one host, every entry. */
export interface Embedded {
  readonly session: SessionInfo;
  /** With the method and tool that a filter asks for. */
  readonly rows: readonly {
    readonly row: RowInfo;
    readonly method: string;
    readonly tool: string;
  }[];
  readonly frames: Readonly<Record<string, FrameInfo>>;
  readonly bars: readonly Bar[];
  readonly findings: readonly FindingInfo[];
  readonly cost: CostInfo;
}
