import { member, stringMember } from '../../../model/json.ts';
import type { Answer, Located } from '../../../model/message.ts';
import { answerOf, type Exchange, type Session } from '../../../model/session.ts';
import { isRevision, REVISIONS } from '../../../protocol/revisions.ts';
import { endingOf } from '../../evidence/ending.ts';
import { duration, plainText, quote } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** A server that does not speak what was asked offers another revision; the client may then leave. */
export const revision = defineRule({
  id: 'lifecycle/revision',
  severity: 'problem',
  side: 'server',
  summary: 'initialize ends without a revision, with an unknown one, or with another than asked',
  spec: {
    section: 'basic/lifecycle#version-negotiation',
    revision: '2025-06-18',
    says: 'A server answers with the revision asked for, or with another one that it speaks; a client that does not speak that one leaves.',
  },
  hosts: 'Clients close without a word when they do not know the revision offered.',
  fix: 'Answer with the revision asked for, or with the newest that the server speaks.',
  example: {
    bad: `
→ 0 initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"client-x","version":"1.0"}}
← 0 error -32602 Unsupported protocol version
`,
    good: 'handshake 2025-06-18',
  },
  find: (session) =>
    session.exchanges.flatMap((exchange) => {
      const answer = answerOf(exchange);
      const isOpening = exchange.request.message.method === 'initialize';
      return answer && isOpening ? judge(session, exchange, answer) : [];
    }),
});

function judge(session: Session, exchange: Exchange, answer: Located<Answer>): Found[] {
  const asked = stringMember(exchange.request.message.params, 'protocolVersion');
  // Without one the client has a fault that the answer cannot be judged by.
  if (asked === undefined) return [];
  const what = `initialize asked for ${plainText(asked, 20)}`;
  const places = [answer, exchange.request].map(({ seq, index }) => ({ seq, index }));
  const { message } = answer;
  if (message.kind === 'failure') {
    const refusal = refusalOf(message);
    return refusal === undefined
      ? []
      : [
          {
            severity: 'problem',
            title: `${what} and got ${refusal}${left(session, answer)}`,
            places,
            fix: OFFER,
          },
        ];
  }
  const offered = stringMember(message.result, 'protocolVersion');
  if (offered === undefined)
    return [
      {
        severity: 'problem',
        title: `${what} and was answered without a revision`,
        places,
        fix: OFFER,
      },
    ];
  const shown = plainText(offered, 20);
  if (!isRevision(offered)) {
    const how = offered === asked ? 'the server agreed to it' : `the server answered ${shown}`;
    return [
      {
        severity: 'warning',
        title: `${what}, ${how}: that is no released revision of MCP${left(session, answer)}`,
        places,
        fix: OFFER,
      },
    ];
  }
  if (offered === asked) return [];
  const title = `${what}, the server answered ${shown}, which is legal${left(session, answer)}`;
  return [{ severity: 'note', side: 'nobody', title, places, fix: KNOW }];
}

const OFFER = `Answer with the revision asked for, or with the newest that the server speaks: one of ${REVISIONS.map((each) => each.revision).join(', ')}.`;
const KNOW = 'Nothing, if the client speaks that revision too; one that does not must leave.';

/** A server of the era without a handshake does not know the method, or says -32022: then it is right. */
function refusalOf({ error }: Extract<Answer, { kind: 'failure' }>): string | undefined {
  const code = member(error, 'code');
  const text = stringMember(error, 'message') ?? '';
  if (code?.kind !== 'number') return undefined;
  const isVersion = /version|revision/i.test(text);
  if (code.text === '-32022' || code.text === '-32601') return undefined;
  if (code.text !== '-32602' && !isVersion) return undefined;
  return `the error ${plainText(code.text, 20)} ${quote(text)} instead of an offer`;
}

/** A client that says nothing more after the answer has probably left because of it. */
function left(session: Session, answer: Located): string {
  const { closedBy, stdinClosed, endedAt } = endingOf(session);
  const last = session.messages.findLast((each) => each.from === 'client');
  if (!last || last.seq > answer.seq || closedBy !== 'client') return '';
  return `; the client closed ${duration((stdinClosed?.at ?? endedAt) - answer.at)} later`;
}
