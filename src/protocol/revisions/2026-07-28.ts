import { JSON_RPC_ERRORS } from './2024-11-05.ts';
import {
  BOTH,
  CLIENT,
  type ErrorInfo,
  type MethodInfo,
  notification,
  type RevisionTable,
  request,
  SERVER,
} from './table.ts';

const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
const TASK = ['resultType', 'taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttlMs'];

/** A complete result that a client may keep (server/utilities/caching). */
function cached(...members: readonly string[]): readonly string[] {
  return ['resultType', 'ttlMs', 'cacheScope', ...members];
}

/** The server may ask for input first (basic/patterns/mrtr). */
function orInput(info: MethodInfo): MethodInfo {
  return { ...info, results: { ...info.results, input_required: ['resultType'] } };
}

/** The call may become a task, when both sides have the extension. */
function orTask(info: MethodInfo): MethodInfo {
  return { ...info, results: { ...info.results, task: TASK } };
}

function ofTasks(info: MethodInfo): MethodInfo {
  return { ...info, extension: TASKS_EXTENSION };
}

const ERRORS: readonly ErrorInfo[] = [
  {
    code: -32020,
    name: 'HeaderMismatch',
    meaning: 'an HTTP header is missing or differs from the body',
    section: 'basic/transports/streamable-http',
  },
  {
    code: -32021,
    name: 'MissingRequiredClientCapability',
    meaning:
      'the request did not declare a capability it needs; data.requiredCapabilities names it',
    section: 'basic/index',
  },
  {
    code: -32022,
    name: 'UnsupportedProtocolVersion',
    meaning: 'the server does not speak this revision; data.supported lists those it does',
    section: 'basic/versioning',
  },
];

/**
 * The first revision without a handshake: every request carries what `initialize` used to settle, a
 * server asks only inside results, and changes are told on a subscription.
 */
export const r20260728: RevisionTable = {
  revision: '2026-07-28',
  era: 'modern',
  methods: [
    request(
      CLIENT,
      'server/discover',
      'server/discover',
      ['_meta'],
      cached('supportedVersions', 'capabilities'),
    ),
    request(CLIENT, 'tools/list', 'server/tools', ['_meta'], cached('tools')),
    orTask(
      orInput(
        request(CLIENT, 'tools/call', 'server/tools', ['_meta', 'name'], ['resultType', 'content']),
      ),
    ),
    request(CLIENT, 'resources/list', 'server/resources', ['_meta'], cached('resources')),
    request(
      CLIENT,
      'resources/templates/list',
      'server/resources',
      ['_meta'],
      cached('resourceTemplates'),
    ),
    orInput(
      request(CLIENT, 'resources/read', 'server/resources', ['_meta', 'uri'], cached('contents')),
    ),
    request(CLIENT, 'prompts/list', 'server/prompts', ['_meta'], cached('prompts')),
    orInput(
      request(
        CLIENT,
        'prompts/get',
        'server/prompts',
        ['_meta', 'name'],
        ['resultType', 'messages'],
      ),
    ),
    request(
      CLIENT,
      'completion/complete',
      'server/utilities/completion',
      ['_meta', 'ref', 'argument'],
      ['resultType', 'completion'],
    ),
    request(
      CLIENT,
      'subscriptions/listen',
      'basic/patterns/subscriptions',
      ['_meta', 'notifications'],
      ['resultType', '_meta'],
    ),
    // A server may cancel nothing but a subscription.
    notification(BOTH, 'notifications/cancelled', 'basic/patterns/cancellation', ['requestId']),
    notification(SERVER, 'notifications/progress', 'basic/patterns/progress', [
      'progressToken',
      'progress',
    ]),
    notification(SERVER, 'notifications/message', 'server/utilities/logging', ['level', 'data']),
    notification(SERVER, 'notifications/resources/list_changed', 'server/resources'),
    notification(SERVER, 'notifications/resources/updated', 'server/resources', ['uri']),
    notification(SERVER, 'notifications/prompts/list_changed', 'server/prompts'),
    notification(SERVER, 'notifications/tools/list_changed', 'server/tools'),
    notification(
      SERVER,
      'notifications/subscriptions/acknowledged',
      'basic/patterns/subscriptions',
      ['notifications'],
    ),
    ofTasks(request(CLIENT, 'tasks/get', TASKS_EXTENSION, ['_meta', 'taskId'], TASK)),
    ofTasks(
      request(
        CLIENT,
        'tasks/update',
        TASKS_EXTENSION,
        ['_meta', 'taskId', 'inputResponses'],
        ['resultType'],
      ),
    ),
    ofTasks(request(CLIENT, 'tasks/cancel', TASKS_EXTENSION, ['_meta', 'taskId'], ['resultType'])),
    ofTasks(notification(SERVER, 'notifications/tasks', TASKS_EXTENSION, ['taskId', 'status'])),
  ],
  errors: [...JSON_RPC_ERRORS, ...ERRORS],
  batch: false,
  errorWithoutId: true,
  serverRequests: false,
  resultType: 'required',
  requestMeta: [
    'io.modelcontextprotocol/protocolVersion',
    'io.modelcontextprotocol/clientCapabilities',
  ],
  recommendedRequestMeta: ['io.modelcontextprotocol/clientInfo'],
  recommendedResultMeta: ['io.modelcontextprotocol/serverInfo'],
  inputMethods: ['elicitation/create', 'sampling/createMessage', 'roots/list'],
  deprecated: [
    { feature: 'roots', methods: ['roots/list'], section: 'client/roots' },
    { feature: 'sampling', methods: ['sampling/createMessage'], section: 'client/sampling' },
    {
      feature: 'logging',
      methods: ['notifications/message'],
      section: 'server/utilities/logging',
    },
  ],
};
