import type { Located, Request } from '../../../model/message.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { isMixed } from '../../evidence/clients.ts';
import { count, plainText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Some servers refuse it; bridges that hand on POSTs without an order make it of a right order. */
export const order = defineRule({
  id: 'lifecycle/order',
  severity: 'note',
  side: 'client',
  summary: 'the client asks before it has said notifications/initialized',
  spec: {
    section: 'basic/lifecycle#initialization',
    revision: '2025-06-18',
    says: 'Before it has sent notifications/initialized a client should send no requests other than pings.',
  },
  hosts:
    'Most servers answer all the same; some refuse the request, and Rust servers have ended the session.',
  fix: 'Send notifications/initialized as soon as initialize is answered, and everything else after it.',
  example: {
    bad: `
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
← 0 result {"protocolVersion":"2025-06-18","capabilities":{"logging":{}},"serverInfo":{"name":"server-x","version":"0.1"}}
→ 1 logging/setLevel {"level":"info"}
→ notifications/initialized
← 1 result {}
`,
    good: `
handshake 2025-06-18 server {"capabilities":{"logging":{}}}
→ 1 logging/setLevel {"level":"info"}
← 1 result {}
`,
  },
  find: (session) => findEarly(session),
});

/** Allowed at any time, or openings themselves. */
const ALWAYS = new Set(['ping', 'initialize', 'server/discover']);

function findEarly(session: Session): Found[] {
  let asked: Located<Request>[] | undefined;
  return session.messages.flatMap((each) => {
    if (each.from !== 'client' || isMixed(session, each)) return [];
    if (isKind(each, 'request')) {
      if (each.message.method === 'initialize') asked = [];
      else if (!ALWAYS.has(each.message.method)) asked?.push(each);
      return [];
    }
    if (!isKind(each, 'notification') || each.message.method !== INITIALIZED) return [];
    const early = asked ?? [];
    asked = undefined;
    return early.length === 0 ? [] : [describe(early, each)];
  });
}

const INITIALIZED = 'notifications/initialized';

function describe(early: readonly Located<Request>[], initialized: Located): Found {
  const [first] = early;
  const names = early.slice(0, 3).map((each) => plainText(each.message.method, 40));
  const more = early.length > 3 ? ['…'] : [];
  const others = early.length > 1 ? ` and ${count(early.length - 1, 'more request')}` : '';
  return {
    title: `${first ? requestName(first) : ''}${others} came before ${INITIALIZED}; the order was ${['initialize', ...names, ...more, INITIALIZED].join(', ')}`,
    places: [...early, initialized].map(({ seq, index }) => ({ seq, index })),
    fix: `Send ${INITIALIZED} as soon as initialize is answered, and everything else after it.`,
  };
}
