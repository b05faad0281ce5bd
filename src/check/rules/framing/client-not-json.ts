import { at } from '../../../model/json.ts';
import type { Session } from '../../../model/session.ts';
import { misfitsOfKind } from '../../evidence/misfits.ts';
import { type StrayLine, strayNumbers, straysOfKind } from '../../evidence/strays.ts';
import { count, idText } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/**
 * The server cannot answer what it cannot read; JSON-RPC has it say -32700 with id null. Such an error
 * belongs to the line by its order, not to any request.
 */
export const clientNotJson = defineRule({
  id: 'framing/client-not-json',
  severity: 'problem',
  side: 'client',
  summary: 'the client writes lines that are no message',
  spec: {
    section: 'basic/transports#stdio',
    revision: '2025-06-18',
    says: 'A client must not write anything to the server’s stdin that is not a valid MCP message.',
  },
  hosts:
    'Servers answer -32700 with id null, or nothing at all (both TypeScript SDKs and the Python SDK), and get the blame.',
  fix: 'Serialise messages with a JSON library; do not put text together by hand.',
  example: {
    bad: `
handshake
→ {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"kill","arguments":{"session":$10}}}
← null error -32700 Parse error
`,
    good: `
handshake
→ 1 tools/call {"name":"kill","arguments":{"session":"$10"}}
← 1 result {"content":[]}
`,
  },
  find: (session) => findBadLines(session),
});

function findBadLines(session: Session): Found[] {
  const reactions = new Map(misfitsOfKind(session, 'to-stray').map((each) => [each.to?.seq, each]));
  return straysOfKind(session, 'client', 'text', 'json').map((bad) => {
    const reaction = reactions.get(bad.seq)?.answer;
    const then = reaction
      ? `; the server's error ${codeOf(reaction)} with id ${idText(reaction.message.id)} follows it`
      : '';
    return {
      title: `client wrote a line that is ${complaint(bad)}: ${strayNumbers([bad])}, ${where(bad)}${then}`,
      places: [
        { seq: bad.seq, index: bad.index, ...offsetOf(bad) },
        ...(reaction ? [{ seq: reaction.seq, index: reaction.index }] : []),
      ],
      fix: 'Serialise messages with a JSON library; do not put text together by hand.',
    };
  });
}

function complaint({ kind }: StrayLine): string {
  return kind === 'text' ? 'not JSON' : 'no JSON-RPC message';
}

function where({ stray, line }: StrayLine): string {
  if (stray.offset === undefined) return stray.detail;
  const { length } = line.frame.bytes;
  return stray.offset < length
    ? `first bad byte at offset ${stray.offset} (0-based, ${stray.detail})`
    : `it ends too early, after ${count(length, 'byte')}`;
}

function offsetOf({ stray }: StrayLine): { offset?: number } {
  return stray.offset === undefined ? {} : { offset: stray.offset };
}

function codeOf({
  message,
}: {
  readonly message: { readonly node: Parameters<typeof at>[0] };
}): string {
  const code = at(message.node, 'error', 'code');
  return code?.kind === 'number' ? code.text : 'without a code';
}
