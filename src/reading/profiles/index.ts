// Written by scripts/profiles.mjs; do not edit.
import type { JsonValue } from '../../model/json.ts';
import claudeMessages from './claude-messages.json' with { type: 'json' };

/** The documents of all built-in profiles, by id. */
export const documents: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['claude-messages', claudeMessages],
]);
