import { readFileSync } from 'node:fs';
import { textOf } from '../../capture/json-text.ts';
import { Problems } from '../../capture/script/problems.ts';
import { readYaml } from '../../capture/script/read-yaml.ts';
import {
  boolean,
  choice,
  duration,
  list,
  mapWith,
  scalarText,
  text,
} from '../../capture/script/shape.ts';
import { fail, type Source } from '../../capture/script/source.ts';
import { SadapError } from '../../errors.ts';
import { type JsonNode, member } from '../../model/json.ts';
import type { AnswerFault, Fault } from './faults.ts';

/**
 * Reads a file of faults (YAML or JSON): `faults: [...]`, or the list alone.
 *
 * @throws SadapError `script-invalid` with the place, or that it cannot be read.
 */
export async function readFaultFile(file: string): Promise<readonly Fault[]> {
  return faultsIn({ file, text: textOfFile(file) });
}

/** The same for a text in memory. */
export async function faultsIn(source: Source): Promise<readonly Fault[]> {
  const root = await readYaml(source);
  const faults = root.kind === 'object' ? wrapped(source, root) : root;
  return all(source, list(source, faults, 'faults').items);
}

/**
 * Reads one fault as it stands on the command line: `on: tools/call, delay: 2s`.
 *
 * @throws SadapError `script-invalid`.
 */
export async function readFault(words: string): Promise<Fault> {
  const isWhole = /^\s*\{/.test(words);
  const source = { file: '--fault', text: isWhole ? words : `{${words}}`, added: isWhole ? 0 : 1 };
  return faultOf(source, await readYaml(source));
}

const KEYS = ['on', 'name', 'times', 'delay', 'error', 'drop', 'malformed', 'disconnect', 'slow'];

function textOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Node's file functions throw nothing else.
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new SadapError('script-invalid', `${file}: ${why}`, { cause: error });
  }
}

function wrapped(source: Source, root: JsonNode): JsonNode {
  const map = mapWith(source, root, 'the file', ['faults']);
  return member(map, 'faults') ?? fail(source, root, 'there are no faults in it');
}

function all(source: Source, nodes: readonly JsonNode[]): readonly Fault[] {
  const problems = new Problems();
  const faults = nodes.flatMap((node) => problems.attempt(() => faultOf(source, node)) ?? []);
  problems.stop();
  return faults;
}

function faultOf(source: Source, node: JsonNode): Fault {
  const map = mapWith(source, node, 'a fault', KEYS);
  const read = <T>(key: string, how: (found: JsonNode) => T): T | undefined => {
    const found = member(map, key);
    return found && how(found);
  };
  const on = read('on', (found) => text(source, found, 'on')) ?? '*';
  const name = read('name', (found) => scalarText(source, found, 'name'));
  const times = read('times', (found) => timesOf(source, found));
  const fault = answerFault(source, read);
  if (Object.keys(fault).length === 0)
    fail(
      source,
      map,
      'a fault says nothing that goes wrong',
      `expected one of ${KEYS.slice(3).join(', ')}`,
    );
  if (
    fault.drop &&
    (fault.error ?? fault.malformed ?? fault.disconnect ?? fault.slow) !== undefined
  )
    fail(source, map, 'an answer that is dropped cannot be anything else');
  return { on, ...(name !== undefined && { name }), ...(times && { times }), ...fault };
}

type Read = <T>(key: string, how: (found: JsonNode) => T) => T | undefined;

function answerFault(source: Source, read: Read): AnswerFault {
  const delay = read('delay', (found) => duration(source, found, 'delay'));
  const error = read('error', (found) => errorOf(source, found));
  const drop = read('drop', (found) => boolean(source, found, 'drop'));
  const malformed = read('malformed', (found) => boolean(source, found, 'malformed'));
  const disconnect = read('disconnect', (found) =>
    choice(source, found, 'disconnect', ['before', 'during'] as const),
  );
  const slow = read('slow', (found) => slowOf(source, found));
  return {
    ...(delay !== undefined && { delay }),
    ...(error !== undefined && { error }),
    ...(drop && { drop }),
    ...(malformed && { malformed }),
    ...(disconnect && { disconnect }),
    ...(slow && { slow }),
  };
}

/** JSON text of an error object; `error: text` is one without a number of its own. */
function errorOf(source: Source, node: JsonNode): string {
  if (node.kind === 'string') return JSON.stringify({ code: -32603, message: node.value });
  const map = mapWith(source, node, 'error', ['code', 'message', 'data']);
  const code = member(map, 'code');
  if (code?.kind !== 'number' || !/^-?\d+$/.test(code.text))
    fail(source, code ?? map, 'error wants a code that is a whole number');
  text(source, member(map, 'message') ?? map, 'message');
  return textOf(map);
}

function slowOf(source: Source, node: JsonNode): NonNullable<AnswerFault['slow']> {
  const map = mapWith(source, node, 'slow', ['bytes', 'every']);
  const bytes = member(map, 'bytes');
  const size = bytes?.kind === 'number' && /^\d+$/.test(bytes.text) ? Number(bytes.text) : 0;
  if (size < 1) fail(source, bytes ?? map, 'slow wants bytes: a whole number from 1');
  const every = member(map, 'every');
  return { bytes: size, every: every ? duration(source, every, 'every') : 10 };
}

/** `2`, `1..3`, `2..`: which of the requests that fit. */
function timesOf(source: Source, node: JsonNode): readonly [number, number] {
  const spelled = scalarText(source, node, 'times');
  const [, from, range, to] = /^(\d+)(\.\.(\d+)?)?$/.exec(spelled) ?? [];
  const first = Number(from);
  const last = range === undefined ? first : Number(to ?? Number.POSITIVE_INFINITY);
  if (from === undefined || first < 1 || last < first)
    fail(source, node, `times is ${spelled}; expected a number such as 2, or a range: 1..3, 2..`);
  return [first, last];
}
