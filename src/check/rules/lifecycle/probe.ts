import { at, type JsonNode } from '../../../model/json.ts';
import type { Located } from '../../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { FIRST_MODERN, isRevision, revisionTable } from '../../../protocol/revisions.ts';
import { plainText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** How a client of both eras finds out what a server speaks, when it goes wrong. */
export const probe = defineRule({
  id: 'lifecycle/probe',
  severity: 'warning',
  summary: 'server/discover is answered against itself, or its answer is passed over',
  spec: {
    section: 'basic/versioning#backward-compatibility',
    revision: '2026-07-28',
    says: 'After -32022 a client asks again with one of the revisions listed; only another error, or silence, means a server of the earlier era.',
  },
  hosts: 'A client that falls back anyway gets -32022 again and gives the server up.',
  fix: 'Ask again with one of the revisions that the error lists.',
  example: {
    bad: `
→ "p" server/discover @2030-01-01
← {"jsonrpc":"2.0","id":"p","error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2030-01-01"}}}
→ 0 initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
← {"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"]}}}
`,
    good: `
→ "p" server/discover @2026-07-28
← "p" error -32601 Method not found
handshake 2025-11-25
`,
  },
  find: (session) => {
    const probes = session.exchanges.filter(
      (each) => each.request.message.method === 'server/discover',
    );
    return [...probes.flatMap(withoutProbed), ...passedOver(session, probes)];
  },
});

/** The error of the new era with a revision of it: going back to the old one is wrong. */
function passedOver(session: Session, probes: readonly Exchange[]): Found[] {
  const offers = new Map(probes.flatMap((each) => offerOf(each) ?? []));
  let open: { readonly answer: Located; readonly modern: readonly string[] } | undefined;
  return session.messages.flatMap((each) => {
    const modern = offers.get(each);
    if (modern) open = { answer: each, modern };
    if (!open || each.from !== 'client') return [];
    const { answer, modern: listed } = open;
    open = undefined;
    if (each.message.kind !== 'request' || each.message.method !== 'initialize') return [];
    return [
      {
        side: 'client' as const,
        title: `the client went back to initialize after -32022, although the server lists ${list(listed)}`,
        places: [each, answer].map(({ seq, index }) => ({ seq, index })),
        fix: 'Ask again with one of the revisions that the error lists; initialize belongs to the earlier ones.',
      },
    ];
  });
}

/** The error -32022 to a probe, and the modern revisions that it lists. */
function offerOf(exchange: Exchange): [readonly [Located, readonly string[]]] | undefined {
  const answer = answerOf(exchange);
  const error = at(answer?.message.node, 'error');
  const code = at(error, 'code');
  const modern = texts(at(error, 'data', 'supported')).filter(isModern);
  const isOffer = code?.kind === 'number' && code.text === '-32022' && modern.length > 0;
  return answer && isOffer ? [[answer, modern]] : undefined;
}

/** A result says that the revision of the request is spoken; the list in it says that it is not. */
function withoutProbed(exchange: Exchange): Found[] {
  const { request } = exchange;
  const answer = answerOf(exchange);
  if (answer?.message.kind !== 'result') return [];
  const probed = at(request.message.params, '_meta', PROBED);
  const supported = texts(at(answer.message.node, 'result', 'supportedVersions'));
  if (probed?.kind !== 'string' || supported.length === 0) return [];
  if (supported.includes(probed.value)) return [];
  return [
    {
      side: 'server',
      title: `server/discover asked in ${plainText(probed.value, 20)} was answered with a result that lists ${list(supported)} only: it is not clear which era this server speaks`,
      places: [
        { seq: answer.seq, index: answer.index, pointer: '/result/supportedVersions' },
        { seq: request.seq, index: request.index },
      ],
      fix: 'Answer a revision that the server does not speak with the error -32022 and data.supported.',
    },
  ];
}

const PROBED = 'io.modelcontextprotocol/protocolVersion';

/** A later date than the newest known revision is of the new era too. */
function isModern(revision: string): boolean {
  return isRevision(revision)
    ? revisionTable(revision).era === 'modern'
    : /^\d{4}-\d\d-\d\d$/.test(revision) && revision > FIRST_MODERN;
}

function texts(node: JsonNode | undefined): string[] {
  if (node?.kind !== 'array') return [];
  return node.items.flatMap((each) => (each.kind === 'string' ? [each.value] : []));
}

function list(revisions: readonly string[]): string {
  return revisions
    .slice(0, 3)
    .map((each) => plainText(each, 20))
    .join(', ');
}
