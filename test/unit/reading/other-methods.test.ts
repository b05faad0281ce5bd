import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../../../src/protocol/revisions.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { asked, askedBack, lastFates, readingAt, table } from './readings.ts';

describe('the opening', () => {
  const result = {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
    instructions: 'Akses read-only.',
  };

  it.each(['initialize', 'server/discover'])(
    '%s puts the instructions into the system prompt',
    (m) => {
      verifies('reading/instructions');
      const session = asked(m, { protocolVersion: '2025-06-18', clientInfo: {} }, result).session();
      expect(table(readingAt(session, 0).fates)).toMatchObject({
        '/params/protocolVersion': 'envelope',
        '/params/clientInfo': 'host',
      });
      expect(lastFates(session)).toEqual({
        '/result/protocolVersion': 'envelope',
        '/result/capabilities': 'host',
        '/result/serverInfo': 'host',
        '/result/instructions': 'reads: system, if the host does that',
      });
      expect(readingAt(session, -1).texts).toEqual([
        { place: 'system', way: 'read', text: 'Akses read-only.', from: '/result/instructions' },
      ]);
    },
  );
});

describe('prompts and resources', () => {
  it('inserts the messages of a prompt as if the user had typed them', () => {
    verifies('reading/prompts');
    const messages = [
      { role: 'user', content: { type: 'text', text: 'Buatkan laporan' } },
      { role: 'assistant', content: [{ type: 'image', data: 'AAAA', mimeType: 'image/gif' }] },
    ];
    const result = { description: 'd', messages };
    const session = asked(
      'prompts/get',
      { name: 'laporan', arguments: { a: 'b' } },
      result,
    ).session();
    expect(table(readingAt(session, 0).fates)).toMatchObject({
      '/params/name': 'host',
      '/params/arguments': 'host',
    });
    expect(lastFates(session)).toMatchObject({
      '/result/description': 'host',
      '/result/messages/0/role': 'renamed: messages[0].role',
      '/result/messages/0/content/text':
        'reads: messages[0].content[0], as if the user had typed it',
      '/result/messages/1/content/0/data':
        'rewritten: messages[1].content[0].source.data, as an image block',
    });
    expect(readingAt(session, -1).texts.map((each) => each.text)).toEqual(['Buatkan laporan']);
  });

  it('attaches the text of a resource whole, and claims nothing about the rest', () => {
    verifies('reading/resources');
    const contents = [
      { uri: 'asrama://kamar', mimeType: 'text/plain', text: '{}', _meta: {} },
      { uri: 'asrama://foto', blob: 'AAAA' },
    ];
    const session = asked('resources/read', { uri: 'asrama://kamar' }, { contents }).session();
    const label = 'unknown: whether it is attached with the contents';
    expect(lastFates(session)).toEqual({
      '/result/contents/0/uri': label,
      '/result/contents/0/mimeType': label,
      '/result/contents/0/text': 'reads: messages[].content[0], when attached, then whole',
      '/result/contents/0/_meta': 'dropped',
      '/result/contents/1/uri': label,
      '/result/contents/1/blob': 'unknown: whether and how it is attached',
    });
  });

  it.each([
    ['prompts/list', { prompts: [{ name: 'p' }] }],
    ['resources/list', { resources: [{ uri: 'u', name: 'n' }], nextCursor: 'c' }],
    ['resources/templates/list', { resourceTemplates: [] }],
  ])('keeps %s for the host', (method, result) => {
    verifies('reading/host-only');
    const kinds = readingAt(asked(method, undefined, result).session(), -1).fates.map(
      (f) => f.kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['envelope', 'host']));
  });
});

