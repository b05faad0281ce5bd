import type { JsonNode } from '../model/json.ts';

/**
 * What became of a step. ok: done and as expected; failed: answered with an error, or not readable;
 * unmet: an expectation does not hold; timeout: no answer in time; closed: the session ended first;
 * skipped: not begun, because the session had ended.
 */
export type StepStatus = 'ok' | 'failed' | 'unmet' | 'timeout' | 'closed' | 'skipped';

export interface StepResult {
  readonly label: string;
  /** `file:line:column` in the script. */
  readonly place: string | undefined;
  readonly status: StepStatus;
  /** What went wrong, one line each. */
  readonly details: readonly string[];
}

/** What an action came to, before expectations are looked at. */
export interface Attempt {
  readonly status: Exclude<StepStatus, 'unmet' | 'skipped'>;
  readonly details: readonly string[];
  /** The message that expectations are about; for a list, the first page with the items of all. */
  readonly message?: JsonNode;
}

export const DONE: Attempt = { status: 'ok', details: [] };

/** A step in a message. `open` is our word: a script need not have it, and it is not said to a server. */
export function stepWords({ label }: Pick<StepResult, 'label'>, detail: string): string {
  return label === 'open' ? `the session was not opened: ${detail}` : `${label}: ${detail}`;
}
