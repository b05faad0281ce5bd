import type { Session } from '../../../model/session.ts';
import { diedEarly, endingOf, exitText } from '../../evidence/ending.ts';
import { openRequestsOf } from '../../evidence/misfits.ts';
import { lastWords } from '../../evidence/stderr.ts';
import { duration, plainText, quote, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const diedBeforeHandshake = defineRule({
  id: 'process/died-before-handshake',
  severity: 'problem',
  side: 'server',
  summary: 'the server could not be started, or ended before its first answer',
  spec: {
    section: 'basic/lifecycle#initialization',
    revision: '2025-06-18',
    says: 'A session begins with initialize, and the server answers it.',
  },
  hosts:
    'Hosts show "Connection closed" (-32000) or "server disconnected", mostly without the server’s stderr.',
  fix: 'Run the command by hand and read its stderr; a missing module, file or variable is the usual cause.',
  example: {
    bad: `
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
stderr ModuleNotFoundError: No module named 'widgets'
exited 3
closed by server
`,
    good: `
handshake
stdin closed
exited 0
closed by client
`,
  },
  find: (session) => findEarlyDeath(session),
});

function findEarlyDeath(session: Session): Found[] {
  const death = diedEarly(session);
  if (!death) return [];
  return ['text' in death ? notStarted(session, death) : died(session, death)];
}

function notStarted(session: Session, failed: { seq: number; code: string; text: string }): Found {
  // What a log names is a server of a host, not the command that failed.
  const { header } = session.recording;
  const program = header.server.command?.[0] ?? (header.source ? undefined : header.server.label);
  const what = program === undefined ? '' : `${quote(program)} failed with `;
  return {
    side: 'host',
    title: `the server could not be started: ${what}${plainText(failed.code, 20)} (${plainText(failed.text, 120)})`,
    places: [{ seq: failed.seq, index: undefined }],
    fix:
      failed.code === 'ENOENT'
        ? 'Give the full path of the command, or the PATH on which it is found; on Windows npx is npx.cmd.'
        : 'Check that the command may be executed by this user.',
  };
}

function died(
  session: Session,
  exit: { seq: number; at: number; code: number | null; signal: string | null },
): Found {
  const first = openRequestsOf(session).find((each) => each.request.from === 'client')?.request;
  const since = first?.at ?? endingOf(session).startedAt;
  const what = first ? `${requestName(first)} unanswered` : 'no request was open';
  return {
    title: `${what}: ${exitText(exit)} after ${duration(exit.at - since)}${lastWords(session)}`,
    places: [
      ...(first ? [{ seq: first.seq, index: first.index }] : []),
      { seq: exit.seq, index: undefined },
    ],
    fix: 'Run the command by hand and read its stderr; a missing module, file or variable is the usual cause.',
  };
}
