import { walk } from '../../../model/json.ts';
import type { Session } from '../../../model/session.ts';
import { SIDES } from '../../evidence/lines.ts';
import { count, jsonPath } from '../../evidence/text.ts';
import { defineRule, type Found } from '../../rule.ts';

/** The bytes are ASCII and the JSON is legal; what it stands for is no text. */
export const loneSurrogate = defineRule({
  id: 'framing/lone-surrogate',
  severity: 'warning',
  summary: 'half of a character in a string: a surrogate without its other half',
  basis: 'RFC 8259 section 8.2: the behaviour of software that gets such a string is unpredictable',
  hosts:
    'Python raises an error when it encodes the string, Go and Rust put U+FFFD, and model APIs refuse the request.',
  fix: 'Cut texts between characters, not between UTF-16 units (JavaScript: Array.from or Intl.Segmenter).',
  example: {
    bad: `
handshake
→ 1 tools/call {"name":"short","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ok \\ud83c"}]}}
`,
    good: `
handshake
→ 1 tools/call {"name":"short","arguments":{}}
← {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ok \\ud83c\\udf89"}]}}
`,
  },
  find: (session) => SIDES.flatMap((side) => findLone(session, side)),
});

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function findLone(session: Session, side: 'client' | 'server'): Found[] {
  const lone = session.messages.flatMap(({ from, seq, index, bytes, message }) => {
    // Only an escape can spell it: UTF-8 has no such bytes.
    if (from !== side || !hasEscape(bytes)) return [];
    const found = [];
    for (const [pointer, node] of walk(message.node))
      if (node.kind === 'string' && LONE.test(node.value)) found.push({ seq, index, pointer });
    return found;
  });
  const [first] = lone;
  if (!first) return [];
  const more = lone.length === 1 ? '' : `; ${count(lone.length, 'string')} in all`;
  return [
    {
      side,
      title: `the text at ${jsonPath(first.pointer)} holds half of a character (a lone surrogate)${more}`,
      places: lone,
    },
  ];
}

function hasEscape(bytes: Buffer): boolean {
  return bytes.includes('\\ud') || bytes.includes('\\uD');
}
