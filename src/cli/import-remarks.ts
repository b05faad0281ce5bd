import type { Log } from '../interop/import/log.ts';
import type { ReadFacts } from '../interop/import/read.ts';
import { count } from '../view/terminal/format.ts';

/** What to say about an import beside its sessions: each a line, with lines that go with it. */
export function remarksOn(group: readonly Log[], facts: ReadFacts): string[][] {
  const [first] = group;
  if (!first) return [];
  const { format } = first;
  return [
    [headline(group, facts), ...aboutFormat(first, facts)],
    ...facts.problems.map((problem) => [problem]),
    ...brokenPart(format.reads === 'lines' ? 'line' : 'entry', facts),
  ];
}

function headline(group: readonly Log[], { sessions }: ReadFacts): string {
  const names = group.map(({ path }) => path).join(' and ');
  const servers = new Set(sessions.map(({ label }) => label)).size;
  const of = servers > 1 ? ` of ${count(servers, 'server')}` : '';
  return `${names}: ${group[0]?.format.title ?? ''}; ${count(sessions.length, 'session')}${of}`;
}

function aboutFormat({ format, encoding }: Log, { sessions, passedOver }: ReadFacts): string[] {
  const quoted = sessions.reduce((sum, each) => sum + each.quoted, 0);
  const frames = sessions.reduce((sum, each) => sum + each.fromClient + each.fromServer, 0);
  const quotes = quoted === 0 ? '' : `; ${count(quoted, 'message')} quoted in errors, as notes`;
  return [
    ...(format.holdsMessages || frames > 0
      ? []
      : [
          `this kind of log holds no messages, so it cannot show that a session was in order${quotes}`,
        ]),
    ...(format.holdsMessages && frames === 0 ? ['no message is in it'] : []),
    ...(encoding === 'utf-8' ? [] : [`it was ${encoding.toUpperCase()}`]),
    ...(format.times === undefined ? [] : [TIMES[format.times]]),
    ...(passedOver.unrelated === 0
      ? []
      : [`${count(passedOver.unrelated, 'part')} about something else passed over`]),
  ];
}

const TIMES = {
  local: 'its times are local and name no zone; they stand in the recording as they were',
  relative: 'its times count from the start, which stands in the recording as 1970-01-01',
  derived: 'its times are worked out from how long answers took',
  none: 'it has no times; they stand in the recording as 1970-01-01',
} as const;

function brokenPart(what: string, { passedOver }: ReadFacts): string[][] {
  const { broken } = passedOver;
  if (broken === 0) return [];
  const parts = count(broken, what, what === 'entry' ? 'entries' : `${what}s`);
  return [[`${parts} could not be read: not as this kind of log has it`]];
}
