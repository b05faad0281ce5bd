import { at } from '../../../model/json.ts';
import type { Located, Request } from '../../../model/message.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { count, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Requests of the modern era say themselves which revision they are of; a log may start anywhere. */
export const beforeInitialize = defineRule({
  id: 'lifecycle/before-initialize',
  severity: 'warning',
  side: 'client',
  summary: 'the client asks before initialize, without the _meta of the modern era',
  spec: {
    section: 'basic/lifecycle#initialization',
    revision: '2025-11-25',
    says: 'The initialization is the first interaction between client and server.',
  },
  hosts:
    'The TypeScript SDKs answer all the same; the Python SDK and others refuse the request or stay silent.',
  fix: 'Send initialize first, or name the revision in _meta of every request (2026-07-28).',
  example: {
    bad: `
→ 1 tools/list
← 1 result {"tools":[]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[]}
`,
  },
  find: findEarly,
});

const OPENINGS = /^(initialize|server\/discover|ping)$/;
const REVISION = 'io.modelcontextprotocol/protocolVersion';

function findEarly(session: Session): Found[] {
  const isStdio = session.messages.every(({ call }) => call === undefined);
  if (session.recording.header.mode === 'import' || !isStdio) return [];
  const early: Located<Request>[] = [];
  for (const each of session.messages) {
    if (each.from !== 'client' || !isKind(each, 'request')) continue;
    const { method, params } = each.message;
    if (method === 'initialize' || at(params, '_meta', REVISION)) break;
    if (!OPENINGS.test(method)) early.push(each);
  }
  const [first] = early;
  if (!first) return [];
  const more = early.length === 1 ? '' : ` and ${count(early.length - 1, 'more request')}`;
  return [
    {
      title: `${requestName(first)}${more} came before any opening of the session`,
      places: early.map(({ seq, index }) => ({ seq, index })),
    },
  ];
}
