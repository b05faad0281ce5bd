import type { Requirement } from './types.ts';

export const check = {
  'check-stray-output': {
    promise:
      'Lines on the server’s stdout that are no message are one finding with count and lines.',
    source: 'MCP 2025-06-18, basic/transports#stdio',
  },
  'check-npm-echo': {
    promise:
      'The echo of npm or yarn on stdout is told apart, with the silent way to start the server.',
    source: 'fault seen in the field: servers started through `npm run`',
  },
  'check-blank-lines': {
    promise: 'Blank lines are counted apart and are a note.',
    source: 'MCP 2025-06-18, basic/transports#stdio',
  },
  'check-bom': {
    promise: 'A byte order mark is a finding that names the request which would pair without it.',
    source: 'RFC 8259 section 8.1',
  },
  'check-crlf': {
    promise: 'CRLF line ends are one note for the whole stream.',
    source: 'MCP 2025-06-18, basic/transports#stdio',
  },
  'check-lsp-framing': {
    promise: 'Content-Length framing is one diagnosis with the first header as evidence.',
    source: 'MCP 2025-06-18, basic/transports#stdio',
  },
  'check-cut-at-exit': {
    promise: 'A cut last line is told with its byte count and the request that it leaves open.',
    source: 'fault seen in the field: process.exit() after a write to a pipe',
  },
  'check-message-borders': {
    promise: 'Several messages on a line, and one message over several lines, are recognised.',
    source: 'MCP 2025-06-18, basic/transports#stdio',
  },
  'check-client-not-json': {
    promise:
      'A bad line of the client is blamed on the client, with the first bad byte and the error it caused.',
    source: 'JSON-RPC 2.0 section 5.1',
  },
  'check-invalid-utf8': {
    promise: 'Bytes that are no UTF-8 are told with their offset and the likely code page.',
    source: 'RFC 8259 section 8.1',
  },
  'check-not-a-number': {
    promise:
      'NaN and Infinity are told with their paths; the lenient answer explains the open request.',
    source: 'RFC 8259 section 6',
  },
  'check-big-integer': {
    promise:
      'Integers that doubles change, and arguments that are their rounded form, are findings.',
    source: 'RFC 8259 section 6',
  },
  'check-jsonrpc-version': {
    promise:
      'Messages without "jsonrpc": "2.0" are one problem for each sender, kind and flaw, with their count; doctor does not say that such a server works.',
    source: 'JSON-RPC 2.0 section 4; MCP 2025-06-18, basic#messages',
  },
  'check-duplicate-keys': {
    promise: 'A key that is repeated in one object is a warning.',
    source: 'RFC 8259 section 4',
  },
  'check-unanswered': {
    promise:
      'A request without an answer says how long, who cancelled it and what ended the wait; never while it may still come.',
    source: 'JSON-RPC 2.0 section 5',
  },
  'check-stopped': {
    promise: 'What was open when a signal stopped the capture is a note, and nobody’s fault.',
    source: 'fault seen in the field: Ctrl-C during a slow call',
  },
  'check-blocked-calls': {
    promise:
      'Calls answered right after the server gave up a request of its own are told as waiting for it.',
    source: 'fault seen in the field: clients that never answer roots/list',
  },
  'check-own-kinds': {
    promise: 'Each line that is no message keeps its own fault; one fault hides no other.',
    source: 'design: a finding says what is wrong, with the values that show it',
  },
  'check-orphan-answer': {
    promise:
      'An answer to nothing is a finding, unless an import starts in the middle of a session.',
    source: 'JSON-RPC 2.0 section 5',
  },
  'check-duplicate-answer': {
    promise: 'A second answer to one request is a finding.',
    source: 'JSON-RPC 2.0 section 5',
  },
  'check-id-type': {
    promise:
      'An id whose type changed between request and answer is named as the cause; a changed spelling is a note.',
    source: 'JSON-RPC 2.0 section 5: the id is the same value as in the request',
  },
  'check-wrong-ids': {
    promise: 'A server that answers everything with one id gets one finding for all of it.',
    source: 'fault seen in the field: ids kept in one variable',
  },
  'check-answer-to-notification': {
    promise: 'An answer to a notification is told with the notification.',
    source: 'JSON-RPC 2.0 section 4.1',
  },
  'check-malformed-answer': {
    promise:
      'Answers without result and error, with both, or with one of a wrong shape are findings.',
    source: 'JSON-RPC 2.0 section 5',
  },
  'check-late-answer': {
    promise:
      'An answer after the cancellation is late, not unknown; a repeated call is pointed out.',
    source: 'MCP 2025-06-18, basic/utilities/cancellation',
  },
  'check-batch': {
    promise: 'Batches are a finding where the revision has none; an empty batch always is.',
    source: 'MCP 2025-03-26 and 2025-06-18, changelog',
  },
  'check-reused-id': {
    promise: 'An id that is used again while its first request is open is a finding.',
    source: 'MCP 2025-06-18, basic#requests',
  },
  'check-soft-error': {
    promise:
      'A failure that is called a success is marked with its confidence; text about errors is not.',
    source: 'MCP 2025-06-18, server/tools#error-handling',
  },
  'check-tool-error': {
    promise: 'A result with isError true is a note: the model can read it.',
    source: 'MCP 2025-06-18, server/tools#error-handling',
  },
  'check-result-member-types': {
    promise:
      'A result whose isError, structuredContent, nextCursor or _meta is of a wrong type is a problem with the member and its value.',
    source: 'MCP 2025-06-18, schema',
  },
  'check-structured-differs': {
    promise:
      'A text that is JSON and differs in value from structuredContent is a warning; prose, another spelling, and a list that a library wrapped are not.',
    source: 'MCP 2025-06-18, server/tools#structured-content',
  },
  'check-rpc-error': {
    promise: 'A JSON-RPC error to a tool call is a note: the model probably did not see it.',
    source: 'MCP 2025-06-18, server/tools#error-handling',
  },
  'check-tool-definition': {
    promise: 'A listed tool without a name or an inputSchema of type object is a finding.',
    source: 'MCP 2025-06-18, server/tools#tool',
  },
  'check-tool-names': {
    promise:
      'Names that a list holds twice, that become equal, are empty or too long for a model API are findings.',
    source:
      'Claude Messages API: tools.N.name, unique, ^[a-zA-Z0-9_-]{1,128}$; MCP 2025-11-25, tool names',
  },
  'check-combinators': {
    promise: 'oneOf, anyOf and allOf at the top of an inputSchema are a limit of hosts.',
    source: 'Claude Messages API: input_schema does not support them at the top level',
  },
  'check-tool-result-shape': {
    promise: 'A tool result without a list of content is a finding, where its revision wants one.',
    source: 'MCP 2025-06-18, server/tools#tool-result',
  },
  'check-revision': {
    promise:
      'What initialize asked for and got is told when it is another revision, none, or one that is not released.',
    source: 'MCP 2025-06-18, basic/lifecycle#version-negotiation',
  },
  'check-probe': {
    promise:
      'A client that passes over -32022, and a server that contradicts itself in server/discover, are findings.',
    source: 'MCP 2026-07-28, basic/versioning: backward compatibility',
  },
  'check-undeclared-capability': {
    promise: 'A server that asks for what the client did not declare is a finding.',
    source: 'MCP 2025-06-18, basic/lifecycle#capability-negotiation',
  },
  'check-order-of-opening': {
    promise: 'Requests before notifications/initialized are a note with the order seen.',
    source: 'MCP 2025-06-18, basic/lifecycle#initialization',
  },
  'check-progress-token': {
    promise: 'Progress with a token that nobody gave is a finding, after the answer a note.',
    source: 'MCP 2025-06-18, basic/utilities/progress',
  },
  'check-died-early': {
    promise:
      'A server that is gone before its first answer is one finding with its exit and what its stderr says.',
    source: 'fault seen in the field: missing modules, wrong PATH',
  },
  'check-ignored-eof': {
    promise:
      'A server that outlives its stdin by a second is a note, and a warning when it took SIGKILL.',
    source: 'MCP 2025-06-18, basic/lifecycle#shutdown',
  },
  'check-stderr-flood': {
    promise: 'More on stderr than a pipe holds is a note with the bytes.',
    source: 'pipe(7): a pipe holds 65,536 bytes',
  },
  'check-rules-are-data': {
    promise: 'Each rule is one file, is in the registry, and says in one line what it finds.',
    source: 'design: rules are data',
  },
  'check-command': {
    promise:
      'sadap check prints each cause with rule, severity, side, place, specification, hosts and fix, as text, JSON, SARIF or JUnit, and exits by the worst finding.',
    source: 'asked for in the field: exit codes that tell cases apart',
  },
  'check-suppressions': {
    promise:
      'Findings are suppressed by rule, server, text and date, each with a reason; a suppression that is of no use is told.',
    source: 'design: never guess silently',
  },
  'check-reference': {
    promise: 'docs/reference/rules.md is made from the rules, with their examples.',
    source: 'design: rules are data',
  },
  'check-input-schema': {
    promise:
      'Arguments that break the inputSchema of the tool are a warning on the client unless the server refused them; what cannot be checked is a note.',
    source: 'MCP 2025-06-18, server/tools#tool',
  },
  'check-output-schema': {
    promise:
      'A result is checked against the outputSchema of its tool, as listed when it was called; failed calls, questions and tasks owe nothing.',
    source: 'MCP 2025-06-18, server/tools#output-schema',
  },
  'check-schemas': {
    promise:
      'A schema that breaks its own dialect or refers to nothing is a finding with its place; unusual dialects are told.',
    source: 'MCP 2025-11-25, basic#json-schema-usage; JSON Schema 2020-12, core section 8.2',
  },
  'check-schemas-bounded': {
    promise: 'No schema, pattern or value of a peer makes a check hang or throw.',
    source: 'design: nothing a peer sends may break the program',
  },
  'check-property-keys': {
    promise: 'Names of arguments that model APIs refuse are told, at any depth of the schema.',
    source: 'Claude Messages API: ^[a-zA-Z0-9_.-]{1,64}$',
  },
  'check-hidden-characters': {
    promise:
      'Characters that a model reads and nobody sees are told, in definitions and (tags) in results; what languages and emoji need is not.',
    source: 'seen in the field: instructions in Unicode tag characters',
  },
  'check-orders-to-the-model': {
    promise:
      'Descriptions that keep something from the user, end other instructions or name files with secrets are told; firm advice is not.',
    source: 'MCP 2025-06-18, server/tools#security-considerations',
  },
  'check-annotations': {
    promise: 'Annotations that contradict the name of a tool, or each other, are told.',
    source: 'MCP 2025-06-18, schema: ToolAnnotations',
  },
  'check-descriptions': {
    promise:
      'Missing descriptions, empty instructions and leaked indentation are notes, once each.',
    source: 'seen in the field: docstrings sent as they stand in the source',
  },
  'check-pagination': {
    promise: 'Pages that are never asked for, and cursors that lead to themselves, are told.',
    source: 'MCP 2025-06-18, server/utilities/pagination',
  },
  'check-shapes': {
    promise:
      'Results, params, blocks of content and progress that are not as their revision says are told with what is missing.',
    source: 'MCP schema of each revision',
  },
  'check-era': {
    promise:
      'What a revision has not, or must have on every message, is told: _meta, resultType, cache members, removed and deprecated features, capabilities.',
    source: 'MCP 2026-07-28, changelog',
  },
  'check-bad-ids': {
    promise: 'Requests whose id is null or a fraction are told.',
    source: 'MCP 2025-06-18, basic#requests',
  },
  'check-lone-surrogate': {
    promise: 'A surrogate without its other half is told with its place.',
    source: 'RFC 8259 section 8.2',
  },
  'check-large-message': {
    promise: 'A line of more than 10 MiB is told.',
    source: 'measured: the reader of both TypeScript SDKs',
  },
  'check-process': {
    promise:
      'A server that ends by itself, starts slowly, closes a stream or leaves processes behind is told.',
    source: 'seen in the field: connection closed -32000',
  },
  'check-http-headers': {
    promise: 'Protocol version, method and name in the headers are checked against the bodies.',
    source: 'MCP 2025-06-18, basic/transports; 2026-07-28, streamable-http',
  },
  'check-http-session': {
    promise: 'A session id that is not sent back, or kept after 404, is told.',
    source: 'MCP 2025-06-18, basic/transports#session-management',
  },
  'check-http-bodies': {
    promise:
      'Answers of other types than JSON and events, and streams that end inside an event, are told.',
    source: 'WHATWG HTML, Server-sent events',
  },
  'check-host-limits': {
    promise:
      'What hosts refuse, cut and leave out is told by their profiles: a note, and a warning for a host that was named.',
    source: 'docs/reference/hosts.md',
  },
  'check-wrapped': {
    promise:
      'Messages with terminal codes or other text around them, and streams in UTF-16, are recognised and explain what is unanswered.',
    source: 'seen in the field: spinners, log prefixes and PowerShell on stdout',
  },
  'check-truncated-ids': {
    promise: 'An answer whose id is that of its request cut to 32 bits or rounded is one finding.',
    source: 'seen in the field: ids from time stamps in servers with narrow integers',
  },
  doctor: {
    promise:
      'sadap doctor starts a server with the variables and folder of each host, in both eras, or as a host’s configuration says, and names each fault once.',
    source: 'fault seen in the field: works in the terminal, not in the host',
  },
  'check-examples': {
    promise:
      'Each rule carries a session that has the fault and one that has not; the first is found, in the second nothing is worse than a note.',
    source: 'design: a rule is about a kind of fault, and a false alarm is a bug',
  },
  'damage-told': {
    promise:
      'A command that reads a damaged recording and does not show the damage tells of it on standard error; check and redact --scan do not call it clean.',
    source: 'design: a result about a part must not pass for one about the whole',
  },
  'check-order': {
    promise:
      'Findings come problems first, then warnings, then notes, each in the order of the wire.',
    source: 'design: the summary shows the worst first',
  },
  'check-never-throws': {
    promise: 'Checking never throws; a rule that does is reported and the others run.',
    source: 'design: nothing a peer sends may break the program',
  },
  'check-clean-session': {
    promise: 'A session without faults has no findings.',
    source: 'design: a false alarm is a bug',
  },
  'check-sifted': {
    promise:
      'A recording of any size is checked in memory that grows with what is unusual in it; what is said of it is the same as if all of it were held.',
    source: 'design: a long session is where people need the program most',
  },
} as const satisfies Record<string, Requirement>;
