import { formatTime } from '../../recording/time.ts';
import { type ListRow, listFacts } from '../list-facts.ts';

/**
 * The `--json` form of a list of recordings: one object a line, in the order given. A file that could
 * not be read has `path` and `problem` alone. Times are ISO 8601 in UTC, durations milliseconds,
 * sizes bytes.
 */
export function* renderListJson(rows: readonly ListRow[]): Generator<string> {
  for (const row of rows) yield JSON.stringify('problem' in row ? row : factsOf(row));
}

function factsOf(row: Exclude<ListRow, { problem: string }>) {
  const { era, revision, errors } = listFacts(row);
  return {
    path: row.path,
    server: row.header.server.label,
    mode: row.header.mode,
    run: row.header.run ?? null,
    startedAt: formatTime(row.header.startedAt),
    era,
    revision: revision ?? null,
    durationMs: row.duration / 1000,
    state: row.state,
    failed: row.failed ?? null,
    requests: row.requests,
    answers: row.answers,
    notifications: row.notifications,
    errors,
    failures: row.failures,
    toolErrors: row.toolErrors,
    unanswered: row.unanswered,
    pending: row.pending,
    refusedProbes: row.refusedProbes,
    orphans: row.orphans,
    strays: row.strays,
    methods: Object.fromEntries(row.methods),
    damage: row.damage,
    secrets: row.secrets ?? null,
    size: row.size,
  };
}
