import type { Micros, Side, SseFields } from '../../../model/frame.ts';
import { type JsonNode, member, stringMember } from '../../../model/json.ts';
import { hintsOf } from '../../../recording/hints.ts';
import { isJson } from '../../../wire/json.ts';
import { closedOf, headerIn, isEventStream } from '../bodies.ts';
import type { Seen } from '../observation.ts';
import { numberMember } from '../rows.ts';
import type { RowLine } from './capture-rows.ts';

interface Open {
  readonly call: number;
  readonly id: string | undefined;
  isAnswered: boolean;
}

/** Exchanges that wait for their end; older ones are given up. */
const MOST_OPEN = 1000;

/** Puts rows with HTTP heads and events of streams into exchanges; a row may name its own by `call`. */
export class CallRows {
  #last = 0;
  #open: Open[] = [];

  take(node: JsonNode, from: Side, line: RowLine | undefined, at: Micros): Seen[] {
    const http = member(node, 'http');
    const sse = sseOf(member(node, 'sse'));
    if (!http && !sse) return line ? [{ kind: 'frame', from, isWhole: true, ...line }] : [];
    return from === 'client'
      ? this.#request(node, http, line)
      : this.#response(node, http, sse, line, at);
  }

  #request(node: JsonNode, http: JsonNode | undefined, line: RowLine | undefined): Seen[] {
    const call = numberMember(node, 'call') ?? ++this.#last;
    this.#last = Math.max(this.#last, call);
    this.#open = [
      ...this.#open.slice(-MOST_OPEN),
      { call, id: line && idOf(line.bytes), isAnswered: false },
    ];
    const url = stringMember(http, 'url');
    const start = `${stringMember(http, 'method') ?? 'POST'} ${stringMember(http, 'path') ?? url ?? '/'}`;
    return [
      ...(url === undefined ? [] : [{ kind: 'about', server: { url } } as const]),
      { kind: 'http', call, from: 'client', start, headers: headersOf(http) },
      ...frameOf('client', call, undefined, line),
    ];
  }

  #response(
    node: JsonNode,
    http: JsonNode | undefined,
    sse: SseFields | undefined,
    line: RowLine | undefined,
    at: Micros,
  ): Seen[] {
    const open = this.#callFor(node, http !== undefined, line);
    if (!open) return line ? [{ kind: 'frame', from: 'server', isWhole: true, ...line }] : [];
    const { call } = open;
    const frames = frameOf('server', call, sse, line);
    if (!http) return frames;
    open.isAnswered = true;
    const status = String(numberMember(http, 'status') ?? '');
    const headers = headersOf(http);
    const head: Seen = { kind: 'http', call, from: 'server', start: status, headers };
    if (sse || isEventStream(headerIn(headers, 'content-type'))) return [head, ...frames];
    this.#open = this.#open.filter((each) => each !== open);
    return [head, ...frames, closedOf({ call, at }, line?.bytes, undefined)];
  }

  /** By its number, by the id that it answers, else the first one that waits. */
  #callFor(node: JsonNode, isHead: boolean, line: RowLine | undefined): Open | undefined {
    const named = numberMember(node, 'call');
    const id = line && idOf(line.bytes);
    const waiting = this.#open.filter((each) => each.isAnswered !== isHead);
    return (
      waiting.find(({ call }) => call === named) ??
      waiting.find((each) => id !== undefined && each.id === id) ??
      (isHead ? waiting[0] : waiting.at(-1))
    );
  }
}

function frameOf(
  from: Side,
  call: number,
  sse: SseFields | undefined,
  line: RowLine | undefined,
): Seen[] {
  if (!line) return [];
  return [
    { kind: 'frame', from, call, bytes: line.bytes, eol: '', isWhole: true, ...(sse && { sse }) },
  ];
}

function idOf(bytes: Buffer): string | undefined {
  return isJson(bytes) ? hintsOf(bytes).id : undefined;
}

function sseOf(node: JsonNode | undefined): SseFields | undefined {
  if (node?.kind !== 'object') return undefined;
  const event = stringMember(node, 'event');
  const id = stringMember(node, 'id');
  return { ...(event !== undefined && { event }), ...(id !== undefined && { id }) };
}

/** An object of names and values, of which some may be lists. */
function headersOf(http: JsonNode | undefined): string[] {
  const headers = member(http, 'headers');
  if (headers?.kind !== 'object') return [];
  return headers.members.flatMap(({ key, value }) => {
    const values = value.kind === 'array' ? value.items : [value];
    return values.flatMap((each) => [key, textOf(each)]);
  });
}

function textOf(node: JsonNode): string {
  if (node.kind === 'string') return node.value;
  return node.kind === 'number' ? node.text : '';
}
