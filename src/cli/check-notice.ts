import { statSync } from 'node:fs';
import { checkSession } from '../check/registry.ts';
import { buildSession } from '../protocol/session.ts';
import { loadRecording } from '../recording/load.ts';
import { tally } from '../view/terminal/check.ts';
import { schemasFor } from './schemas.ts';
import { tell } from './tell.ts';

/** A larger recording takes longer than anybody waits for a server to be gone. In bytes. */
const MOST = 64 * 1024 * 1024;
const MOST_TOLD = 5;

/**
 * Tells on standard error what is wrong in a recording that was just made: how much was found, and the
 * worst of it in a line each. Never throws: the server's end matters more than what we make of it.
 */
export async function tellOfFaults(path: string): Promise<void> {
  try {
    if (statSync(path).size > MOST) return;
    const session = buildSession(await loadRecording(path));
    const found = checkSession(session, { schemas: await schemasFor(session) });
    const bad = found.filter(({ severity }) => severity !== 'note');
    const lines = bad.slice(0, MOST_TOLD).map((each) => {
      return `${each.severity} ${each.rule}: ${each.title}`;
    });
    const more = bad.length > MOST_TOLD ? [`and ${bad.length - MOST_TOLD} more`] : [];
    tell(`${tally(found)}; all of it: sadap check ${path}`, ...lines, ...more);
  } catch (error) {
    tell(`the recording could not be checked: ${String(error)}`);
  }
}
