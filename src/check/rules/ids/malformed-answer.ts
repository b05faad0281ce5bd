import { type JsonNode, member } from '../../../model/json.ts';
import type { Answer, Located } from '../../../model/message.ts';
import { isKind, type Session } from '../../../model/session.ts';
import { explainedBy } from '../../evidence/open-requests.ts';
import type { StrayKind } from '../../evidence/stray-kinds.ts';
import { type StrayLine, straysOf } from '../../evidence/strays.ts';
import { idText, requestName } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

export const malformedAnswer = defineRule({
  id: 'ids/malformed-answer',
  severity: 'problem',
  summary: 'an answer with neither result nor error, with both, or with one of a wrong shape',
  spec: {
    section: 'basic#responses',
    revision: '2025-06-18',
    says: 'A response has either a result, which is an object, or an error with an integer code and a message.',
  },
  hosts: 'Clients that check shapes refuse the line, and the request times out.',
  fix: 'Send exactly one of result and error with the id of the request.',
  example: {
    bad: `
handshake
→ 1 ping
← {"jsonrpc":"2.0","id":1,"result":"pong"}
`,
    good: `
handshake
→ 1 ping
← 1 result {}
`,
  },
  find: (session) => [...strayAnswers(session), ...misshapen(session)],
});

const FLAWS: { readonly [kind in StrayKind]?: string } = {
  'empty-answer': 'it has neither a result nor an error',
  'answer-without-id': 'it has a result but no id',
  clash: 'it has both a result and an error',
};

function strayAnswers(session: Session): Found[] {
  return straysOf(session).flatMap((stray) => {
    const flaw = FLAWS[stray.kind];
    return flaw === undefined ? [] : [describe(session, stray, flaw)];
  });
}

function describe(session: Session, stray: StrayLine, flaw: string): Found {
  const [exchange] = explainedBy(session, [stray]);
  const lost = exchange ? `; ${requestName(exchange.request)} is unanswered because of it` : '';
  return {
    side: stray.from,
    title: `malformed response of the ${stray.from}: ${flaw}${lost}`,
    places: [{ seq: stray.seq, index: stray.index }],
    fix: 'Send exactly one of result and error with the id of the request.',
  };
}

/** Peers that check shapes (zod, pydantic) refuse these although they pair. */
function misshapen(session: Session): Found[] {
  return session.messages.flatMap((each) => {
    if (!isKind(each, 'result') && !isKind(each, 'failure')) return [];
    // The body of an HTTP error is often JSON, but need not be JSON-RPC.
    if (each.call !== undefined && !member(each.message.node, 'jsonrpc')) return [];
    const flaw = flawOf(each.message);
    return flaw ? [misshape(each, flaw)] : [];
  });
}

interface Flaw {
  readonly what: string;
  readonly pointer: string;
}

function flawOf(message: Answer): Flaw | undefined {
  if (message.kind === 'result')
    return message.result.kind === 'object'
      ? undefined
      : { what: `its result is ${kindOf(message.result)}, not an object`, pointer: '/result' };
  const { error } = message;
  if (error.kind !== 'object')
    return { what: `its error is ${kindOf(error)}, not an object`, pointer: '/error' };
  const code = member(error, 'code');
  if (code?.kind !== 'number' || !/^-?\d+$/.test(code.text))
    return { what: `error.code is ${kindOf(code)}, not an integer`, pointer: '/error' };
  const text = member(error, 'message');
  if (text?.kind !== 'string')
    return { what: `error.message is ${kindOf(text)}, not a string`, pointer: '/error' };
  return undefined;
}

function kindOf(node: JsonNode | undefined): string {
  if (!node) return 'missing';
  if (node.kind === 'literal') return String(node.value);
  return node.kind === 'number'
    ? node.text.slice(0, 20)
    : `${/^[ao]/.test(node.kind) ? 'an' : 'a'} ${node.kind}`;
}

function misshape({ seq, index, from, message }: Located<Answer>, { what, pointer }: Flaw): Found {
  return {
    side: from,
    severity: 'warning',
    title: `malformed response of the ${from} (id ${idText(message.id)}): ${what}`,
    places: [{ seq, index, pointer }],
    fix: 'Send an object as result, or an error with an integer code and a message.',
  };
}
