import type { Change } from '../../../src/compare/change.ts';
import { FOLD_RULES } from '../../../src/compare/folds.ts';
import { compareSessions, type SessionDiff } from '../../../src/compare/sessions.ts';
import type { JsonNode } from '../../../src/model/json.ts';
import type { Session } from '../../../src/model/session.ts';
import { parseJson } from '../../../src/wire/json.ts';

/** A JSON text as nodes. */
export function json(text: string): JsonNode {
  const node = readText(text);
  if (!node) throw new Error(`not JSON: ${text}`);
  return node;
}

/** As `sadap diff` reads the JSON in texts. */
export function readText(text: string): JsonNode | undefined {
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.node : undefined;
}

/** As `sadap diff` compares without flags. */
export function compare(a: Session, b: Session, ignore: readonly string[] = []): SessionDiff {
  return compareSessions(a, b, { folds: FOLD_RULES, readText, ignore });
}

/** Each change in one line: rule, subject, note, place. */
export function lines({ changes }: SessionDiff): string[] {
  return changes.map(line);
}

function line({ rule, subject, note, pointer, inner }: Change): string {
  const place = inner === undefined ? pointer : `${pointer} ${inner}`;
  return [rule, subject, note, place].filter(Boolean).join(' | ');
}
