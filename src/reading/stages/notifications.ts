import { type Reader, whole } from '../cover.ts';
import { params } from './envelope.ts';

/** Notifications that some revision defines, of either side (facts: MCP schema, all revisions). */
const KNOWN: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/message',
  'notifications/roots/list_changed',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
  'notifications/subscriptions/acknowledged',
  'notifications/tasks',
  'notifications/tasks/status',
]);

/** The params of a notification. */
export function notificationParams(method: string): Reader {
  const rest = whole(KNOWN.has(method) ? 'notifications' : 'method.unknown');
  return params({}, rest, rest);
}
