import { describe, expect, it } from 'vitest';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, note, opening, request, result, text } from './messages.ts';
import { type FakeServer, playTo } from './stage.ts';

const sampling = (prompt: string) => ({
  messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
  maxTokens: 10,
});
const said = (words: string) => ({
  role: 'assistant',
  model: 'm',
  content: { type: 'text', text: words },
});

/** Asks these questions one after the other during each call, and says what it was told. */
const asking = (
  ...questions: readonly (readonly [method: string, params?: object])[]
): FakeServer => {
  const told: object[] = [];
  let called: number | string | undefined;
  const next = (say: (said: object) => void) => {
    const [method = '', params] = questions[told.length] ?? [];
    if (method === '') say(result(called, { told }));
    else say(request(`s-${told.length}`, method, params));
  };
  return (message, say) => {
    if (message.method === 'initialize') say(result(message.id, opening));
    else if (message.method === 'tools/call') {
      called = message.id;
      next(say);
    } else if (message.method === undefined) {
      told.push({ id: message.id, answer: message.result ?? message.error?.code });
      next(say);
    }
  };
};

/** What the server was told in the end. */
const toldTo = (session: Parameters<typeof playTo>[0], server: FakeServer) => {
  const { play, written } = playTo(session, server);
  const answers = written.filter(({ json }) => json && json.method === undefined);
  return { play, answers: answers.map(({ json }) => [json.id, json.result ?? json.error?.code]) };
};

describe('what the server asks', () => {
  verifies('replay:answers-asks');
  const nested = () =>
    conversation()
      .initialized()
      .client(call(1, 'summarise'))
      .server(request(1, 'sampling/createMessage', sampling('short')))
      .client(result(1, said('ok')))
      .server(request(2, 'elicitation/create', { message: 'sure?' }))
      .client(result(2, { action: 'decline' }))
      .server(request(3, 'roots/list'))
      .client(result(3, { roots: [{ uri: 'file:///srv' }] }))
      .server(result(1, text('done')))
      .session();

  it('is answered as recorded, under the id of today, in any order', () => {
    const server = asking(
      ['roots/list'],
      ['elicitation/create', { message: 'sure?' }],
      ['sampling/createMessage', sampling('short')],
    );
    const { play, answers } = toldTo(nested(), server);
    expect(answers).toEqual([
      ['s-0', { roots: [{ uri: 'file:///srv' }] }],
      ['s-1', { action: 'decline' }],
      ['s-2', said('ok')],
    ]);
    expect(play.askedBack.map(({ how }) => how)).toEqual(['same', 'same', 'same']);
  });

  it('twice with the same words gets the recorded answers in order, the last one again', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'dice'))
      .server(request(7, 'sampling/createMessage', sampling('roll')))
      .client(result(7, said('one')))
      .server(request(8, 'sampling/createMessage', sampling('roll')))
      .client(result(8, said('two')))
      .server(result(1))
      .session();
    const roll = ['sampling/createMessage', sampling('roll')] as const;
    const { play, answers } = toldTo(session, asking(roll, roll, roll));
    expect(answers.map(([, answer]) => answer)).toEqual([said('one'), said('two'), said('two')]);
    expect(play.askedBack.map(({ how }) => how)).toEqual(['same', 'same', 'again']);
  });

  it('with other words gets the next answer of its method, and is told apart', () => {
    const { play, answers } = toldTo(
      nested(),
      asking(['sampling/createMessage', sampling('shorter')]),
    );
    expect(answers).toEqual([['s-0', said('ok')]]);
    expect(play.askedBack.map(({ how }) => how)).toEqual(['other']);
  });

  it('of a person with other words is not agreed to', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'clean'))
      .server(request(2, 'elicitation/create', { message: 'delete one?' }))
      .client(result(2, { action: 'accept', content: {} }))
      .server(result(1))
      .session();
    const { play, answers } = toldTo(
      session,
      asking(['elicitation/create', { message: 'delete all?' }]),
    );
    expect(answers).toEqual([['s-0', -32601]]);
    expect(play.askedBack.map(({ how }) => how)).toEqual(['refused']);
  });

  it('that nobody asked before is refused, a ping answered', () => {
    const { answers } = toldTo(nested(), asking(['ping'], ['x/unknown']));
    expect(answers).toEqual([
      ['s-0', {}],
      ['s-1', -32601],
    ]);
  });

  it('under the id of an open request of the client is no answer to it', () => {
    const { play, answers } = toldTo(nested(), (message, say) => {
      if (message.method === 'initialize') say(result(0, opening));
      else if (message.method === 'tools/call')
        say(request(1, 'sampling/createMessage', sampling('short')));
      else if (message.method === undefined) say(result(1, text('done')));
    });
    expect(answers).toEqual([[1, said('ok')]]);
    expect(play.stopped).toBeUndefined();
  });

  it('keeps its place: a line that the client wrote before its answer goes first', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'a'))
      .server(request(5, 'sampling/createMessage', sampling('x')))
      .client(note('notifications/roots/list_changed'))
      .client(result(5, said('x')))
      .server(result(1))
      .session();
    const { written } = playTo(session, asking(['sampling/createMessage', sampling('x')]));
    expect(written.slice(3).map(({ json }) => json.method ?? 'answer')).toEqual([
      'notifications/roots/list_changed',
      'answer',
    ]);
  });

  it('together is answered in the order in which the client had answered', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'a'))
      .server(request(5, 'sampling/createMessage', sampling('x')))
      .server(request(6, 'sampling/createMessage', sampling('y')))
      .client(result(6, said('y')))
      .client(result(5, said('x')))
      .server(result(1))
      .session();
    const { answers } = toldTo(session, (message, say) => {
      if (message.method === 'initialize') say(result(0, opening));
      else if (message.method === 'tools/call')
        for (const prompt of ['x', 'y'])
          say(request(prompt, 'sampling/createMessage', sampling(prompt)));
      else if (message.id === 'x') say(result(1));
    });
    expect(answers.map(([id]) => id)).toEqual(['y', 'x']);
  });

  it('at another point of the session is answered at once', () => {
    const session = conversation()
      .initialized()
      .client(request(1, 'ping'))
      .server(result(1))
      .client(request(2, 'ping'))
      .server(request(0, 'roots/list'))
      .client(result(0, { roots: [] }))
      .server(result(2))
      .session();
    const { took, answers } = (() => {
      const played = playTo(session, (message, say) => {
        if (message.method === 'initialize') {
          say(result(0, opening));
          say(request(0, 'roots/list'));
        } else if (message.method === 'ping') say(result(message.id));
      });
      const found = played.written.filter(({ json }) => json.method === undefined);
      return { took: played.took, answers: found };
    })();
    expect(answers).toMatchObject([{ at: 0 }]);
    expect(took).toBe(0);
  });

  it('and the recorded client never answered, is not answered now', () => {
    const session = conversation()
      .initialized()
      .server(request(0, 'roots/list'))
      .client(request(1, 'ping'))
      .server(result(1))
      .session();
    const { answers } = toldTo(session, (message, say) => {
      if (message.method === 'initialize') {
        say(result(0, opening));
        say(request(0, 'roots/list'));
      } else if (message.id !== undefined) say(result(message.id));
    });
    expect(answers).toEqual([]);
  });
});
