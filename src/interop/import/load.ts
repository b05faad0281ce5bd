import type { Entry, Header, Recording } from '../../model/recording.ts';
import { RecordingBuilder } from '../../recording/load.ts';
import { RecordingCounter, type RecordingSummary } from '../../recording/summarise.ts';
import type { Log } from './log.ts';
import { readLogs } from './read.ts';
import type { Destination, EntrySink } from './session.ts';

/** The sessions of a log in memory, in the order in which they started; paths end in `#1`, `#2`, …. */
export async function loadLog(log: Log, recorder: string): Promise<Recording[]> {
  const sessions: { readonly builder: RecordingBuilder; size: number }[] = [];
  const destination = destinationOf((header) => {
    const session = { builder: new RecordingBuilder(log.path), size: 0 };
    sessions.push(session);
    session.builder.add({ kind: 'header', header });
    const add = (entry: Entry) => {
      session.size += sizeOf(entry);
      session.builder.add({ kind: 'entry', entry, line: 0, offset: 0 });
    };
    return { add, damaged: (damage) => session.builder.add({ kind: 'damage', damage }) };
  });
  await readLogs([log], destination, recorder);
  const recordings = sessions.map(({ builder, size }) => builder.recording(size));
  return recordings.map((recording, index) => ({
    ...recording,
    path: sessionPath(log.path, index, recordings.length),
  }));
}

/** Facts about each session of a log, without holding any in memory. */
export async function summariseLog(log: Log, recorder: string): Promise<RecordingSummary[]> {
  const sessions: { readonly counter: RecordingCounter; size: number }[] = [];
  const destination = destinationOf((header) => {
    const session = { counter: new RecordingCounter(), size: 0 };
    sessions.push(session);
    session.counter.add({ kind: 'header', header });
    const add = (entry: Entry) => {
      session.size += sizeOf(entry);
      session.counter.add({ kind: 'entry', entry, line: 0, offset: 0 });
    };
    return { add, damaged: (damage) => session.counter.add({ kind: 'damage', damage }) };
  });
  await readLogs([log], destination, recorder);
  return sessions.map(({ counter, size }, index) => ({
    path: sessionPath(log.path, index, sessions.length),
    size,
    ...counter.result(),
  }));
}

/** For those who only want to know what is in a log. */
export const nowhere: Destination = destinationOf(() => ({ add: () => {} }));

/** `mcp.log#2`: how a command is told which session of a log it shall read. */
function sessionPath(path: string, index: number, count: number): string {
  return count === 1 ? path : `${path}#${index + 1}`;
}

function destinationOf(begin: (header: Header) => Omit<EntrySink, 'close'>): Destination {
  return { begin: (header) => ({ ...begin(header), close: () => {} }) };
}

/** What a session has of the log: the bytes of its messages and of its stderr. */
function sizeOf(entry: Entry): number {
  return entry.type === 'frame' || entry.type === 'stderr' ? entry.bytes.length : 0;
}
