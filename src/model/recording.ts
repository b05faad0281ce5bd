import type { Eol, Frame, Line, Micros, Side } from './frame.ts';
import type { ParsedFrame } from './message.ts';

/** The newest recording format that this program writes and reads. Counts format changes only. */
export const FORMAT_VERSION = 1;

/** How a recording came to be. */
export type CaptureMode = 'record' | 'tee' | 'proxy' | 'replay' | 'import';

/** First line of a recording. */
export interface Header {
  readonly type: 'header';
  readonly format: 'sadap';
  readonly version: number;
  /** UUID version 7. */
  readonly session: string;
  readonly startedAt: Micros;
  /** Program and version that wrote it: `sadap/0.1.0`. */
  readonly recorder: string;
  readonly mode: CaptureMode;
  /** false: imported or redacted, the bytes were re-spelled. */
  readonly exact: boolean;
  /** Absent where nobody records any more: in imports, and in recordings of other programs. */
  readonly process?: RecorderProcess;
  /** Equal for recordings whose recorders were started by one process, as a host starts its servers. */
  readonly run?: string;
  /** Of an import: what it was made from. */
  readonly source?: ImportSource;
  readonly server: ServerInfo;
}

/** The log of another program that a recording was made from. */
export interface ImportSource {
  /** Name of the format, as `sadap import --from` takes it (docs/reference/import). */
  readonly format: string;
  /** Names of the files, without their folders. */
  readonly files: readonly string[];
  /** Present when the files were not UTF-8. */
  readonly encoding?: 'utf-16le' | 'utf-16be';
  /** What the times of the entries are worth; absent when the log gave them with their zone. */
  readonly times?: ImportTimes;
}

export type ImportTimes =
  /** Local time of a zone that the log does not name; the digits stand here as if they were UTC. */
  | 'local'
  /** Counted from the start, whose own time the log does not give: it is 1970-01-01. */
  | 'relative'
  /** Worked out from durations: how long an answer took is the log's, the rest is not. */
  | 'derived'
  /** The log gives none; every entry has the same one, 1970-01-01. */
  | 'none';

/** Do its times say how long something took? Not those of a log without times, which are all the same. */
export function isTimed({ source }: Header): boolean {
  return source?.times !== 'none';
}

/** The process that writes a recording, by which a reader on the same machine sees whether it lives. */
export interface RecorderProcess {
  readonly pid: number;
  /** When it was started, in clock ticks since the machine was (proc(5), starttime). Linux alone. */
  readonly ticks?: number;
  /** Equal where the same process ids are: on one machine, of one start of it, in one container. */
  readonly machine: string;
}

/** Can a recording still grow? */
export type RecordingState =
  /** It was closed in order. */
  | 'ended'
  /** Its recorder lives. */
  | 'open'
  /** Its recorder is gone without closing it. */
  | 'cut'
  /** It has no end, and whether its recorder lives cannot be seen from here. */
  | 'unknown';

/** The server as it was started. Secrets in arguments are masked, environment values never stored. */
export interface ServerInfo {
  readonly label: string;
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly envNames?: readonly string[];
  readonly url?: string;
}

/** How a process ended; exactly one of the two is not null. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Something that happened to the process or the connection rather than on the wire. */
export type ProcessEvent =
  | { readonly event: 'started' }
  /** The program could not be started. `code` is the system's: ENOENT, EACCES. */
  | { readonly event: 'spawn-failed'; readonly code: string; readonly text: string }
  /** The client closed the server's standard input. */
  | { readonly event: 'stdin-closed' }
  /** The server closed its standard output while it was still running. */
  | { readonly event: 'stdout-closed' }
  /** A write to the server failed (EPIPE: it no longer reads). Recorded once. */
  | { readonly event: 'write-failed'; readonly code: string }
  /** So many bytes were read from the other side, and could not be given to this one any more. */
  | { readonly event: 'undelivered'; readonly to: Side; readonly bytes: number }
  /** sadap sent this signal to the server. */
  | { readonly event: 'signal'; readonly signal: string }
  /** A step of the script waited this long without an answer. */
  | { readonly event: 'timeout'; readonly step: string; readonly ms: number }
  | ({ readonly event: 'exit' } & Exit)
  | HttpClosed
  /** Imported: the log does not hold the answer's body, so nobody can say what was in it. */
  | { readonly event: 'not-captured'; readonly call: number }
  /** The upstream could not be asked: no connection, or it broke before an answer began. */
  | {
      readonly event: 'upstream-failed';
      readonly call: number;
      readonly code: string;
      readonly text: string;
    };

/** An HTTP exchange is over. */
export interface HttpClosed {
  readonly event: 'http-closed';
  readonly call: number;
  /** Who ended it: the server by finishing or breaking off its answer, the client by leaving. */
  readonly by: Side | 'sadap';
  /** The answer arrived to its end. */
  readonly complete: boolean;
  /** Bytes of the answer's body on the wire. */
  readonly bytes: number;
  /** Of a stream: how many events were dispatched, and how many of them were JSON-RPC answers. */
  readonly events?: number;
  readonly answers?: number;
}

