/** Building blocks of requests to a model, and their JSON. */
import { pointerTo } from '../../model/json.ts';
import type {
  Origin,
  RequestMember,
  RequestPiece,
  RequestValue,
} from '../../model/model-request.ts';

/** An object of the members that are there, in this order. */
export function object(members: {
  readonly [key: string]: RequestValue | undefined;
}): RequestValue {
  const present = Object.entries(members).flatMap(([key, value]): RequestMember[] =>
    value ? [{ key, value }] : [],
  );
  return { kind: 'object', members: present };
}

export function array(items: readonly RequestValue[]): RequestValue {
  return { kind: 'array', items };
}

/** A string that the format of the API asks for. */
export function api(text: string): RequestValue {
  return { kind: 'string', pieces: [{ text, origin: { kind: 'api' } }] };
}

/** A value that is no string, which the format asks for. */
export function literal(value: boolean | number): RequestValue {
  return { kind: 'json', json: String(value), origin: { kind: 'api' } };
}

/** A visible placeholder: `‹what›`. */
export function open(what: string): RequestValue {
  return { kind: 'string', pieces: [openPiece(what)] };
}

/** The same as a piece of a longer string. */
export function openPiece(what: string): RequestPiece {
  return { text: `‹${what}›`, origin: { kind: 'open' } };
}

export function string(pieces: readonly RequestPiece[]): RequestValue {
  return { kind: 'string', pieces };
}

/** A value whose JSON is known. */
export function json(text: string, origin: Origin): RequestValue {
  return { kind: 'json', json: text, origin };
}

/** The request as JSON without white space. */
export function requestJson(value: RequestValue): string {
  switch (value.kind) {
    case 'object':
      return `{${value.members.map(({ key, value: own }) => `${JSON.stringify(key)}:${requestJson(own)}`).join(',')}}`;
    case 'array':
      return `[${value.items.map(requestJson).join(',')}]`;
    case 'string':
      return JSON.stringify(textOf(value.pieces));
    case 'json':
      return value.json;
  }
}

/** The request as counting APIs take it: without members that only answering needs. */
export function countBody(value: RequestValue): string {
  if (value.kind !== 'object') return requestJson(value);
  const members = value.members.filter(({ key }) => key !== 'max_tokens');
  return requestJson({ kind: 'object', members });
}

export function textOf(pieces: readonly RequestPiece[]): string {
  return pieces.map((each) => each.text).join('');
}

/** Every piece of a request that is not of the format alone, with its JSON pointer. */
export function* piecesIn(
  value: RequestValue,
  pointer = '',
): Generator<readonly [string, RequestPiece]> {
  switch (value.kind) {
    case 'object':
      for (const each of value.members) yield* piecesIn(each.value, pointerTo(pointer, each.key));
      return;
    case 'array':
      for (const [index, each] of value.items.entries())
        yield* piecesIn(each, pointerTo(pointer, index));
      return;
    case 'string':
      for (const piece of value.pieces) if (piece.origin.kind !== 'api') yield [pointer, piece];
      return;
    case 'json':
      if (value.origin.kind !== 'api') yield [pointer, { text: value.json, origin: value.origin }];
  }
}
