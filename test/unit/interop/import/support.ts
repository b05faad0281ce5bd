import { loadLog } from '../../../../src/interop/import/load.ts';
import { type Log, logFrom } from '../../../../src/interop/import/log.ts';
import { readLogs } from '../../../../src/interop/import/read.ts';
import type { Recording, TimelineItem } from '../../../../src/model/recording.ts';
import type { Exchange } from '../../../../src/model/session.ts';
import { buildSession } from '../../../../src/protocol/session.ts';

/** A log of these lines or values; `name` is the path that it pretends to have. */
export function logOf(content: string | Buffer, name = 'test.log', from?: string): Promise<Log> {
  return logFrom([Buffer.from(content)], name, from);
}

/** The sessions of a log, as commands read them. */
export async function sessionsOf(content: string | Buffer, name?: string, from?: string) {
  return (await loadLog(await logOf(content, name, from), 'sadap/test')).map(countsOf);
}

/** The only session of a log. */
export async function sessionOf(content: string | Buffer, name?: string, from?: string) {
  const [only, ...more] = await sessionsOf(content, name, from);
  if (!only || more.length > 0) throw new Error(`there are ${more.length + 1} sessions, not one`);
  return only;
}

/** What was read, and what could not be. */
export async function factsOf(content: string | Buffer, name?: string, from?: string) {
  const sink = { begin: () => ({ add: () => {}, close: () => {} }) };
  const log = await logOf(content, name, from);
  return { format: log.format.id, ...(await readLogs([log], sink, 'sadap/test')) };
}

export function lines(...all: readonly (string | object)[]): string {
  return all.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('');
}

const NO_MESSAGES = 'this kind of log holds no messages: what was said is not known';

/** A recording, with what the tests count of it. */
export function countsOf(recording: Recording) {
  const session = buildSession(recording);
  const { items, header } = recording;
  const frames = items.flatMap((item) => (item.type === 'frame' ? [item] : []));
  const from = (side: string) => frames.filter(({ frame }) => frame.from === side);
  return {
    recording,
    session,
    label: header.server.label,
    format: header.source?.format,
    client: from('client').length,
    server: from('server').length,
    /** Text of all frames with the side in front, in order. */
    said: frames.map(({ frame }) => `${frame.from}: ${frame.bytes.toString()}`),
    strays: frames.filter(({ content }) => content.kind === 'stray').length,
    stderr: textsOf(items, 'stderr'),
    /** Without the first one of logs that hold no messages, which is always the same. */
    notes: textsOf(items, 'note').filter((text) => text !== NO_MESSAGES),
    isBlind: textsOf(items, 'note')[0] === NO_MESSAGES,
    events: items.flatMap((item) => (item.type === 'event' ? [item.event] : [])),
    pairs: session.exchanges.filter(({ outcome }) => outcome.kind === 'answered').length,
    outcomes: session.exchanges.map(outcomeOf),
    orphans: session.orphans.length,
    end: recording.end,
  };
}

function textsOf(items: readonly TimelineItem[], type: 'stderr' | 'note'): string[] {
  return items.flatMap((item) => {
    if (item.type !== type) return [];
    return [item.type === 'note' ? item.text : item.type === 'stderr' ? item.bytes.toString() : ''];
  });
}

function outcomeOf({ request, outcome }: Exchange): string {
  const { id, method } = request.message;
  return `${method} ${id.kind === 'null' ? 'null' : id.text} ${outcome.kind}`;
}
