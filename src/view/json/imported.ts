import { formatTime } from '../../recording/time.ts';
import type { ImportedRow } from '../imported.ts';

/** The `--json` form of what was imported: one session a line. */
export function* renderImportedJson(rows: readonly ImportedRow[]): Generator<string> {
  for (const row of rows) {
    const { recording, files, format, session, label, startedAt, fromClient, fromServer } = row;
    const { stderr, notes, quoted } = row;
    yield JSON.stringify({
      recording: recording ?? null,
      files,
      format,
      session,
      server: label,
      startedAt: startedAt === undefined ? null : formatTime(startedAt),
      fromClient,
      fromServer,
      stderr,
      notes,
      quoted,
    });
  }
}
