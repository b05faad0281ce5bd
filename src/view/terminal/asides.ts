import type {
  Damage,
  EndEntry,
  Exit,
  ProcessEvent,
  RedactedEntry,
  TimelineItem,
} from '../../model/recording.ts';
import { escapeBytes, escapeText } from './escape.ts';
import { bytes, duration } from './format.ts';
import { closedText, httpText, upstreamText } from './http.ts';

/** What happened beside the wire, as one line of the timeline. All printable. */
export interface Aside {
  readonly word: string;
  readonly text: string;
  readonly alarm: boolean;
}

/** Process events, notes, the end and entries of other programs; stderr is drawn in groups. */
export function asideOf(item: Exclude<TimelineItem, { type: 'frame' }>): Aside {
  switch (item.type) {
    case 'stderr':
      return calm('stderr', stderrText(item.bytes));
    case 'event':
      return eventAside(item);
    case 'http':
      return calm('http', httpText(item));
    case 'note': {
      const target = item.target === undefined ? '' : ` (about #${item.target})`;
      return calm('note', escapeText(item.text) + target);
    }
    case 'redacted':
      return calm('redacted', redactedText(item));
    case 'end':
      return endAside(item);
    case 'other':
      return calm('other', `entry of type ${escapeText(item.name)}, kept and not read`);
  }
}

/** `2 values of #12, by member:nik`. */
function redactedText({ target, rule, count }: RedactedEntry): string {
  const where = target === undefined ? 'the header' : `#${target}`;
  const why = rule === 'again' ? 'taken out elsewhere, too' : `by ${escapeText(rule)}`;
  return `${count === 1 ? 'one value' : `${count} values`} of ${where}, ${why}`;
}

/** A damaged place of the file, where it stands between the entries. */
export function damageAside(damage: Damage): Aside {
  const where = `line ${damage.line} of the file`;
  const size = damage.length > 0 ? `, ${bytes(damage.length)} passed over` : '';
  return { word: 'damage', text: `${where}: ${DAMAGE[damage.why]}${size}`, alarm: true };
}

/** How a process ended, in words: `exit code 0`, `killed by SIGKILL`. */
function exitText({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `killed by ${escapeText(signal)}`;
}

/** A long line of stderr is cut by the caller; more than this is never decoded. */
const MOST_STDERR = 4_000;

function stderrText(line: Buffer): string {
  return escapeBytes(line.subarray(0, MOST_STDERR));
}

function eventAside(event: ProcessEvent): Aside {
  switch (event.event) {
    case 'started':
      return calm('server', 'started');
    case 'spawn-failed':
      return alarm('server', `could not be started: ${event.code} ${event.text}`);
    case 'stdin-closed':
      return calm('client', 'closed the server’s standard input');
    case 'stdout-closed':
      return alarm('server', 'closed its standard output while still running');
    case 'write-failed':
      return alarm('client', `could not write to the server: ${event.code}`);
    case 'undelivered':
      return alarm(event.to, `left before ${bytes(event.bytes)} could be delivered to it`);
    case 'signal':
      return calm('sadap', `sent ${event.signal} to the server`);
    case 'timeout':
      return alarm('sadap', `${event.step}: no answer within ${duration(event.ms * 1000)}`);
    case 'exit': {
      const failed = event.code !== null && event.code !== 0;
      return { word: 'server', text: `ended, ${exitText(event)}`, alarm: failed };
    }
    case 'not-captured':
      return calm('http', `the log does not hold the body of the answer to call ${event.call}`);
    case 'upstream-failed':
      return alarm('http', upstreamText(event));
    case 'http-closed':
      return closedText(event).alarm
        ? alarm('http', closedText(event).text)
        : calm('http', closedText(event).text);
  }
}

function endAside({ closedBy, exit, reason }: EndEntry): Aside {
  const parts = [
    `closed by ${closedBy === 'sadap' ? closedBy : `the ${closedBy}`}`,
    exit && exitText(exit),
    reason && escapeText(reason),
  ];
  return calm('end', parts.filter(Boolean).join(', '));
}

function calm(word: string, text: string): Aside {
  return { word, text, alarm: false };
}

function alarm(word: string, text: string): Aside {
  return { word, text: escapeText(text), alarm: true };
}

const DAMAGE: Record<Damage['why'], string> = {
  torn: 'cut off, or still being written',
  nul: 'zero bytes, as a full disk or a crash leaves them',
  'not-an-entry': 'no entry of a recording',
  gap: 'entries are missing before this one',
  'wrong-seq': 'the entry has the number of another place',
  'bad-header': 'the header is missing or incomplete',
  'second-header': 'a second recording starts here and was not read',
  'wrong-hints': 'the hints name another method or id than the message',
};
