import { describe, expect, it } from 'vitest';
import type { Replayed } from '../../../src/compare/replayed.ts';
import { conversation } from '../../support/conversation.ts';
import { verifies } from '../../support/verifies.ts';
import { call, failure, opening, request, result, text } from './messages.ts';
import { answering, judged } from './stage.ts';

const tool = (name: string) => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
});

/** Each exchange with what differs in it. */
const verdicts = ({ exchanges }: Replayed) =>
  exchanges.map(({ verdict, subject, changes }) =>
    [verdict, subject, ...changes.map(({ rule, subject: of }) => `${rule} ${of}`)].join(' | '),
  );

/** A list on these pages, each with its tools. */
const listed = (...pages: readonly (readonly string[])[]) => {
  const talk = conversation().initialized();
  for (const [nth, tools] of pages.entries()) {
    const next = nth + 1 < pages.length ? { nextCursor: `c${nth + 1}` } : {};
    talk
      .client(request(nth + 1, 'tools/list', nth === 0 ? {} : { cursor: `c${nth}` }))
      .server(result(nth + 1, { tools: tools.map(tool), ...next }));
  }
  return talk.session();
};
const listing = (...pages: readonly (readonly string[])[]) =>
  answering({
    initialize: opening,
    'tools/list': ({ params }) => {
      const page = params.cursor === undefined ? 0 : Number(params.cursor.slice(1));
      const next = page + 1 < pages.length ? { nextCursor: `n${page + 1}` } : {};
      return { tools: (pages[page] ?? []).map(tool), ...next };
    },
  });

describe('lists that are cut into other pages', () => {
  verifies('replay:verdicts');

  it('are the same list, with fewer pages', () => {
    const report = judged(listed(['a', 'b'], ['c'], ['d']), listing(['a', 'b', 'c', 'd']));
    expect(verdicts(report)).toEqual([
      'same | initialize',
      'same | tools/list',
      'skipped | tools/list',
      'skipped | tools/list',
    ]);
    expect(report.others).toEqual([]);
  });

  it('are the same list, with more pages', () => {
    const report = judged(listed(['a', 'b', 'c']), listing(['a'], ['b'], ['c']));
    expect(verdicts(report)).toEqual([
      'same | initialize',
      'same | tools/list',
      'extra | tools/list',
      'extra | tools/list',
    ]);
    expect(report.others).toEqual([]);
  });

  it('tell what is gone with the last page that there is', () => {
    const report = judged(listed(['a'], ['b'], ['c']), listing(['a', 'b']));
    expect(verdicts(report)[1]).toBe('changed | tools/list | tool.gone tool c');
  });
});

describe('a replay of a redacted recording', () => {
  verifies('replay:redacted');
  const redacted = () =>
    conversation()
      .initialized()
      .client(call(1, 'find'))
      .server(result(1, text('{"id":"«redacted:id:1»","n":1}')))
      .client(call(2, 'look', { id: '«redacted:id:1»' }))
      .server(result(2, text('«redacted:id:1» is here, tel «redacted:tel:1»')))
      .session();
  const server = (answer: string) =>
    answering({
      initialize: opening,
      'tools/call': ({ id }) => (id === 1 ? text('{"id":"A17","n":1}') : text(answer)),
    });

  it('is clean where the values fit, and counts what cannot be compared', () => {
    const report = judged(redacted(), server('A17 is here, tel 0811'));
    expect(verdicts(report).map((each) => each.slice(0, 4))).toEqual(['same', 'same', 'same']);
    expect(report.redacted).toBe(2);
  });

  it('takes a number for what a placeholder stood for', () => {
    const session = conversation()
      .initialized()
      .client(call(1, 'find'))
      .server(result(1, { structuredContent: { nik: '«redacted:nik:1»' } }))
      .session();
    const today = { structuredContent: { nik: 3174 } };
    const report = judged(session, answering({ initialize: opening, 'tools/call': today }));
    expect(verdicts(report)[1]).toBe('same | tools/call find');
    expect(report.redacted).toBe(1);
  });

  it('still finds what stands around them, and another value of the same', () => {
    const moved = judged(redacted(), server('A17 is gone, tel 0811'));
    expect(verdicts(moved)[2]).toMatch(/^changed \| tools\/call look \| answer.value/);
    const other = judged(redacted(), server('B18 is here, tel 0811'));
    expect(verdicts(other)[2]).toMatch(/^changed/);
  });
});

describe('the verdict on an exchange', () => {
  verifies('replay:verdicts');
  const asked = () =>
    conversation()
      .initialized()
      .client(call(1, 'a'))
      .server(request(7, 'roots/list'))
      .client(result(7, { roots: [] }))
      .server(result(1, text('1')))
      .client(request(2, 'ping'))
      .server(result(2))
      .session();

  it('is missing for what could not be asked any more', () => {
    const report = judged(asked(), (message, say) => {
      if (message.method === 'initialize') say(failure(0));
    });
    expect(verdicts(report)).toEqual([
      'changed | initialize | answer.error initialize',
      'missing | tools/call a',
      'missing | ping',
    ]);
    expect(report.exchanges.map(({ why }) => why)).toEqual([
      undefined,
      'initialize failed',
      'initialize failed',
    ]);
  });

  it('is missing for what the server no longer asks, extra for what it asks now', () => {
    const report = judged(
      asked(),
      answering({
        initialize: opening,
        ping: {},
        'tools/call': (_message, say) => {
          say(request(1, 'elicitation/create', { message: '?' }));
          return text('1');
        },
      }),
    );
    expect(verdicts(report)).toEqual([
      'same | initialize',
      'same | tools/call a',
      'extra | elicitation/create | server-request.new elicitation/create',
      'missing | roots/list | server-request.gone roots/list',
      'same | ping',
    ]);
  });

  it('is skipped for what was left out, and for nothing that belongs to others', () => {
    const report = judged(asked(), answering({ initialize: opening, ping: {} }), {
      execute: false,
    });
    expect(verdicts(report)).toEqual([
      'same | initialize',
      'skipped | tools/call a',
      'same | ping',
    ]);
    expect(report.others).toEqual([]);
  });

  it('is changed where no answer comes any more', () => {
    const report = judged(asked(), answering({ initialize: opening, ping: {} }), {
      timeoutMs: 500,
    });
    expect(verdicts(report)[1]).toBe('changed | tools/call a | answer.missing tools/call a');
  });
});
