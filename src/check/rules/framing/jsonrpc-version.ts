import type { Side } from '../../../model/frame.ts';
import type { Located, Message } from '../../../model/message.ts';
import type { Session } from '../../../model/session.ts';
import { addTo } from '../../evidence/add-to.ts';
import { versionFlaw } from '../../evidence/jsonrpc-version.ts';
import { count } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** They pair all the same, so without this rule such a session looks healthy. */
export const jsonrpcVersion = defineRule({
  id: 'framing/jsonrpc-version',
  severity: 'problem',
  summary: 'messages without "jsonrpc": "2.0"',
  spec: {
    section: 'basic#messages',
    revision: '2025-06-18',
    says: 'All messages follow JSON-RPC 2.0, whose section 4 asks for the member jsonrpc with exactly the string "2.0".',
  },
  hosts:
    'Clients and servers on the SDKs refuse such a message as invalid; an answer is never seen, and its request times out.',
  fix: 'Put "jsonrpc": "2.0" into every message.',
  example: {
    bad: `
handshake
→ 1 ping
← {"jsonrpc":"1.0","id":1,"result":{}}
`,
    good: `
handshake
→ 1 ping
← {"jsonrpc":"2.0","id":1,"result":{}}
`,
  },
  find: (session) => [...flawed(session)].map(([, all]) => describe(all)),
});

interface Flawed {
  readonly located: Located;
  readonly flaw: string;
}

/** By sender, kind of message and flaw: one fault of a program, however many messages have it. */
function flawed(session: Session): ReadonlyMap<string, Flawed[]> {
  const groups = new Map<string, Flawed[]>();
  for (const located of session.messages) {
    const flaw = versionFlaw(session, located);
    if (flaw === undefined) continue;
    addTo(groups, `${located.from} ${located.message.kind} ${flaw}`, { located, flaw });
  }
  return groups;
}

const NOUNS: { readonly [kind in Message['kind']]: string } = {
  request: 'request',
  notification: 'notification',
  result: 'result',
  failure: 'error',
};

function describe(all: readonly Flawed[]): Found {
  const [first] = all;
  if (!first) throw new Error('a group has a member');
  const { located, flaw } = first;
  const { from, message } = located;
  const what = count(all.length, NOUNS[message.kind]);
  return {
    side: from,
    title: `the ${from} sent ${what} ${flaw}: it must be "2.0", and ${reader(from)} on the SDKs refuse ${all.length === 1 ? 'it' : 'them'}`,
    places: all.map(({ located: { seq, index } }) => ({
      seq,
      index,
      pointer: flaw.startsWith('without') ? '' : '/jsonrpc',
    })),
  };
}

function reader(from: Side): string {
  return from === 'server' ? 'clients' : 'servers';
}
