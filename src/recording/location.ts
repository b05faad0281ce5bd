import { readdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, isAbsolute, join, posix, resolve, win32 } from 'node:path';
import type { Micros } from '../model/frame.ts';
import { readError } from './read-error.ts';
import { shortSessionId } from './session-id.ts';
import { whyNoRecording } from './start.ts';
import { statOf } from './stat.ts';
import { formatTime } from './time.ts';

/** What the choice of a folder depends on. */
export interface Surroundings {
  /** Folder that the user asked for. */
  readonly dir?: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  readonly home: string;
  readonly isFolder: (path: string) => boolean;
}

/** The surroundings of this process. */
export function currentPlace(): Surroundings {
  const { env, platform } = process;
  const isFolder = (path: string) => statOf(path)?.isDirectory() === true;
  return { env, platform, cwd: process.cwd(), home: homeFolder(), isFolder };
}

/** Where a home folder is looked for; each may hold a relative path or nothing. */
interface Homes {
  /** `HOME`, as `os.homedir` gives it. */
  readonly named: () => string;
  /** Of the system's user, which a container may not have: then it throws. */
  readonly ofUser: () => string;
  readonly temporary: () => string;
}

const HOMES: Homes = { named: homedir, ofUser: () => userInfo().homedir, temporary: tmpdir };

/** An absolute folder for what belongs to the user, also where `HOME` is empty or relative. */
export function homeFolder({ named, ofUser, temporary }: Homes = HOMES): string {
  for (const find of [named, ofUser, temporary]) {
    const found = attempt(find);
    if (found !== undefined && isAbsolute(found)) return found;
  }
  return resolve('/');
}

function attempt(find: () => string): string | undefined {
  try {
    return find();
  } catch {
    // The next place is looked at.
    return undefined;
  }
}

/**
 * Where recordings go and are looked for: the folder asked for, else `SADAP_DIR`, else `./recordings`
 * when it exists, else the user's state folder, because hosts start servers in any folder. Absolute.
 */
export function recordingFolder(place: Surroundings): string {
  const path = place.platform === 'win32' ? win32 : posix;
  const asked = place.dir || place.env['SADAP_DIR'];
  if (asked) return path.resolve(place.cwd, asked);
  const here = path.join(place.cwd, 'recordings');
  return place.isFolder(here) ? here : stateFolder(place);
}

/** The state folder where nobody asked for a folder and `./recordings` stands before it; else undefined. */
export function hiddenFolder(place: Surroundings): string | undefined {
  const state = stateFolder(place);
  const isAsked = Boolean(place.dir || place.env['SADAP_DIR']);
  return isAsked || recordingFolder(place) === state ? undefined : state;
}

/**
 * Where recordings go from a folder without `./recordings`: each system's own place for data that a program
 * keeps (XDG Base Directory: `XDG_STATE_HOME`).
 */
export function stateFolder({ env, platform, home }: Surroundings): string {
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'sadap');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'sadap');
  const state = env['XDG_STATE_HOME'];
  // The XDG specification says to ignore a relative path.
  const base = state && posix.isAbsolute(state) ? state : posix.join(home, '.local', 'state');
  return posix.join(base, 'sadap');
}

/** `asrama-20261130T101000Z-1a2b3c4d.ndjson`: sorts by label, then time; safe on every file system. */
export function recordingName(label: string, startedAt: Micros, session: string): string {
  const time = formatTime(startedAt).replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return `${safeLabel(label)}-${time}-${shortSessionId(session)}.ndjson`;
}

/** Names that Windows keeps for devices, whatever follows the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST_LABEL = 64;

/** A label as a part of a file name: letters, digits, `.`, `_` and `-`, not hidden, not a path. */
function safeLabel(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, LONGEST_LABEL)
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  if (plain === '') return 'server';
  return RESERVED.test(plain.split('.', 1)[0] ?? '') ? `server-${plain}` : plain;
}

/**
 * The recordings in a folder, newest first. Files that sadap named come before all others. None in a
 * folder that does not exist.
 *
 * @throws SadapError `recording-invalid` when the folder cannot be read, or is a file.
 */
export function recordingsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => candidate(join(folder, name)))
    .toSorted(newestFirst)
    .map(({ path }) => path);
}

/** The recording that a command reads when none is named. */
export interface Newest {
  readonly path: string;
  /** Newer files that hold no recording, and why not. */
  readonly passed: readonly { readonly path: string; readonly why: string }[];
}

/**
 * The newest file of a folder that begins as a recording; where none does, the newest of all, whose
 * reader says what is wrong with it.
 *
 * @returns undefined when the folder has none
 * @throws SadapError as `recordingsIn`
 */
export function newestRecording(folder: string): Newest | undefined {
  const files = recordingsIn(folder);
  const passed: { path: string; why: string }[] = [];
  for (const path of files) {
    const why = whyNoRecording(path);
    if (why === undefined) return { path, passed };
    passed.push({ path, why });
  }
  const [newest] = files;
  return newest === undefined ? undefined : { path: newest, passed: [] };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A folder that does not exist yet holds no recording; of any other nobody knows what it holds.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw readError(folder, error);
  }
}

interface Candidate {
  readonly path: string;
  /** The time in the name; undefined when the file has another name. */
  readonly named: string | undefined;
  readonly modified: number;
}

function candidate(path: string): Candidate[] {
  const found = statOf(path);
  if (!found?.isFile()) return [];
  const named = /-(\d{8}T\d{6}Z)-[0-9a-f]{8}\.ndjson$/.exec(basename(path))?.[1];
  return [{ path, named, modified: found.mtimeMs }];
}

/**
 * The time in the name counts, since copies and checkouts change the file's own; that decides between
 * recordings of one second, and between files with other names (samples), which come last.
 */
function newestFirst(a: Candidate, b: Candidate): number {
  const byName = (b.named ?? '').localeCompare(a.named ?? '', 'en');
  return byName || b.modified - a.modified || (a.path < b.path ? -1 : 1);
}
