import { basename, dirname, resolve } from 'node:path';
import { SadapError } from '../../errors.ts';
import { isRecordingStart } from '../../recording/is-recording.ts';
import { openRecording } from '../../recording/load.ts';
import { readError } from '../../recording/read-error.ts';
import { type Encoding, encodingOf, ToUtf8 } from './encoding.ts';
import type { Format, LogFile } from './format.ts';
import { notRecognised, recognise } from './recognise.ts';
import { formats } from './registry.ts';
import { Sample } from './sample.ts';

/** A log whose format is known, ready to be read once. */
export interface Log {
  /** As given; `-` is standard input. */
  readonly path: string;
  readonly file: LogFile;
  readonly format: Format;
  readonly encoding: Encoding;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Looked at to find the format, in bytes of the file. */
const SAMPLE = 256 * 1024;

/**
 * Opens a log and finds its format by its shape. `from` names the format instead.
 *
 * @throws SadapError `usage` for an unknown name, `recording-missing`, `recording-empty`, and
 *   `recording-invalid` with what was tried.
 */
export async function openLog(path: string, from?: string): Promise<Log> {
  const wanted = from === undefined ? undefined : formatNamed(from);
  let start: Start | undefined;
  try {
    start = await startOf(openRecording(path));
    return logOf(path, start, wanted);
  } catch (error) {
    await start?.close();
    throw readError(path, error);
  }
}

/** The same for bytes in memory, which may come in pieces. */
export async function logFrom(bytes: Iterable<Buffer>, path = '-', from?: string): Promise<Log> {
  const wanted = from === undefined ? undefined : formatNamed(from);
  return logOf(path, await startOf(bytes), wanted);
}

/** The format of this name. Throws `usage`. */
export function formatNamed(name: string): Format {
  const found = formats.find(({ id }) => id === name);
  if (found) return found;
  const names = formats.map(({ id }) => id).join(', ');
  throw new SadapError('usage', `there is no format ${name}`, { hint: `the formats are ${names}` });
}

/** A name for the server of a log that names none: that of the file, without its endings. */
export function labelOf({ file }: Pick<Log, 'file'>): string {
  const name = file.name.replace(/\.(?:log|txt|jsonl?|ndjson|har|output)(?:\.\d+)?$/i, '');
  return name === '' || name === '-' ? 'log' : name;
}

interface Start {
  readonly bytes: Buffer;
  readonly isAll: boolean;
  readonly chunks: AsyncIterable<Buffer>;
  /** Of a file that nobody reads on. */
  readonly close: () => Promise<unknown>;
}

function logOf(path: string, { bytes, isAll, chunks }: Start, wanted: Format | undefined): Log {
  if (bytes.length === 0)
    throw new SadapError('recording-empty', `${path} is empty (0 bytes)`, {
      hint: 'Look for the log that the host writes now; it may have begun another file.',
    });
  const encoding = encodingOf(bytes);
  const text = new ToUtf8(encoding);
  const sample = new Sample(Buffer.concat([text.push(bytes), isAll ? text.end() : EMPTY]), isAll);
  if (!wanted && isRecordingStart(bytes)) throw isRecording(path);
  const format = wanted ?? recognise(sample);
  if (!format) throw notRecognised(path, sample, bytes);
  return { path, file: fileOf(path), format, encoding, chunks: readable(path, chunks) };
}

function isRecording(path: string): SadapError {
  return new SadapError('recording-invalid', `${path} is a recording of sadap already`, {
    hint: `look at it with: sadap show ${path}`,
  });
}

const EMPTY = Buffer.alloc(0);

function fileOf(path: string): LogFile {
  if (path === '-') return { name: '-', folder: '' };
  return { name: basename(path), folder: basename(dirname(resolve(path))) };
}

/** The first bytes, and a stream that gives them again and then the rest. */
async function startOf(source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Start> {
  const chunks = iteratorOf(source);
  const first: Buffer[] = [];
  let size = 0;
  let isAll = false;
  while (size < SAMPLE && !isAll) {
    const { value, done } = await chunks.next();
    if (done) isAll = true;
    else {
      first.push(value);
      size += value.length;
    }
  }
  const bytes = Buffer.concat(first).subarray(0, SAMPLE);
  const close = () => chunks.return(undefined);
  return { bytes, isAll, chunks: again(first, isAll ? undefined : chunks), close };
}

async function* iteratorOf(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield* source;
}

async function* again(
  first: Buffer[],
  rest: AsyncGenerator<Buffer> | undefined,
): AsyncGenerator<Buffer> {
  for (let chunk = first.shift(); chunk; chunk = first.shift()) yield chunk;
  if (rest) yield* rest;
}

async function* readable(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw readError(path, error);
  }
}