describe('messages that the model never sees', () => {
  it.each([
    ['ping', undefined, {}],
    ['logging/setLevel', { level: 'info' }, {}],
    ['completion/complete', { ref: {}, argument: {} }, { completion: { values: ['A'] } }],
    ['resources/subscribe', { uri: 'u' }, {}],
    ['subscriptions/listen', { notifications: {} }, { resultType: 'complete' }],
  ])('%s', (method, params, result) => {
    verifies('reading/host-only');
    const session = asked(method, params, result).session();
    for (const index of [0, 1]) {
      const { fates, texts } = readingAt(session, index);
      expect(new Set(fates.map((each) => each.kind))).toEqual(
        new Set(fates.some((each) => each.kind === 'host') ? ['envelope', 'host'] : ['envelope']),
      );
      expect(texts).toEqual([]);
    }
  });

  it.each([
    [
      'elicitation/create',
      { message: 'm', requestedSchema: {} },
      { action: 'accept', content: {} },
    ],
    ['roots/list', {}, { roots: [{ uri: 'file:///a' }] }],
  ])('%s', (method, params, result) => {
    verifies('reading/host-only');
    const session = askedBack(method, params, result).session();
    expect(readingAt(session, 0).texts).toEqual([]);
    expect(new Set(Object.values(lastFates(session)))).toEqual(new Set(['host']));
  });

  const defined = REVISIONS.flatMap((each) => each.methods);
  const notifications = defined.filter((each) => each.kind === 'notification');
  it.each([...new Set(notifications.map((each) => each.method))])('%s', (method) => {
    verifies('reading/host-only');
    const params = { level: 'info', data: 'x', _meta: { a: 1 } };
    const said = { jsonrpc: '2.0', method, params };
    const fromServer = notifications.some((n) => n.method === method && n.from.includes('server'));
    const talk = fromServer ? conversation().server(said) : conversation().client(said);
    expect(lastFates(talk.session())).toEqual({
      '/params/level': 'host',
      '/params/data': 'host',
      '/params/_meta': 'envelope',
    });
  });
});

describe('every request of every revision', () => {
  const requests = REVISIONS.flatMap((each) => each.methods).filter((m) => m.kind === 'request');
  const asks = requests.flatMap(({ method, from }) => from.map((side) => `${side} ${method}`));
  it.each([...new Set(asks)])('%s is known', (asking) => {
    verifies('reading/methods');
    const [side, method = ''] = asking.split(' ');
    const params = { name: 'x', uri: 'x', message: 'x', a: 1 };
    const session = (side === 'client' ? asked : askedBack)(method, params, { a: 1 }).session();
    const rules = readingAt(session, 0).fates.map((each) => each.rule);
    expect(rules).not.toContain('method.unknown');
  });
});

describe('sampling', () => {
  it('is a request of its own to the model', () => {
    verifies('reading/sampling');
    const params = {
      messages: [{ role: 'user', content: { type: 'text', text: 'q' } }],
      systemPrompt: 'be brief',
      includeContext: 'none',
      maxTokens: 5,
      tools: [{ name: 'a' }],
    };
    const reply = [
      { type: 'text', text: 'a' },
      { type: 'tool_use', id: '1', name: 'a', input: {} },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    ];
    const result = { role: 'assistant', model: 'm', stopReason: 'endTurn', content: reply };
    const session = askedBack('sampling/createMessage', params, result).session();

    expect(table(readingAt(session, 0).fates)).toMatchObject({
      '/params/messages/0/role': 'renamed: sampling.messages[0].role',
      '/params/messages/0/content/text':
        'reads: sampling.messages[0].content[0], in a request of its own',
      '/params/systemPrompt': 'reads: sampling.system, if the host does that',
      '/params/includeContext': 'host',
      '/params/maxTokens': 'host',
      '/params/tools': 'reads: sampling.tools',
    });
    expect(lastFates(session)).toMatchObject({
      '/result/model': 'host',
      '/result/content/0/text': 'wrote: sampling.answer[0]',
      '/result/content/1': 'wrote: sampling.answer[1]',
      '/result/content/2/data': 'wrote: sampling.answer[2]',
    });
    const { texts, media, bytes } = readingAt(session, -1);
    expect(texts.map((each) => each.way)).toEqual(['wrote', 'wrote']);
    expect(media).toMatchObject([{ way: 'wrote', size: 3, mimeType: 'audio/wav' }]);
    expect(bytes.read).toBe(0);
  });
});
