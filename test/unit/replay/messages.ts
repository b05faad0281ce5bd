/** JSON-RPC messages for tests of replay. */

export const request = (id: number | string, method: string, params?: object): object => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

export const result = (id: number | string | undefined, value: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  result: value,
});

export const failure = (id: number | string, code = -32600, message = 'no'): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

export const note = (method: string, params?: object): object => ({
  jsonrpc: '2.0',
  method,
  ...(params && { params }),
});

export const call = (id: number | string, name: string, args: object = {}, more: object = {}) =>
  request(id, 'tools/call', { name, arguments: args, ...more });

/** Result of an `initialize`. */
export const opening = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'server-x', version: '0.1' },
};

export const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });
