import type { Micros } from '../../../model/frame.ts';
import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import type { Format, LogParser, Unit } from '../format.ts';
import type { Observation, Seen } from '../observation.ts';
import { broken, bytesOf, numberMember, type Row, rowOf, textsOf } from '../rows.ts';
import { later, unixTime } from '../stamp.ts';
import { CallRows } from './capture-rows-http.ts';

const DIRECTIONS = ['c2s', 's2c', 'err', 'ctl'];

/** A neutral form that needs no program to write it: one event a line. */
export const captureRows: Format = {
  id: 'capture-rows',
  title: 'rows of t, dir and msg, raw or b64, with http, sse or ev: a form for hand-made captures',
  keeps:
    'everything that the rows hold: bytes of messages, stderr, HTTP heads, events of streams, start and exit',
  loses: 'line ends where the rows do not hold them',
  holdsMessages: true,
  times: 'relative',
  reads: 'lines',
  recognise: (sample) => ({
    score: sample.countRows(isEntry),
    wanted: 'lines like {"t":0.1,"dir":"c2s","msg":{…}}',
  }),
  parser: () => new CaptureRowsParser(),
};

function isEntry(row: JsonNode): boolean {
  return (
    DIRECTIONS.includes(stringMember(row, 'dir') ?? '') &&
    numberMember(row, 't') !== undefined &&
    numberMember(row, 'seq') === undefined
  );
}

class CaptureRowsParser implements LogParser {
  readonly #calls = new CallRows();

  take(unit: Unit): readonly Observation[] {
    const row = rowOf(unit);
    const dir = row && stringMember(row.node, 'dir');
    if (!row || dir === undefined || !DIRECTIONS.includes(dir)) return broken(unit);
    const at = timeOf(row.node);
    return this.#seen(row, dir, at).map((each) => ({ ...each, at }));
  }

  end(): readonly Observation[] {
    return [];
  }

  #seen(row: Row, dir: string, at: Micros): Seen[] {
    if (dir === 'ctl') return eventOf(row.node);
    const line = lineOf(row);
    if (dir === 'err') return line ? [{ kind: 'stderr', bytes: line.bytes }] : [];
    return this.#calls.take(row.node, dir === 'c2s' ? 'client' : 'server', line, at);
  }
}

/** Seconds, from any start; large ones are Unix time. */
function timeOf(node: JsonNode): Micros {
  const seconds = numberMember(node, 't') ?? 0;
  return (seconds > 1e9 ? unixTime(seconds) : undefined) ?? later(0, seconds * 1000);
}

/** What a row holds of the wire: a value with its bytes, a line of text, or bytes in base64. */
export interface RowLine {
  readonly bytes: Buffer;
  readonly eol?: '\r\n' | '\n';
}

function lineOf(row: Row): RowLine | undefined {
  const base64 = stringMember(row.node, 'b64');
  const text = stringMember(row.node, 'raw');
  const bytes =
    base64 !== undefined
      ? Buffer.from(base64, 'base64')
      : text !== undefined
        ? Buffer.from(text)
        : bytesOf(row, 'msg');
  if (!bytes) return undefined;
  const [last, before] = [bytes.at(-1), bytes.at(-2)];
  if (last === 0x0d) return { bytes: bytes.subarray(0, -1), eol: '\r\n' };
  if (last !== 0x0a) return { bytes };
  return before === 0x0d
    ? { bytes: bytes.subarray(0, -2), eol: '\r\n' }
    : { bytes: bytes.subarray(0, -1), eol: '\n' };
}

/** What happened beside the wire. */
function eventOf(node: JsonNode): Seen[] {
  const name = stringMember(node, 'ev') ?? '';
  const side = stringMember(node, 'side');
  switch (name) {
    case 'session': {
      const label = stringMember(node, 'name');
      return [{ kind: 'begin' }, ...(label ? [{ kind: 'about', server: { label } } as const] : [])];
    }
    case 'start':
    case 'spawn':
      return [
        { kind: 'begin' },
        { kind: 'about', server: serverOf(node) },
        { kind: 'event', event: { event: 'started' } },
      ];
    case 'exit': {
      const exit = {
        code: numberMember(node, 'code') ?? null,
        signal: stringMember(node, 'signal') ?? null,
      };
      return [
        { kind: 'event', event: { event: 'exit', ...exit } },
        { kind: 'over', closedBy: 'server', exit },
      ];
    }
    case 'eof':
    case 'close':
      if (side === 'client')
        return [
          { kind: 'event', event: { event: 'stdin-closed' } },
          { kind: 'over', closedBy: side },
        ];
      if (side === 'server')
        return [
          { kind: 'event', event: { event: 'stdout-closed' } },
          { kind: 'over', closedBy: side },
        ];
      return [{ kind: 'note', text: name }];
    default:
      return [{ kind: 'note', text: name === '' ? 'an event without a name' : `event ${name}` }];
  }
}

/** Of the environment only the names. */
function serverOf(node: JsonNode) {
  const command = textsOf(member(node, 'argv') ?? member(node, 'command'));
  const cwd = stringMember(node, 'cwd');
  const env = member(node, 'env');
  return {
    ...(command && { command }),
    ...(cwd !== undefined && { cwd }),
    ...(env?.kind === 'object' && { envNames: env.members.map(({ key }) => key) }),
  };
}
