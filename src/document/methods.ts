import type { JsonNode } from '../model/json.ts';
import { groupBy, maxOf, minOf } from '../model/lists.ts';
import { answerOf } from '../model/session.ts';
import type { Example, Latency, MethodPart, Source } from './document.ts';
import { type Facts, factsOf, latencyOf } from './labels.ts';
import { memberRows } from './members.ts';

/** A message with the recording that it is from. */
export interface Seen extends Facts {
  readonly source: Source;
}

/** All messages of all recordings, in order. */
export function seenIn(sources: readonly Source[]): Seen[] {
  return sources.flatMap((source) =>
    factsOf(source.session).map((facts) => ({ ...facts, source })),
  );
}

/** Every method that was seen, those of the client first, each in the order of its first message. */
export function methodParts(seen: readonly Seen[]): MethodPart[] {
  const groups = groupBy(
    seen,
    ({ exchange, located, method }) => `${exchange?.request.from ?? located.from} ${method}`,
  );
  return [...groups.values()]
    .map(methodPart)
    .sort((a, b) => Number(a.from === 'server') - Number(b.from === 'server'));
}

function methodPart(seen: readonly Seen[]): MethodPart {
  const [first] = seen;
  if (!first) throw new Error('a method without messages');
  const requests = seen.filter(({ located }) => 'method' in located.message);
  const results = seen.flatMap(({ located: { message } }) =>
    message.kind === 'result' ? [message.result] : [],
  );
  return {
    method: first.method,
    from: first.exchange?.request.from ?? first.located.from,
    isNotification: first.label === 'notification',
    // Calls of a tool are told with the tool.
    examples: first.method === 'tools/call' ? [] : examplesOf(seen),
    params: memberRows(undefined, requests.flatMap(paramsOf), isToldElsewhere),
    result: memberRows(undefined, results, isToldElsewhere),
    latency: latencyOfAll(seen),
  };
}

/** A request without params is one that holds none of the members. */
function paramsOf({ located: { message } }: Seen): JsonNode[] {
  if (!('method' in message)) return [];
  return [message.params ?? { kind: 'object', members: [], start: 0, end: 0 }];
}

/** Schemas, arguments and outputs are told with their tool; what follows is for the model, not the format. */
function isToldElsewhere(path: string): boolean {
  return /(^|\.)(arguments|inputSchema|outputSchema|structuredContent|requestedSchema)$/.test(path);
}

/** Each kind of message once: the first of it, with how many there were and where. */
export function examplesOf(seen: readonly Seen[]): Example[] {
  const groups = groupBy(seen, ({ label, subject, source: { session } }) =>
    JSON.stringify([label, subject ?? '', session.era]),
  );
  const eras = new Set(seen.map(({ source }) => source.session.era));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { source, located, label, subject } = first;
    const sizes = group.map((each) => each.source.sizeOf(each.located));
    return [
      {
        label,
        subject,
        era: eras.size > 1 ? source.session.era : undefined,
        source,
        located,
        times: group.length,
        seenIn: [...new Set(group.map((each) => each.source.name))],
        size: { least: minOf(sizes), most: maxOf(sizes, 0) },
      },
    ];
  });
}

/** Of the exchanges that these messages belong to; undefined when none was answered. */
export function latencyOfAll(seen: readonly Seen[]): Latency | undefined {
  const exchanges = new Set(seen.flatMap(({ exchange }) => (exchange ? [exchange] : [])));
  const all = [...exchanges].flatMap((each) => {
    const latency = answerOf(each) && latencyOf(each);
    return latency === undefined ? [] : [latency];
  });
  all.sort((a, b) => a - b);
  const median = all[Math.floor((all.length - 1) / 2)];
  const most = all.at(-1);
  return median === undefined || most === undefined
    ? undefined
    : { count: all.length, median, most };
}
