import type { Change } from '../compare/change.ts';
import type { Finding } from '../model/finding.ts';
import type { Side } from '../model/frame.ts';
import type { Located } from '../model/message.ts';
import type { FateKind, Reading } from '../model/reading.ts';
import type { Session } from '../model/session.ts';
import type { MemberRow } from './members.ts';

/** One recording that a document is made from, understood and read by the host's rules. */
export interface Source {
  /** As the document names it. */
  readonly name: string;
  readonly session: Session;
  readonly reading: (located: Located) => Reading;
  readonly findings: readonly Finding[];
  readonly countTokens: (text: string) => number;
  /** Bytes of a message as it crossed the wire, with what was taken out since. */
  readonly sizeOf: (located: Located) => number;
  /** Values that were taken out of the recording, by rule. */
  readonly taken: ReadonlyMap<string, number>;
}

/** A description of the wire, made from observed traffic alone. */
export interface WireDocument {
  readonly title: string;
  /** By whose rules the fates are given. */
  readonly host: { readonly title: string; readonly verifiedAt: string };
  readonly sources: readonly Source[];
  /** The conversation of the first recording. */
  readonly sequence: readonly Step[];
  readonly instructions: readonly Instructions[];
  readonly tools: readonly ToolPart[];
  readonly methods: readonly MethodPart[];
  readonly errors: readonly ErrorPart[];
  readonly unseen: readonly UnseenRow[];
  /** From each recording to the next. */
  readonly changes: readonly Transition[];
}

/** What changed from one recording to another. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly Change[];
}

/** A message of which there are more like it. */
export interface Example {
  /** `request`, `result`, `result with isError`, `error -32602`, `notification`. */
  readonly label: string;
  /** Of a request, where it is not told otherwise. */
  readonly method?: string;
  /** The tool, prompt or resource. */
  readonly subject: string | undefined;
  /** Where messages of two eras are told apart. */
  readonly era: string | undefined;
  readonly source: Source;
  readonly located: Located;
  /** How many like it were seen, and in which recordings. */
  readonly times: number;
  readonly seenIn: readonly string[];
  /** Bytes of the shortest and longest one. */
  readonly size: { readonly least: number; readonly most: number };
}

/** All that was seen of one method: its messages once each, and the members of both directions. */
export interface MethodPart {
  readonly method: string;
  readonly from: Side;
  readonly isNotification: boolean;
  readonly examples: readonly Example[];
  readonly params: readonly MemberRow[];
  readonly result: readonly MemberRow[];
  readonly latency: Latency | undefined;
}

/** From request to answer, in microseconds. */
export interface Latency {
  readonly count: number;
  readonly median: number;
  readonly most: number;
}

/** One tool: as it is defined, as the model gets it, as it was called. */
export interface ToolPart {
  readonly name: string;
  /** What the model calls it; undefined: the profile does not say. */
  readonly modelName: string | undefined;
  readonly description: string | undefined;
  /** The members of its definition, from wire to model. */
  readonly mapping: readonly MappingRow[];
  /** Recordings whose definition differs from the first one in more than the order of members. */
  readonly differsIn: readonly string[];
  /** Tokens of the definition in every turn. */
  readonly rent: number;
  readonly calls: number;
  readonly failures: number;
  readonly arguments: readonly MemberRow[];
  /** Of `structuredContent`, or of JSON inside the text. */
  readonly output: { readonly from: OutputPlace; readonly rows: readonly MemberRow[] };
  readonly examples: readonly Example[];
  readonly latency: Latency | undefined;
}

export type OutputPlace = 'structuredContent' | 'the text, which is JSON' | 'nowhere';

/** One member of a definition, and what becomes of it. */
export interface MappingRow {
  readonly member: string;
  /** On the wire, as spelled, short. */
  readonly value: string;
  readonly bytes: number;
  readonly kinds: readonly FateKind[];
  readonly note: string | undefined;
}

/** One way to fail. */
export interface ErrorPart {
  /** rpc: a JSON-RPC error; tool: a result with isError; soft: a failure that is called a success. */
  readonly kind: 'rpc' | 'tool' | 'soft';
  /** `tools/call detail_anak`. */
  readonly asked: string;
  /** Of a JSON-RPC error. */
  readonly code: string | undefined;
  readonly text: string;
  /** What the model reads of it, whole; undefined: nothing. */
  readonly modelReads: string | undefined;
  readonly times: number;
  readonly seenIn: readonly string[];
}

/** Members that no model gets. */
export interface UnseenRow {
  /** `result of`, before the method; `3 kinds of messages`, without one. */
  readonly message: string;
  readonly method: string | undefined;
  /** With `*` for any index. */
  readonly pointer: string;
  readonly kind: FateKind;
  readonly note: string | undefined;
  readonly times: number;
}

/** What the instructions say, and what the host makes of them. */
export interface Instructions {
  readonly text: string;
  readonly seenIn: readonly string[];
  readonly kinds: readonly FateKind[];
}

export type Lane = 'model' | 'client' | 'server';

/** One arrow of the sequence diagram. */
export interface Step {
  readonly from: Lane;
  readonly to: Lane;
  readonly text: string;
  /** An answer, drawn with a broken line. */
  readonly isAnswer: boolean;
  readonly isError: boolean;
}
