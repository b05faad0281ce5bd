/** JSON-RPC messages in the fewest words, for conversations in tests. */

type Id = unknown;

export function ask(id: Id, method: string, params?: object) {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

/** A `tools/call`. */
export function call(id: Id, name = 'probe', args: object = {}) {
  return ask(id, 'tools/call', { name, arguments: args });
}

export function answer(id: Id, result: object = {}) {
  return { jsonrpc: '2.0', id, result };
}

export function failure(id: Id, code: number, message = 'failed', data?: unknown) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

export function notify(method: string, params?: object) {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

export function cancelled(requestId: Id) {
  return notify('notifications/cancelled', { requestId });
}

/** A request of revision 2026-07-28: with the envelope that each one carries. */
export function modern(id: Id, method: string, params: object = {}, version = '2026-07-28') {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'client-m', version: '2.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  return ask(id, method, { _meta, ...params });
}

/** A result of revision 2026-07-28. */
export function complete(id: Id, result: object = {}) {
  const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'server-m', version: '3.0' } };
  return answer(id, { resultType: 'complete', ...result, _meta });
}
