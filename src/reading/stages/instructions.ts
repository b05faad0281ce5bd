import { malformed, type Reader, whole } from '../cover.ts';
import { giveKind, joined, ruleOf, wayOf } from '../draft.ts';
import { type Piece, textFrom } from '../pieces.ts';
import { fill } from '../template.ts';
import { result } from './envelope.ts';
import { cutToLimit } from './limit.ts';
import { serverName } from './tool-name.ts';

/** The server's introduction, an `initialize` or `server/discover` result. */
export function introduction(server: string): Reader {
  const version = whole('handshake.version');
  const members = {
    instructions: instructions(server),
    protocolVersion: version,
    supportedVersions: version,
  };
  return result(members, whole('handshake'));
}

function instructions(server: string): Reader {
  return (node, pointer, draft) => {
    if (node.kind !== 'string') return malformed(node, pointer, draft);
    const rule = ruleOf(draft.profile, RULE);
    const way = wayOf(rule.fate);
    const place = rule.place ?? 'system';
    const cut = cutToLimit([{ text: node.value, from: pointer }], rule.limit, RULE);
    const kind = way && cut.note !== undefined ? 'truncated' : rule.fate;
    const where =
      way || rule.place !== undefined || !draft.profile.own.has(RULE) ? place : undefined;
    giveKind(draft, pointer, RULE, kind, joined(where, cut.note, rule.note));
    if (!way) return;
    const slots = new Map<string, readonly Piece[]>([
      ['server', [{ text: server, rule: RULE }]],
      ['server_name', [{ text: serverName(draft.profile, server), rule: RULE }]],
    ]);
    const around = (template: string | undefined): Piece[] =>
      template === undefined ? [] : fill(template, RULE, slots);
    const lines = rule.indent === undefined ? cut.pieces : indented(cut.pieces, rule.indent);
    const pieces = [...around(rule.before), ...lines, ...around(rule.after)];
    const text = textFrom(place, way, pieces);
    if (text) draft.texts.push(text);
  };
}

/** Each line but the first begins with the host's white space. */
function indented(pieces: readonly Piece[], indent: string): Piece[] {
  return pieces.flatMap((piece) =>
    piece.text.split(/(?<=\n)/).flatMap((line, index): Piece[] => {
      const own = { ...piece, text: line };
      return index === 0 ? [own] : [{ text: indent, rule: RULE }, own];
    }),
  );
}

const RULE = 'instructions';
