import { SadapError } from '../errors.ts';
import type { JsonValue } from '../model/json.ts';
import { textOf } from '../targets/canary/model/api.ts';
import { parsed } from '../targets/canary/model/capture.ts';
import type { JsonMembers } from './leaves.ts';

/** A request of a capture that asked the model for an answer. */
export interface Asked {
  readonly seq: number;
  readonly api: string;
  readonly body: JsonMembers;
  /** The calls that the scripted model made in its answer. */
  readonly calls: readonly { readonly tool: string; readonly id: string; readonly name: string }[];
}

/**
 * The requests of a capture (`sadap canary --model -o`), without what a host asked beside the model.
 * Throws `recording-invalid` when it is none, or has no request in it.
 */
export function readCapture(text: string, path: string): readonly Asked[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const values = lines.map((line, index) => lineObject(line, path, index + 1));
  const header = values.shift();
  if (header?.['format'] !== 'sadap-canary')
    throw new SadapError('recording-invalid', `${path} is no capture of the canary's model`, {
      hint: 'Make one: sadap canary --model -o capture.ndjson',
    });
  const asked = values.flatMap((value) => askedOf(value));
  if (asked.length === 0)
    throw new SadapError('recording-invalid', `${path} has no request to a model in it`);
  return asked;
}

function lineObject(line: string, path: string, number: number): JsonMembers {
  const value = parsed(Buffer.from(line));
  // An array has none of the members that are asked for.
  if (typeof value === 'object' && value !== null) return value as JsonMembers;
  throw new SadapError(
    'recording-invalid',
    `${path}, line ${number}: no JSON object, or one that is nested too deeply`,
  );
}

function askedOf({ seq, api, body: own, bodyText, calls }: JsonMembers): Asked[] {
  // A body on several lines was kept as a text.
  const body = own ?? (typeof bodyText === 'string' ? parsed(Buffer.from(bodyText)) : undefined);
  if (typeof seq !== 'number' || typeof api !== 'string' || !isMembers(body)) return [];
  const made = Array.isArray(calls) ? calls.filter(isMembers) : [];
  return [
    {
      seq,
      api,
      body,
      calls: made.map(({ tool, id, name }) => ({
        tool: textOf(tool),
        id: textOf(id),
        name: textOf(name),
      })),
    },
  ];
}

function isMembers(value: JsonValue | undefined): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
