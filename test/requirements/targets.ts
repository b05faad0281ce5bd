import type { Requirement } from './types.ts';

const GUIDE = 'docs/how-to/connect-asrama-to-a-host.md';

export const targets = {
  'asrama-service-endpoints': {
    promise: 'The asrama service answers its four endpoints with the mock data and its limits.',
    source: GUIDE,
  },
  'asrama-service-token': {
    promise: 'The asrama service answers 401 to every request without its token.',
    source: GUIDE,
  },
  'asrama-filters-sensitive': {
    promise: 'nik, no_hp_wali and alamat never leave the MCP server, at whatever depth they are.',
    source: GUIDE,
  },
  'asrama-as-original': {
    promise:
      'On both SDKs and in both eras the server answers with the members and values of the original ' +
      'Python server, but for a list of intended differences.',
    source: 'test/unit/targets/original.ts',
  },
  'asrama-errors': {
    promise:
      'Invalid arguments and failures of the service give isError true; with soft errors a failure ' +
      'of the service is an ordinary result.',
    source: 'MCP, server/tools, "Error Handling"',
  },
  'asrama-eras': {
    promise: 'SDK v2 serves both eras from one process, SDK v1 and legacyOnly the legacy one.',
    source: GUIDE,
  },
  'asrama-ends': {
    promise:
      'asrama ends with status 0 at the end of its input, after answering what it read, and at SIGTERM.',
    source: 'MCP, basic/lifecycle, "Shutdown", stdio',
  },
  'asrama-stdout-clean': {
    promise: 'asrama writes nothing but MCP messages on stdout; its log goes to stderr.',
    source: 'MCP, basic/transports, stdio',
  },
  'asrama-http-guarded': {
    promise:
      'asrama over HTTP listens on 127.0.0.1 and answers 403 to a foreign Host or Origin, 401 without ' +
      'the bearer token.',
    source: 'MCP, basic/transports, Streamable HTTP, "Security Warning"',
  },
  'asrama-http-eras': {
    promise: 'asrama over HTTP answers calls of both eras with SDK v2, of the legacy era with v1.',
    source: 'MCP, basic/transports, Streamable HTTP',
  },
  'asrama-python-equal': {
    promise:
      'The Python fixture answers like the built-in server, but for a list of known differences.',
    source: 'test/python/asrama.test.ts',
  },
} as const satisfies Record<string, Requirement>;
