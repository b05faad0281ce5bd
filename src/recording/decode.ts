import { isUtf8 } from 'node:buffer';
import type { Eol, Line, Side } from '../model/frame.ts';
import {
  type EndEntry,
  type Entry,
  FORMAT_VERSION,
  type FrameEntry,
  type Header,
} from '../model/recording.ts';
import { isJson } from '../wire/json.ts';
import { eventOf, exitOf } from './decode-event.ts';
import { headerOf } from './decode-header.ts';
import { httpMembers, httpOf } from './decode-http.ts';
import { readHints } from './hints.ts';
import { withLineFeeds } from './line-feeds.ts';
import { type MemberSpan, memberSpans } from './members.ts';
import { type Members, migrate } from './migrations.ts';
import { parseTime } from './time.ts';

/** What one line of a recording turned out to be. */
export type DecodedLine =
  /** `whole` is false when members were missing and a stand-in took their place. */
  | { readonly kind: 'header'; readonly header: Header; readonly whole: boolean }
  /** A header of a version that this program does not know. */
  | { readonly kind: 'newer'; readonly version: number; readonly recorder: string | undefined }
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'broken' };

/** An entry is an object with these; what its type adds is read by type. */
type Placed = { readonly seq: number; readonly at: number };

const BROKEN = { kind: 'broken' } as const;

/**
 * Reads one line, without its line feed. Never throws: what is not an entry is `broken`. Unknown members
 * are ignored. `version` is the one that the file's header states; the line is migrated from it.
 * The `message` bytes of an entry are the ones in the line, not a copy.
 */
export function decodeLine(line: Buffer, version: number = FORMAT_VERSION): DecodedLine {
  const parts = partsOf(line);
  if (!parts) return BROKEN;
  if (parts.members['type'] === 'header') return decodedHeader(parts.members);
  const entry = entryOf({ ...parts, members: migrate(parts.members, version) });
  return entry ? { kind: 'entry', entry } : BROKEN;
}

interface Parts {
  readonly members: Members;
  readonly message: Buffer | undefined;
  readonly line: Buffer;
  readonly spans: readonly MemberSpan[];
}

/** Cuts the message out and parses the rest, which is ours and short. */
function partsOf(line: Buffer): Parts | undefined {
  const spans = memberSpans(line);
  if (!spans) return undefined;
  const places = spans.filter((span) => span.key === 'message');
  const [place] = places;
  if (places.length > 1) return undefined;
  const message = place && line.subarray(place.start, place.end);
  const members = parseMembers(line, place);
  return members && { members, message, line, spans };
}

/** All members of the line; null stands for the value at `without`. */
function parseMembers(line: Buffer, without: MemberSpan | undefined): Members | undefined {
  const head = line.subarray(0, without?.start);
  const tail = line.subarray(without?.end ?? line.length);
  if (!isUtf8(head) || !isUtf8(tail)) return undefined;
  try {
    const text = head.toString('utf8') + (without ? 'null' : '') + tail.toString('utf8');
    // `memberSpans` saw an object, so this is one when it parses at all.
    return JSON.parse(text) as Members;
  } catch {
    return undefined;
  }
}

function decodedHeader(members: Members): DecodedLine {
  const { format, version, recorder } = members;
  if (format !== 'sadap' || !isCount(version) || version < 1) return BROKEN;
  if (version > FORMAT_VERSION)
    return {
      kind: 'newer',
      version,
      recorder: typeof recorder === 'string' ? recorder : undefined,
    };
  return { kind: 'header', ...headerOf(migrate(members, version)) };
}

function entryOf(parts: Parts): Entry | undefined {
  const { seq, at, type } = parts.members;
  const time = typeof at === 'string' ? parseTime(at) : undefined;
  if (!isCount(seq) || time === undefined || typeof type !== 'string') return undefined;
  return entryOfType(type, { seq, at: time }, parts);
}

function entryOfType(type: string, placed: Placed, parts: Parts): Entry | undefined {
  const { members } = parts;
  switch (type) {
    case 'message':
      return messageOf(placed, parts);
    case 'stray':
      return strayOf(placed, members);
    case 'stderr': {
      const line = lineOf(members);
      return line && { type, ...placed, ...line };
    }
    case 'event': {
      const event = eventOf(members);
      return event ? { type, ...placed, ...event } : { type: 'other', ...placed, name: type };
    }
    case 'http':
      return httpOf(placed, members);
    case 'note':
      return noteOf(placed, members);
    case 'redacted':
      return redactedOf(placed, members);
    case 'end':
      return endOf(placed, members);
    default:
      return { type: 'other', ...placed, name: type };
  }
}

function messageOf(placed: Placed, { members, message, line, spans }: Parts): Entry | undefined {
  const from = sideOf(members);
  const eol = eolOf(members);
  if (!message || !from || eol === undefined || !isJson(message)) return undefined;
  const bytes = withLineFeeds(message, members['lf']);
  if (!bytes) return undefined;
  const hints = readHints(line, spans);
  const http = httpMembers(members);
  return { type: 'frame', ...placed, from, bytes, eol, ...http, ...(hints && { hints }) };
}

function strayOf(placed: Placed, members: Members): FrameEntry | undefined {
  const from = sideOf(members);
  const line = lineOf(members);
  return from && line && { type: 'frame', ...placed, from, ...line, ...httpMembers(members) };
}

function lineOf(members: Members): Line | undefined {
  const bytes = bytesOf(members);
  const eol = eolOf(members);
  return bytes && eol !== undefined ? { bytes, eol } : undefined;
}

function bytesOf({ text, base64 }: Members): Buffer | undefined {
  if (typeof text === 'string') return Buffer.from(text, 'utf8');
  if (typeof base64 !== 'string') return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}

/** Absent means the usual one: a line feed, over HTTP none. */
function eolOf({ call, eol = isCount(call) ? '' : '\n' }: Members): Eol | undefined {
  return eol === '\n' || eol === '\r\n' || eol === '' ? eol : undefined;
}

function sideOf({ from }: Members): Side | undefined {
  return from === 'client' || from === 'server' ? from : undefined;
}

function noteOf(placed: Placed, { target, text }: Members): Entry | undefined {
  if (typeof text !== 'string') return undefined;
  return { type: 'note', ...placed, ...(isCount(target) && { target }), text };
}

function redactedOf(placed: Placed, { target, rule, count }: Members): Entry | undefined {
  if (typeof rule !== 'string' || !isCount(count)) return undefined;
  return { type: 'redacted', ...placed, ...(isCount(target) && { target }), rule, count };
}

function endOf(placed: Placed, { closedBy, exit, reason }: Members): EndEntry | undefined {
  if (closedBy !== 'client' && closedBy !== 'server' && closedBy !== 'sadap') return undefined;
  const ended = exitOf(exit);
  return {
    type: 'end',
    ...placed,
    closedBy,
    ...(ended && { exit: ended }),
    ...(typeof reason === 'string' && { reason }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
