import {
  BOTH,
  CLIENT,
  type ErrorInfo,
  notification,
  type RevisionTable,
  request,
  SERVER,
} from './table.ts';

/** JSON-RPC 2.0 section 5.1; every revision of MCP takes these over. */
export const JSON_RPC_ERRORS: readonly ErrorInfo[] = [
  { code: -32700, name: 'ParseError', meaning: 'the line is not JSON', section: 'basic' },
  {
    code: -32600,
    name: 'InvalidRequest',
    meaning: 'the JSON is no request that can be answered',
    section: 'basic',
  },
  {
    code: -32601,
    name: 'MethodNotFound',
    meaning: 'the peer has no such method, or did not offer it',
    section: 'basic',
  },
  {
    code: -32602,
    name: 'InvalidParams',
    meaning: 'the parameters are wrong',
    section: 'basic',
  },
  { code: -32603, name: 'InternalError', meaning: 'the peer failed inside', section: 'basic' },
];

export const RESOURCE_NOT_FOUND: ErrorInfo = {
  code: -32002,
  name: 'ResourceNotFound',
  meaning: 'there is no resource with this URI',
  section: 'server/resources',
};

export const r20241105: RevisionTable = {
  revision: '2024-11-05',
  era: 'legacy',
  methods: [
    request(
      CLIENT,
      'initialize',
      'basic/lifecycle',
      ['protocolVersion', 'capabilities', 'clientInfo'],
      ['protocolVersion', 'capabilities', 'serverInfo'],
    ),
    request(BOTH, 'ping', 'basic/utilities/ping', [], []),
    request(CLIENT, 'tools/list', 'server/tools', [], ['tools']),
    request(CLIENT, 'tools/call', 'server/tools', ['name'], ['content']),
    request(CLIENT, 'resources/list', 'server/resources', [], ['resources']),
    request(CLIENT, 'resources/templates/list', 'server/resources', [], ['resourceTemplates']),
    request(CLIENT, 'resources/read', 'server/resources', ['uri'], ['contents']),
    request(CLIENT, 'resources/subscribe', 'server/resources', ['uri'], []),
    request(CLIENT, 'resources/unsubscribe', 'server/resources', ['uri'], []),
    request(CLIENT, 'prompts/list', 'server/prompts', [], ['prompts']),
    request(CLIENT, 'prompts/get', 'server/prompts', ['name'], ['messages']),
    request(
      CLIENT,
      'completion/complete',
      'server/utilities/completion',
      ['ref', 'argument'],
      ['completion'],
    ),
    request(CLIENT, 'logging/setLevel', 'server/utilities/logging', ['level'], []),
    request(
      SERVER,
      'sampling/createMessage',
      'client/sampling',
      ['messages', 'maxTokens'],
      ['role', 'content', 'model'],
    ),
    request(SERVER, 'roots/list', 'client/roots', [], ['roots']),
    notification(CLIENT, 'notifications/initialized', 'basic/lifecycle'),
    notification(CLIENT, 'notifications/roots/list_changed', 'client/roots'),
    notification(BOTH, 'notifications/cancelled', 'basic/utilities/cancellation', ['requestId']),
    notification(BOTH, 'notifications/progress', 'basic/utilities/progress', [
      'progressToken',
      'progress',
    ]),
    notification(SERVER, 'notifications/message', 'server/utilities/logging', ['level', 'data']),
    notification(SERVER, 'notifications/resources/list_changed', 'server/resources'),
    notification(SERVER, 'notifications/resources/updated', 'server/resources', ['uri']),
    notification(SERVER, 'notifications/prompts/list_changed', 'server/prompts'),
    notification(SERVER, 'notifications/tools/list_changed', 'server/tools'),
  ],
  errors: [...JSON_RPC_ERRORS, RESOURCE_NOT_FOUND],
  batch: false,
  errorWithoutId: false,
  serverRequests: true,
  resultType: 'unknown',
  requestMeta: [],
  recommendedRequestMeta: [],
  recommendedResultMeta: [],
  inputMethods: [],
  deprecated: [],
};
