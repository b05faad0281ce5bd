import type { Side } from '../../model/frame.ts';
import { revisionsWith } from '../../protocol/revisions.ts';
import { type Reader, whole } from '../cover.ts';
import type { RuleName } from '../rules.ts';
import { params } from './envelope.ts';

/** The params of a notification from this side. */
export function notificationParams(method: string, from: Side): Reader {
  const known = revisionsWith(method, from).length > 0;
  const rest = whole(known ? ruleOf(method) : 'method.unknown');
  return params({}, rest, rest);
}

function ruleOf(method: string): RuleName {
  if (method.endsWith('/list_changed')) return 'notifications.listChanged';
  if (method === 'notifications/progress') return 'notifications.progress';
  return method === 'notifications/message' ? 'notifications.log' : 'notifications';
}
