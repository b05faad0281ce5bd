import type { Requirement } from './types.ts';

export const proxy = {
  'recording:http': {
    promise: 'Start lines, headers, bodies, events and ends of HTTP are entries that come back.',
    source: 'docs/reference/recording-format.md',
  },
  'recording:http-line-feeds': {
    promise: 'A JSON body over several lines is stored on one line and comes back byte for byte.',
    source: 'docs/reference/recording-format.md; RFC 8259 sections 2 and 7',
  },
  'recording:http-masked': {
    promise:
      'Tokens, keys, cookies, session ids and Mcp-Param values of headers and URLs never reach the disk; equal ones have equal placeholders.',
    source: 'design: secrets whose place gives them away; field: session ids and tokens in traces',
  },
  'wire:sse': {
    promise: 'Streams of Server-Sent Events are cut as the standard says: CRLF, LF, CR, comments.',
    source: 'WHATWG HTML, "Server-sent events"; field: readers that look for two line feeds',
  },
  'wire:sse-any-chunks': {
    promise: 'However a stream of events is cut into chunks, the same events come out.',
    source: 'field: CRLF cut between chunks made events appear twice, or never',
  },
  'wire:sse-unfinished': {
    promise: 'An event without its empty line is dispatched to nobody, and reported.',
    source: 'WHATWG HTML, "Interpreting an event stream"',
  },
  'wire:sse-undispatched': {
    promise: 'What an event stream holds but dispatches to no client is never read as a message.',
    source: 'WHATWG HTML, "Interpreting an event stream"',
  },
  'proxy:bytes': {
    promise: 'Heads and bodies pass unchanged in both directions, but for Host and our own Origin.',
    source: 'RFC 9110 section 7.6; field: proxies that drop Accept or fold repeated headers',
  },
  'proxy:headers': {
    promise: 'Order, case and number of headers stay; those of one connection only stay on it.',
    source: 'RFC 9110 sections 5.3 and 7.6.1',
  },
  'proxy:host-origin': {
    promise:
      'The upstream sees its own Host, its own origin for ours, and any other Origin as it was.',
    source: 'MCP Streamable HTTP, "Security Warning"',
  },
  'proxy:rebinding': {
    promise: 'Who calls the proxy by a name that is not its own is refused, and recorded.',
    source: 'MCP Streamable HTTP, "Security Warning": DNS rebinding',
  },
  'proxy:usage': {
    promise: 'Addresses that make no sense are refused with an example of one that does.',
    source: 'design: an error says what to do',
  },
  'proxy:upstream-gone': {
    promise:
      'An upstream that is not there gives 502, one clear line, an event; the proxy goes on.',
    source: 'RFC 9110 section 15.6.3',
  },
  'proxy:odd-heads': {
    promise: 'No head of a request or an answer ends the proxy; what cannot be sent gives 502.',
    source: 'RFC 9112 section 6; field: a Trailer header without chunks ended the proxy',
  },
  'proxy:own-answers': {
    promise:
      'Nothing of an answer that is not passed on becomes part of the answer of another request.',
    source: 'RFC 9112 sections 9.3.2 and 11.2; field: answers that went to the wrong request',
  },
  'proxy:answers': {
    promise:
      'Answers are read the same however they are cut; what two readers may read differently gives 502.',
    source: 'RFC 9112 sections 6.3, 7.1 and 11.2; field: response splitting',
  },
  'proxy:http-1.0': {
    promise: 'A client of HTTP/1.0 gets no chunks; its body ends with the connection.',
    source: 'RFC 9112 section 6.1',
  },
  'proxy:early': {
    promise: 'Early Hints (103) pass to the client.',
    source: 'RFC 8297; RFC 9110 section 15.2',
  },
  'proxy:recorded': {
    promise: 'Heads, bodies and ends of all exchanges are recorded, also of those broken off.',
    source: 'design: nothing seen is lost',
  },
  'proxy:recording-fails': {
    promise: 'When the recording fails, one line says so and the traffic goes on.',
    source: 'design: forward first',
  },
  'proxy:streams': {
    promise: 'An event reaches the client, and the recording, before the next one is sent.',
    source: 'field: proxies that buffer event streams to their end',
  },
  'proxy:aborts': {
    promise: 'When one end leaves, the other one is told at once, and the recording says who left.',
    source: 'MCP 2026-07-28: closing the stream cancels the request',
  },
  'proxy:stream-without-answer': {
    promise:
      'A stream that closes without the answer is reported when it closes, with its numbers.',
    source: 'field: clients that wait minutes for an answer that cannot come',
  },
  'proxy:codings': {
    promise:
      'Compressed bodies pass untouched and are recorded unpacked; unknown ones as they came.',
    source: 'RFC 9110 section 8.4; field: traces of unreadable bytes',
  },
  'proxy:bounded': {
    promise: 'Memory stays bounded for bodies of any length, slow readers and compressed bombs.',
    source: 'design: forward first; hostile input',
  },
  'proxy:two-endpoints': {
    promise: 'The old transport with two endpoints passes; an absolute endpoint is pointed out.',
    source: 'MCP 2024-11-05, HTTP with SSE',
  },
  'proxy:https': {
    promise: 'An upstream over https is reached when its certificate is trusted, and only then.',
    source: 'RFC 9110 section 4.3.4',
  },
  'proxy:program': {
    promise:
      'sadap proxy tells where it listens and records, ends in order by a signal, and refuses wrong usage.',
    source: 'design: commands; an error says what to do',
  },
  'proxy:same-results': {
    promise: 'Clients get the same results, byte for byte, through the proxy as directly.',
    source: 'field: recorders that change what they record',
  },
  'proxy:many-sessions': {
    promise: 'Fifty sessions at once pass, and every exchange of the recording has its answer.',
    source: 'MCP Streamable HTTP, "Session Management"',
  },
  'proxy:pairs-by-exchange': {
    promise:
      'Over HTTP answers pair within their exchange first; an error without an id belongs to the request of its POST.',
    source: 'MCP Streamable HTTP; field: errors with id null or "server-error" and status 406',
  },
  'proxy:sessions': {
    promise: 'Interleaved sessions of many clients in one recording are told apart.',
    source: 'MCP Streamable HTTP, "Session Management"; 2024-11-05, "HTTP with SSE"',
  },
  'check-http-no-answer': {
    promise: 'A POST whose response ended without the answer is one finding: status or stream.',
    source: 'field: clients that wait minutes for an answer that cannot come',
  },
  'check-http-notification-status': {
    promise: 'A notification that is not answered with 202 and no body is a finding.',
    source: 'MCP 2025-06-18, Streamable HTTP; field: strict clients close the connection',
  },
  'check-http-accept': {
    promise:
      'An Accept header that lacks JSON or event streams is shown; what follows is not blamed.',
    source: 'MCP 2025-06-18, Streamable HTTP; field: 406 taken for missing authorisation',
  },
  'check-http-no-lines': {
    promise: 'Rules about lines and their ends say nothing about bodies and events of HTTP.',
    source: 'MCP 2025-06-18, basic/transports',
  },
  'view-http': {
    promise:
      'The terminal shows start lines, telling headers and the end of each HTTP exchange, escaped.',
    source: 'docs/how-to/record-an-http-server.md',
  },
} as const satisfies Record<string, Requirement>;
