import {
  type CaptureMode,
  FORMAT_VERSION,
  type Header,
  type ImportSource,
  type ImportTimes,
  type RecorderProcess,
  type ServerInfo,
} from '../model/recording.ts';
import type { Members } from './migrations.ts';
import { parseTime } from './time.ts';

const MODES: readonly CaptureMode[] = ['record', 'tee', 'proxy', 'replay', 'import'];

/** The nil UUID: no session id is known. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

/** What is known of a recording whose header is gone: when it started, as its first entry says. */
export function standInHeader(startedAt: number): Header {
  return headerOf({ startedAt: undefined }, startedAt).header;
}

/** A header from its members. `whole` is false when one was missing or of another type. */
export function headerOf(members: Members, at = 0): { header: Header; whole: boolean } {
  const startedAt = typeof members['startedAt'] === 'string' && parseTime(members['startedAt']);
  const mode = MODES.find((each) => each === members['mode']);
  const server = serverOf(members['server']);
  const { session, recorder, exact } = members;
  const whole =
    typeof startedAt === 'number' &&
    [mode, server].every((value) => value !== undefined) &&
    [session, recorder].every((value) => typeof value === 'string') &&
    typeof exact === 'boolean';
  const header: Header = {
    type: 'header',
    format: 'sadap',
    version: FORMAT_VERSION,
    session: typeof session === 'string' ? session : NO_SESSION,
    startedAt: typeof startedAt === 'number' ? startedAt : at,
    recorder: typeof recorder === 'string' ? recorder : 'unknown',
    mode: mode ?? 'record',
    exact: exact !== false,
    ...optional(members),
    server: server ?? { label: 'unknown' },
  };
  return { header, whole };
}

function optional({ process, run, source }: Members): Pick<Header, 'process' | 'run' | 'source'> {
  const recorder = processOf(process);
  const from = sourceOf(source);
  return {
    ...(recorder && { process: recorder }),
    ...(typeof run === 'string' && { run }),
    ...(from && { source: from }),
  };
}

function sourceOf(value: unknown): ImportSource | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { format, files, ...rest }: Members = { ...value };
  if (typeof format !== 'string' || !isTexts(files)) return undefined;
  const encoding = ENCODINGS.find((each) => each === rest['encoding']);
  const times = TIMES.find((each) => each === rest['times']);
  return { format, files, ...(encoding && { encoding }), ...(times && { times }) };
}

const ENCODINGS = ['utf-16le', 'utf-16be'] as const;
const TIMES: readonly ImportTimes[] = ['local', 'relative', 'derived', 'none'];

function processOf(value: unknown): RecorderProcess | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, ticks, machine }: Members = { ...value };
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof machine !== 'string') return undefined;
  return { pid, ...(typeof ticks === 'number' && { ticks }), machine };
}

function serverOf(value: unknown): ServerInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { label, command, cwd, envNames, url }: Members = { ...value };
  if (typeof label !== 'string') return undefined;
  return {
    label,
    ...(isTexts(command) && { command }),
    ...(typeof cwd === 'string' && { cwd }),
    ...(isTexts(envNames) && { envNames }),
    ...(typeof url === 'string' && { url }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
