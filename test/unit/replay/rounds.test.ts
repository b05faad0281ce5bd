import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, request, result, text } from './messages.ts';
import { answering, playTo } from './stage.ts';

const META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'client-x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  },
};
const question = (message: string) => ({ method: 'elicitation/create', params: { message } });
const asks = (inputRequests: object, requestState?: string) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState !== undefined && { requestState }),
});
const yes = { action: 'accept', content: { ok: true } };

const recorded = (state: string | undefined = 'then-1') =>
  conversation()
    .client(request(0, 'server/discover', META))
    .server(
      result(0, { supportedVersions: ['2026-07-28'], capabilities: {}, resultType: 'complete' }),
    )
    .client(call(1, 'clean', {}, META))
    .server(result(1, asks({ sure: question('Sure?') }, state)))
    .client(
      call(
        2,
        'clean',
        {},
        {
          ...META,
          inputResponses: { sure: yes },
          ...(state !== undefined && { requestState: state }),
        },
      ),
    )
    .server(result(2, { ...text('done'), resultType: 'complete' }))
    .client(request(3, 'tools/list', META))
    .server(result(3, { tools: [], resultType: 'complete' }))
    .session();

const playing = (first: object, state?: string) => {
  const server = answering({
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} },
    'tools/call': ({ params }) =>
      params.inputResponses ? { ...text('done'), resultType: 'complete' } : first,
    'tools/list': { tools: [] },
  });
  return playTo(recorded(state), server);
};
const retry = (played: ReturnType<typeof playing>) =>
  played.written.find(({ json }) => json.id === 2)?.json.params;

describe('a call of several rounds', () => {
  verifies('replay:rounds');

  it('goes on with the state of today, and with all else as it was', () => {
    const played = playing(asks({ sure: question('Sure?') }, 'now-1'));
    expect(retry(played)).toEqual({
      name: 'clean',
      arguments: {},
      ...META,
      inputResponses: { sure: yes },
      requestState: 'now-1',
    });
    expect(played.written.at(-1)?.json.id).toBe(3);
  });

  it('names no state when the server gave none, and one when it gives one now', () => {
    const without = retry(playing(asks({ sure: question('Sure?') })));
    expect(without).toMatchObject({ inputResponses: { sure: yes } });
    expect(without).not.toHaveProperty('requestState');
    const session = playTo(
      conversation()
        .client(call(1, 'clean', {}, META))
        .server(result(1, asks({ sure: question('Sure?') })))
        .client(call(2, 'clean', {}, { ...META, inputResponses: { sure: yes } }))
        .server(result(2))
        .session(),
      answering({
        'tools/call': ({ params }) =>
          params.inputResponses ? {} : asks({ sure: question('Sure?') }, 'new'),
      }),
    );
    expect(session.written.at(-1)?.json.params.requestState).toBe('new');
  });

  it('answers under the name that the question has today', () => {
    const played = playing(asks({ q1: question('Sure?') }, 'now-1'));
    expect(retry(played)).toMatchObject({ inputResponses: { q1: yes } });
  });

  it.each([
    [
      'answers at once',
      { ...text('done'), resultType: 'complete' },
      'the server no longer asks for input',
    ],
    [
      'asks something else',
      asks({ sure: question('All of it?') }, 's'),
      'the server asks for other input',
    ],
    [
      'asks more',
      asks({ sure: question('Sure?'), too: question('Really?') }, 's'),
      'the server asks for other input',
    ],
  ])('ends where the server %s', (_what, first, detail) => {
    const played = playing(first);
    expect(retry(played)).toBeUndefined();
    expect(played.play.omissions.map((each) => [each.why, each.detail])).toEqual([
      ['pointless', detail],
    ]);
    expect(played.written.at(-1)?.json.id).toBe(3);
  });
});
