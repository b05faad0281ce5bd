import { SadapError } from '../../errors.ts';
import type { Recording } from '../../model/recording.ts';
import { httpCallsOf } from '../../protocol/http-calls.ts';
import { placeholdersIn } from '../../secrets/placeholders.ts';
import type { Score } from './score.ts';

/**
 * Refuses a recording that cannot be played to a server as its client.
 * @throws SadapError `recording-invalid` with what is in the way.
 */
export function assertPlayable({ lines, session }: Score): void {
  const { recording } = session;
  const [first] = lines;
  if (!first) refuse(recording, 'holds nothing that a client said', 'is it the right file?');
  const starts = recording.items.filter(
    (each) => each.type === 'event' && each.event === 'started',
  );
  if (starts.length > 1)
    refuse(
      recording,
      `holds ${starts.length} runs of the server`,
      'record each in a file of its own',
    );
  const clients = clientsOf(recording);
  if (clients > 1)
    refuse(
      recording,
      `holds the HTTP sessions of ${clients} clients`,
      'record one client at a time: each replay plays one',
    );
  const opening = lines.find(({ messages }) => messages.length > 0);
  const [placeholder] = placeholdersIn(opening?.bytes.toString() ?? '');
  if (placeholder !== undefined)
    refuse(
      recording,
      `opens with ${placeholder} in place of a value that was taken out`,
      'replay the recording that it was made from',
    );
}

/** MCP sessions in which a client spoke; what has none, as an opening that failed, counts for nothing. */
function clientsOf(recording: Recording): number {
  const calls = httpCallsOf(recording);
  const threads = recording.items.flatMap((item) => {
    if (item.type !== 'frame' || item.frame.from !== 'client') return [];
    return calls.threadOf(item.frame.call) || [];
  });
  return new Set(threads).size;
}

function refuse({ path }: Recording, what: string, hint: string): never {
  throw new SadapError('recording-invalid', `${path} ${what}: it cannot be replayed`, { hint });
}
