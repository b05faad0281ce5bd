import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { askedBack, lastFates, readingAt, table } from './readings.ts';

const request = (id: number, method: string, params = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const content = [{ type: 'text', text: 'secret' }];
const result = (id: number | null) => ({ jsonrpc: '2.0', id, result: { content } });
const error = (id: number) => ({ jsonrpc: '2.0', id, error: { code: -32602, message: 'm' } });

describe('answers by their place in the session', () => {
  it('drops what came after the cancellation', () => {
    verifies('reading/answers');
    const session = conversation()
      .client(request(1, 'tools/call'))
      .client({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
      .server(result(1))
      .session();
    expect(lastFates(session)).toEqual({ '/result': 'dropped: came after the cancellation' });
    expect(lastFates(session)).not.toHaveProperty('/result/content');
  });

  it('does not know what a host does with a second answer', () => {
    verifies('reading/answers');
    const session = conversation()
      .client(request(1, 'tools/call'))
      .server(result(1))
      .server(result(1))
      .session();
    expect(readingAt(session, 1).texts).toHaveLength(1);
    expect(lastFates(session)).toEqual({ '/result': 'unknown: the request was already answered' });
  });

  it.each([result(7), result(null)])('does not know what an orphan means', (orphan) => {
    verifies('reading/answers');
    const session = conversation().client(request(1, 'tools/call')).server(orphan).session();
    expect(lastFates(session)).toEqual({
      '/result': 'unknown: which request it answers is not known',
    });
  });

  it('reads an ambiguous answer only when it means the same for each request', () => {
    verifies('reading/answers');
    const twice = (second: string) =>
      conversation()
        .client(request(1, 'tools/call'))
        .client(request(1, second))
        .server(result(1))
        .session();
    expect(readingAt(twice('tools/call'), -1).texts).toHaveLength(1);
    expect(readingAt(twice('prompts/list'), -1).texts).toEqual([]);
  });

  it('knows nothing of a JSON-RPC error that answers a tool call; others stay with the host', () => {
    verifies('reading/rpc-error');
    const fates = (method: string) =>
      lastFates(conversation().client(request(1, method)).server(error(1)).session());
    expect(fates('tools/call')).toEqual({
      '/error': 'unknown: what the host puts into tool_result instead',
    });
    expect(fates('tools/list')).toEqual({ '/error': 'host' });
    expect(fates('never/heard')).toEqual({ '/error': 'host' });
  });

  it('reads the members of a batch each', () => {
    verifies('reading/batch');
    const session = conversation()
      .client([request(1, 'tools/call'), request(2, 'ping')])
      .server([{ jsonrpc: '2.0', id: 2, result: {} }, result(1)])
      .session();
    expect(readingAt(session, 2).target).toEqual({ seq: 1, index: 0 });
    expect(lastFates(session)).toHaveProperty('/result/content/0/text');
    expect(readingAt(session, 2).fates.map((each) => each.kind)).toEqual([
      'envelope',
      'envelope',
      'host',
    ]);
  });
});

describe('a method', () => {
  it('of no revision, or of the other side, is unknown', () => {
    verifies('reading/unknown');
    const unknown = 'unknown: no revision defines this method for this side';
    const client = conversation()
      .client(request(1, 'constructor', { a: 1 }))
      .session();
    expect(lastFates(client)).toEqual({ '/params/a': unknown });
    const server = askedBack('tools/call', { name: 't' }, { content }).session();
    expect(table(readingAt(server, 0).fates)['/params/name']).toBe(unknown);
    expect(lastFates(server)).toEqual({ '/result/content': unknown });
    const notice = conversation()
      .server({ jsonrpc: '2.0', method: 'notifications/new', params: { a: 1 } })
      .session();
    expect(lastFates(notice)).toEqual({ '/params/a': unknown });
  });

  it('may carry members that JSON-RPC does not define; they go nowhere', () => {
    const session = conversation()
      .client({ jsonrpc: '2.0', id: 1, method: 'ping', trace: 'x', params: [1] })
      .session();
    expect(lastFates(session)).toEqual({ '/trace': 'dropped', '/params': 'host' });
  });
});
