import { r20250618 } from './2025-06-18.ts';
import {
  BOTH,
  CLIENT,
  type MethodInfo,
  notification,
  type RevisionTable,
  request,
  revise,
  SERVER,
} from './table.ts';

const TASK = ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttl'];
const TASKS = 'basic/utilities/tasks';

/** A request whose answer may be a task instead, when its `params.task` says so. */
function orTask(info: MethodInfo): MethodInfo {
  return { ...info, results: { ...info.results, task: ['task'] } };
}

/**
 * Adds tasks (experimental), elicitation by URL, and error answers without an id; `requestId` of a
 * cancellation became optional, because a task is cancelled otherwise.
 */
export const r20251125: RevisionTable = {
  ...r20250618,
  revision: '2025-11-25',
  errorWithoutId: true,
  methods: revise(r20250618.methods, [
    orTask(request(CLIENT, 'tools/call', 'server/tools', ['name'], ['content'])),
    orTask(
      request(
        SERVER,
        'sampling/createMessage',
        'client/sampling',
        ['messages', 'maxTokens'],
        ['role', 'content', 'model'],
      ),
    ),
    // `requestedSchema` belongs to the form, `url` and `elicitationId` to the other mode.
    orTask(request(SERVER, 'elicitation/create', 'client/elicitation', ['message'], ['action'])),
    request(BOTH, 'tasks/get', TASKS, ['taskId'], TASK),
    request(BOTH, 'tasks/result', TASKS, ['taskId'], []),
    request(BOTH, 'tasks/cancel', TASKS, ['taskId'], TASK),
    request(BOTH, 'tasks/list', TASKS, [], ['tasks']),
    notification(BOTH, 'notifications/tasks/status', TASKS, TASK),
    notification(SERVER, 'notifications/elicitation/complete', 'client/elicitation', [
      'elicitationId',
    ]),
    notification(BOTH, 'notifications/cancelled', 'basic/utilities/cancellation'),
  ]),
  errors: [
    ...r20250618.errors,
    {
      code: -32042,
      name: 'URLElicitationRequired',
      meaning: 'the user has to visit a page first; data.elicitations names it',
      section: 'client/elicitation',
    },
  ],
};