interface Placed {
  readonly seq: number;
  readonly at: Micros;
}

/** A frame as stored. Hints repeat what a scanner saw; the message itself is always right. */
export interface FrameEntry extends Frame {
  readonly type: 'frame';
  readonly hints?: { readonly method?: string; readonly id?: string };
}

/** A piece of the server's stderr: a line, or a part of one where it grew too long to wait for. */
export interface StderrEntry extends Placed, Line {
  readonly type: 'stderr';
  readonly eol: Eol;
}

/** One process event. Design decision: docs/decisions. */
export type EventEntry = Placed & { readonly type: 'event' } & ProcessEvent;

/** Start line and headers of an HTTP request or of its response. Secrets in them are masked. */
export interface HttpEntry extends Placed {
  readonly type: 'http';
  /** Counts the HTTP exchanges of the recording, from 1. */
  readonly call: number;
  readonly from: Side;
  /** `POST /mcp` of a request, `200 OK` of a response. */
  readonly start: string;
  /** In the order and spelling sent, repeated ones each. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A remark by the recorder about an entry, or about the session when `target` is absent. */
export interface NoteEntry extends Placed {
  readonly type: 'note';
  readonly target?: number;
  readonly text: string;
}

/** So many values were taken out of an entry after the fact, by one rule (`member:nik`, `pattern:email`). */
export interface RedactedEntry extends Placed {
  readonly type: 'redacted';
  /** The entry; absent: the header. */
  readonly target?: number;
  readonly rule: string;
  readonly count: number;
}

/** The text of the note by which a recorder says that processes of the server outlived it. */
export const OUTLIVED = 'the server has ended, and what it had started was still running';

/** Last line of a recording that was closed in order. */
export interface EndEntry extends Placed {
  readonly type: 'end';
  readonly closedBy: Side | 'sadap';
  readonly exit?: Exit;
  /** Why recording stopped early, when it did. */
  readonly reason?: string;
}

/** An entry of a type that this version does not know (`x-…`, or newer); kept, never interpreted. */
export interface OtherEntry extends Placed {
  readonly type: 'other';
  readonly name: string;
}

export type Entry =
  | FrameEntry
  | StderrEntry
  | HttpEntry
  | EventEntry
  | NoteEntry
  | RedactedEntry
  | EndEntry
  | OtherEntry;

/** A place of the file that is not as a recorder would have written it. Reported, never fatal. */
export interface Damage {
  /** 1-based line of the file. */
  readonly line: number;
  /** Byte offset in the file. */
  readonly offset: number;
  /** Bytes passed over; 0 where none were. */
  readonly length: number;
  readonly why: /** The last line has no end: cut while it was written, or still being written. */
    | 'torn'
    /** Zero bytes, as a full disk or a crash leaves them. */
    | 'nul'
    /** A line that is no entry, or repeats the place of an earlier one. */
    | 'not-an-entry'
    /** Entries are missing before this one; nothing that was passed over explains it. */
    | 'gap'
    /** The entry was read, but its `seq` is not that of its place among the others. */
    | 'wrong-seq'
    /** The first line is no header, or lacks members; a stand-in takes their place. */
    | 'bad-header'
    /** A second recording starts here; it and all that follows was passed over. */
    | 'second-header'
    /** The entry was read, but its hints name another method or id than its message. */
    | 'wrong-hints';
}

/** An entry of a recording, with frames already understood. */
export type TimelineItem =
  | (ParsedFrame & { readonly type: 'frame'; readonly entry: FrameEntry })
  | Exclude<Entry, FrameEntry>;

/** A whole recording in memory. */
export interface Recording {
  /** Path as given, or `-`. */
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  readonly header: Header;
  readonly items: readonly TimelineItem[];
  readonly damage: readonly Damage[];
  /** Absent: still being written, or the recorder was killed. */
  readonly end: EndEntry | undefined;
  /** Where its entries stand in the file; absent where they stand in none. */
  readonly lines?: readonly LineShift[];
  /** Present when not all was kept: see `src/sift`. */
  readonly passedOver?: PassedOver;
}

/**
 * Calls of tools, each a request and its result, log notifications and lines of standard error that are not
 * among the items: no rule has a word on them.
 */
export interface PassedOver {
  readonly calls: number;
  readonly logs: number;
  /** Bytes with their line feeds. */
  readonly stderr: { readonly lines: number; readonly bytes: number };
  /** All lines of each side, the kept ones too. */
  readonly lines: { readonly [side in Side]: number };
  /** The number of each kept frame among the lines of its side, from 1, by `seq`. */
  readonly numbers: ReadonlyMap<number, number>;
}

/** From this entry to the next shift, an entry stands on line `seq + by` of the file, from 1. */
export interface LineShift {
  readonly seq: number;
  readonly by: number;
}

/** The line of the file on which an entry stands, from 1; undefined when it is not known. */
export function lineOf({ lines }: Pick<Recording, 'lines'>, seq: number): number | undefined {
  const shift = lines?.findLast((each) => each.seq <= seq);
  return shift && seq + shift.by;
}
