import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { asked, askedBack, lastFates, readingAt, table } from './readings.ts';

const call = (params: object, result: object) => asked('tools/call', params, result);

describe('a tools/call request', () => {
  it('shows what the model wrote', () => {
    verifies('reading/call');
    const params = { name: 'cari_anak', arguments: { kelas: '7A' }, _meta: { progressToken: 1 } };
    const reading = readingAt(call(params, { content: [] }).session(), 0);

    expect(table(reading.fates)).toEqual({
      '/jsonrpc': 'envelope',
      '/id': 'envelope',
      '/method': 'envelope',
      '/params/name': 'renamed: the model wrote mcp__asrama__cari_anak',
      '/params/arguments': 'wrote: tool_use.input',
      '/params/_meta': 'envelope',
    });
    expect(reading.texts.map(({ way, place, text }) => [way, place, text])).toEqual([
      ['wrote', 'tool_use.name', 'mcp__asrama__cari_anak'],
      ['wrote', 'tool_use.input', '{"kelas":"7A"}'],
    ]);
    expect(reading.bytes).toEqual({ read: 0, wrote: 22 + 14 });
  });

  it('keeps the spelling of numbers and the last of duplicate keys in the arguments', () => {
    verifies('reading/duplicate-keys');
    const raw =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lost","name":"t",' +
      '"arguments":{"a":"lost","n":12345678901234567890, "b":[1.0, -0],"a":{}}}}';
    const { texts, fates } = readingAt(conversation().client(raw).session(), 0);
    expect(texts.map((each) => each.text)).toEqual([
      'mcp__test__t',
      '{"a":{},"n":12345678901234567890,"b":[1.0,-0]}',
    ]);
    expect(fates.filter((each) => each.pointer === '/params/name')).toHaveLength(1);
  });
});

describe('a tools/call result', () => {
  it('is read as text blocks and the error flag', () => {
    verifies('reading/result');
    const result = {
      content: [
        { type: 'text', text: 'é', annotations: { audience: ['user'] }, _meta: {}, x: 1 },
        { type: 'text', text: '' },
      ],
      structuredContent: { total: 2 },
      isError: true,
      extra: 1,
    };
    const session = call({ name: 't' }, result).session();
    expect(lastFates(session)).toEqual({
      '/result/content/0/type': 'reads: tool_result.content[0]',
      '/result/content/0/text': 'reads: tool_result.content[0]',
      '/result/content/0/annotations': 'dropped',
      '/result/content/0/_meta': 'dropped',
      '/result/content/0/x': 'dropped',
      '/result/content/1/type': 'reads: tool_result.content[1]',
      '/result/content/1/text': 'reads: tool_result.content[1]',
      '/result/structuredContent': 'dropped',
      '/result/isError': 'renamed: tool_result.is_error',
      '/result/extra': 'dropped',
    });
    expect(readingAt(session, -1).bytes).toEqual({ read: 2, wrote: 0 });
  });

  it('counts an image by its bytes, not as text', () => {
    verifies('reading/media');
    const data = Buffer.alloc(10).toString('base64');
    const content = [{ type: 'image', data, mimeType: 'image/png' }];
    const session = call({ name: 't' }, { content }).session();
    expect(lastFates(session)).toEqual({
      '/result/content/0/type': 'rewritten: tool_result.content[0], as an image block',
      '/result/content/0/data': 'rewritten: tool_result.content[0].source.data, as an image block',
      '/result/content/0/mimeType':
        'rewritten: tool_result.content[0].source.media_type, as an image block',
    });
    const { texts, media, bytes } = readingAt(session, -1);
    expect(texts).toEqual([]);
    expect(bytes.read).toBe(0);
    expect(media).toEqual([
      {
        place: 'tool_result.content[0].source.data',
        way: 'read',
        mimeType: 'image/png',
        size: 10,
        from: '/result/content/0/data',
      },
    ]);
  });

  it.each([
    ['audio', { data: 'AAAA', mimeType: 'audio/wav' }, 'the API has no such block'],
    ['resource_link', { uri: 'a:b', name: 'n' }, 'the API has no such block'],
    ['resource', { resource: { uri: 'a:b', text: 't' } }, 'the API has no such block'],
    ['toString', {}, 'no revision defines this type of block'],
    [5, {}, 'no revision defines this type of block'],
  ])('says that nobody knows what becomes of a block of type %s', (type, members, why) => {
    verifies('reading/unknown');
    const session = call({ name: 't' }, { content: [{ type, ...members }] }).session();
    expect(lastFates(session)).toEqual({ '/result/content/0': `unknown: ${why}` });
    expect(readingAt(session, -1).texts).toEqual([]);
  });

  it('guesses nothing about members of another type', () => {
    verifies('reading/unknown');
    const wrong = 'unknown: not of the type that the specification says';
    const result = { content: 'text', isError: 'no' };
    expect(lastFates(call({ name: 't' }, result).session())).toEqual({
      '/result/content': wrong,
      '/result/isError': wrong,
    });
    const inside = { content: [null, { type: 'text', text: null }] };
    expect(lastFates(call({ name: 't' }, inside).session())).toEqual({
      '/result/content/0': wrong,
      '/result/content/1/type': 'reads: tool_result.content[1]',
      '/result/content/1/text': wrong,
    });
  });

  it('has fates for empty lists and empty results', () => {
    expect(lastFates(call({ name: 't' }, { content: [] }).session())).toEqual({
      '/result/content': 'reads: tool_result.content',
    });
    expect(lastFates(call({ name: 't' }, {}).session())).toEqual({ '/result': 'dropped' });
  });
});

