import { type JsonNode, pointerTo, stringMember } from '../../model/json.ts';

/** Reads JSON text as a node; undefined when it is none. */
export type ReadText = (text: string) => JsonNode | undefined;

/** A value of a message, or of JSON that one of its texts holds. */
export interface Spot {
  /** JSON pointer in the message; of a value in a text, that of the text. */
  readonly pointer: string;
  /** JSON pointer in the JSON that the text at `pointer` holds, texts in it entered as well. */
  readonly inner?: string;
  /** Key of the member that it is the value of; absent for items and roots. */
  readonly name?: string;
  /** Is it a member of an object under `properties` in a schema? */
  readonly isDeclared: boolean;
  readonly node: JsonNode;
  /** Of a string: it was read as JSON, and its values follow as spots of their own. */
  readonly isEntered: boolean;
}

/**
 * Every value below and including `root`, parents first, in the order sent; texts that hold an object or
 * array as JSON, and base64 data of text, are entered. Iterative, as `walk`.
 */
export function* spotsIn(root: JsonNode, readText: ReadText): Generator<Spot> {
  const open: Open[] = [{ pointer: '', isDeclared: false, inSchema: false, node: root, texts: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const inside = insideOf(next, readText);
    const { pointer, inner, name, isDeclared, node } = next;
    yield {
      pointer,
      ...(inner === undefined ? {} : { inner }),
      ...(name === undefined ? {} : { name }),
      isDeclared,
      node,
      isEntered: inside !== undefined,
    };
    const children = inside ? [inside] : childrenOf(next);
    for (let nth = children.length - 1; nth >= 0; nth -= 1) {
      const child = children[nth];
      if (child) open.push(child);
    }
  }
}

interface Open {
  readonly pointer: string;
  readonly inner?: string;
  readonly name?: string;
  readonly isDeclared: boolean;
  /** Below `inputSchema` and the like, where `properties` declares members. */
  readonly inSchema: boolean;
  readonly node: JsonNode;
  /** Texts entered on the way here. */
  readonly texts: number;
}

/** Text in text in text; deeper is nobody's data. */
const MOST_TEXTS = 8;

function insideOf({ pointer, inner, node, texts }: Open, readText: ReadText): Open | undefined {
  if (node.kind !== 'string' || texts >= MOST_TEXTS || !/^\s*[[{]/.test(node.value))
    return undefined;
  const found = readText(node.value);
  if (found?.kind !== 'object' && found?.kind !== 'array') return undefined;
  return {
    pointer,
    inner: inner ?? '',
    isDeclared: false,
    inSchema: false,
    node: found,
    texts: texts + 1,
  };
}

function childrenOf(parent: Open): Open[] {
  const { node } = parent;
  if (node.kind === 'array') return node.items.map((item, nth) => childAt(parent, nth, item));
  if (node.kind !== 'object') return [];
  const areDeclared = parent.inSchema && parent.name === 'properties' && !parent.isDeclared;
  return node.members.map(({ key, value }) => ({
    ...childAt(parent, key, decoded(node, key, value)),
    name: key,
    isDeclared: areDeclared,
    inSchema: areDeclared || SCHEMAS.has(key) || (parent.inSchema && !DATA.has(key)),
  }));
}

/** Keywords of a schema below which stand values, not schemas. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

/** Members that hold a JSON schema: of tools (2025-06-18) and of elicitation. */
const SCHEMAS: ReadonlySet<string> = new Set(['inputSchema', 'outputSchema', 'requestedSchema']);

function childAt(parent: Open, step: string | number, node: JsonNode): Open {
  const { pointer, inner, inSchema, texts } = parent;
  const place =
    inner === undefined
      ? { pointer: pointerTo(pointer, step) }
      : { pointer, inner: pointerTo(inner, step) };
  return { ...place, isDeclared: false, inSchema, node, texts };
}

/** Base64 of what is no image or sound may be text: then it is looked at as that. */
function decoded(parent: JsonNode, key: string, value: JsonNode): JsonNode {
  if ((key !== 'blob' && key !== 'data') || value.kind !== 'string') return value;
  if (/^(image|audio|video|font)\//.test(stringMember(parent, 'mimeType') ?? '')) return value;
  if (!/^[A-Za-z\d+/]{8,}={0,2}$/.test(value.value) || value.value.length % 4 !== 0) return value;
  const bytes = Buffer.from(value.value, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) && !text.includes('\0')
    ? { ...value, value: text }
    : value;
}
