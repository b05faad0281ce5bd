import type { JsonMember, JsonNode } from '../../model/json.ts';
import { parseJson } from '../../wire/json.ts';
import { DEEPEST, tooDeep } from './depth.ts';
import { fail, type Source } from './source.ts';

/**
 * A JSON script as a tree; `start` and `end` are offsets into the text, not into its bytes.
 * @throws SadapError `script-invalid` with the place of the first syntax error.
 */
export function readJson(source: Source): JsonNode {
  const bytes = Buffer.from(source.text);
  const parsed = parseJson(bytes);
  const toText = textOffsets(bytes, source.text);
  if (!parsed.ok) fail(source, toText(parsed.offset), `not JSON: ${parsed.detail}`);
  const deep = tooDeep(parsed.node);
  if (deep) fail(source, toText(deep.start), `nested deeper than ${DEEPEST} levels`);
  const [defect] = parsed.defects.filter((each) => each.kind === 'duplicate-key');
  if (defect) fail(source, toText(defect.offset), `the key ${defect.pointer} stands here twice`);
  return moved(parsed.node, toText);
}

/** Bytes and UTF-16 units differ only where a character is not ASCII. */
function textOffsets(bytes: Buffer, text: string): (offset: number) => number {
  if (bytes.length === text.length) return (offset) => offset;
  return (offset) => bytes.toString('utf8', 0, offset).length;
}

function moved(node: JsonNode, toText: (offset: number) => number): JsonNode {
  const span = { start: toText(node.start), end: toText(node.end) };
  if (node.kind === 'array')
    return { ...node, ...span, items: node.items.map((item) => moved(item, toText)) };
  if (node.kind !== 'object') return { ...node, ...span };
  const members = node.members.map(
    (each): JsonMember => ({
      key: each.key,
      start: toText(each.start),
      value: moved(each.value, toText),
    }),
  );
  return { ...node, ...span, members };
}