describe('a call with a task', () => {
  it('keeps the state for the host and reads the result that comes with it', () => {
    verifies('reading/tasks');
    const task = { resultType: 'task', taskId: 't1', status: 'working' };
    expect(lastFates(call({ name: 't' }, task).session())).toEqual({
      '/result/resultType': 'envelope',
      '/result/taskId': 'host',
      '/result/status': 'host',
    });
    const content = [{ type: 'text', text: 'done' }];
    const legacy = asked('tasks/result', { taskId: 't1' }, { content }).session();
    expect(readingAt(legacy, -1).texts.map((each) => each.text)).toEqual(['done']);
    const state = { status: 'completed', result: { content } };
    const modern = asked('tasks/get', { taskId: 't1' }, state).session();
    expect(readingAt(modern, -1).texts.map((each) => each.text)).toEqual(['done']);
    expect(lastFates(modern)['/result/status']).toBe('host');
  });

  it('does not know who answered a task of the client', () => {
    verifies('reading/tasks', 'reading/unknown');
    const session = askedBack('tasks/result', { taskId: 't1' }, { content: 'x' }).session();
    expect(lastFates(session)).toEqual({
      '/result/content': 'unknown: whether the user or the model answered',
    });
  });
});

describe('a call of several rounds', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const params = { _meta: meta, name: 'pindah', arguments: { nama: 'A' } };
  const sampling = {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'ask' } }], maxTokens: 5 },
  };
  const inputRequests = {
    ok: { method: 'elicitation/create', params: { message: 'm' } },
    s: sampling,
  };
  const inputResponses = {
    ok: { action: 'accept', content: { ya: true } },
    s: { role: 'assistant', content: { type: 'text', text: 'said' }, model: 'm' },
  };
  const session = conversation({ label: 'asrama' })
    .client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    .server({
      jsonrpc: '2.0',
      id: 1,
      result: { resultType: 'input_required', inputRequests, requestState: 'st' },
    })
    .client({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { ...params, inputResponses, requestState: 'st' },
    })
    .server({ jsonrpc: '2.0', id: 2, result: { content: [], resultType: 'complete' } })
    .session();

  it('leaves the questions to the host, except what it asks the model', () => {
    verifies('reading/rounds');
    const { fates, texts } = readingAt(session, 1);
    expect(table(fates)).toMatchObject({
      '/result/resultType': 'envelope',
      '/result/inputRequests/ok': 'host',
      '/result/inputRequests/s/params/messages/0/content/text':
        'reads: sampling.messages[0].content[0], in a request of its own',
      '/result/inputRequests/s/params/maxTokens': 'host',
      '/result/requestState': 'host',
    });
    expect(texts.map((each) => each.text)).toEqual(['ask']);
  });

  it('counts what the model wrote once, and its answer as written', () => {
    verifies('reading/rounds');
    const { fates, texts } = readingAt(session, 2);
    expect(table(fates)).toMatchObject({
      '/params/name': 'host: sent again by the host',
      '/params/arguments': 'host: sent again by the host',
      '/params/inputResponses/ok': 'host',
      '/params/inputResponses/s/content/text': 'wrote: sampling.answer',
      '/params/requestState': 'host',
    });
    expect(texts.map((each) => [each.way, each.text])).toEqual([['wrote', 'said']]);
  });
});
