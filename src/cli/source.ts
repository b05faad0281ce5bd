import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { SadapError } from '../errors.ts';
import type { Recording } from '../model/recording.ts';
import { isRecordingStart } from '../recording/is-recording.ts';
import { loadRecording, openRecording, recordingFrom } from '../recording/load.ts';
import { currentPlace, newestRecording, recordingFolder } from '../recording/location.ts';
import { readError } from '../recording/read-error.ts';
import { START, startOf } from '../recording/start.ts';
import { statOf } from '../recording/stat.ts';
import { count } from '../view/terminal/format.ts';
import { noRecordings } from './no-recordings.ts';
import type { Options } from './program.ts';
import { tell } from './tell.ts';
import { textOption } from './values.ts';

/** The folder that recordings of this invocation go to and come from. */
export function folderOf(options: Options): string {
  const dir = textOption(options, 'dir');
  return recordingFolder({ ...currentPlace(), ...(dir === undefined ? {} : { dir }) });
}

/**
 * Path of the recording that a command reads: the operand, `-` for standard input, else the newest
 * one; what is newer and holds no recording is told.
 *
 * @throws SadapError `recording-missing` when there is none, else as `newestRecording`
 */
export function recordingPath(operands: readonly string[], options: Options): string {
  if (operands[0] !== undefined) return operands[0];
  const folder = folderOf(options);
  const newest = newestRecording(folder);
  if (!newest) throw noRecordings([folder], options);
  const { path, passed } = newest;
  for (const each of passed) tell(`passed over ${shortName(each.path)}: ${each.why}`);
  return path;
}

/** Loads the recording that a command reads, or a session of another program's log. */
export function openSource(operands: readonly string[], options: Options): Promise<Recording> {
  return loadSource(recordingPath(operands, options));
}

/**
 * A recording, or one session of a log (src/interop/import): the one that `FILE#2` names, else the last that
 * holds messages, and standard error says which. Throws as `loadRecording`.
 */
export async function loadSource(path: string): Promise<Recording> {
  const recordings = await loadSources(path);
  const [only] = recordings;
  if (only && recordings.length === 1) return only;
  const holding = recordings.filter(({ items }) => items.some(({ type }) => type === 'frame'));
  const chosen = holding.at(-1) ?? recordings.at(-1);
  if (!chosen) throw nothingIn(path);
  tell(
    `${path} holds ${recordings.length} sessions; this is ${chosen.path}, of ${chosen.header.server.label}`,
    `see them all with: sadap list ${path}`,
  );
  return chosen;
}

/** A recording, or all sessions of a log, in the order in which they started. */
export async function loadSources(path: string): Promise<readonly Recording[]> {
  const { file, session } = placeOf(path);
  const sessions = await sessionsIn(file);
  if (session === undefined) return sessions;
  const found = sessions[session - 1];
  if (found) return [found];
  throw new SadapError(
    'usage',
    `${file} holds ${count(sessions.length, 'session')}, none is #${session}`,
    {
      hint: `see them with: sadap list ${file}`,
    },
  );
}

/**
 * Another program's log as the bytes of a recording, one session of it, for commands that read those; undefined
 * for anything else.
 */
export async function bytesOfLog(path: string): Promise<(() => Iterable<Buffer>) | undefined> {
  if (path === '-' || isPipe(path) || !mayBeLog(placeOf(path).file)) return undefined;
  const { header, items } = await loadSource(path);
  // No log: a recording that is damaged where it starts, whose own bytes tell of the damage.
  if (!header.source) return undefined;
  const { encodeEntry } = await import('../recording/encode.ts');
  return function* () {
    yield encodeEntry(header);
    for (const item of items) yield encodeEntry(item.type === 'frame' ? item.entry : item);
  };
}

/** `mcp.log#2` is the second session of `mcp.log`, unless there is a file of that very name. */
export function placeOf(path: string): { readonly file: string; readonly session?: number } {
  const [, file, number] = /^(.+)#(\d{1,9})$/s.exec(path) ?? [];
  if (file === undefined || number === undefined || existsSync(path) || !existsSync(file))
    return { file: path };
  return { file, session: Number(number) };
}

/** Is the file another program's log, as far as its first bytes tell? Reads only those. */
export function mayBeLog(path: string): boolean {
  try {
    return !isRecordingStart(startOf(path));
  } catch {
    // The reader of recordings says what is wrong with it.
    return false;
  }
}

async function sessionsIn(path: string): Promise<readonly Recording[]> {
  if (path === '-' || isPipe(path)) return sessionsFrom(await allOf(path), path);
  if (!mayBeLog(path)) return [await loadRecording(path)];
  const { sessionsOfLog } = await import('./logs.ts');
  // What is neither is as likely a recording without its start as anything else.
  return (await sessionsOfLog(path)) ?? [await loadRecording(path)];
}

/** What comes through a pipe cannot be read twice. */
async function sessionsFrom(bytes: Buffer, path: string): Promise<readonly Recording[]> {
  if (isRecordingStart(bytes.subarray(0, START))) return [recordingFrom(bytes, path)];
  const { sessionsInBytes } = await import('./logs.ts');
  return (await sessionsInBytes(bytes, path)) ?? [recordingFrom(bytes, path)];
}

function isPipe(path: string): boolean {
  const found = statOf(path);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

async function allOf(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of openRecording(path)) chunks.push(chunk);
  } catch (error) {
    throw readError(path, error);
  }
  return Buffer.concat(chunks);
}

function nothingIn(path: string): SadapError {
  return new SadapError('recording-empty', `${path} holds no session`, {
    hint: 'It is a log of a known kind, but nothing in it is about MCP.',
  });
}

/** A path as people read it: relative to here, unless that leads up and away. */
export function shortName(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
