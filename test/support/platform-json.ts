import { runInNewContext } from 'node:vm';
import { type JsonNode, walk } from '../../src/model/json.ts';

/** What JSON.parse says of a text; undefined: it refuses it. */
export function parsedByPlatform(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Node 24 (V8 13.6) takes a key that is spelled as one escape, such as `"\u0061"`, for the key of one
 * backslash, once an object with that key was read:
 *
 *     JSON.parse('{"\\\\":1}'); JSON.parse('{"\\u0061":1}')   // { '\\': 1 }
 *
 * True when a difference between JSON.parse and our reading is of that making: a platform that has read
 * nothing before agrees with us, or the text itself holds the key.
 */
export function isPlatformFlaw(text: string, node: JsonNode, ours: unknown): boolean {
  if (!isFlawed()) return false;
  // Objects of another realm have other prototypes, so texts are compared.
  const fresh: unknown = runInNewContext('JSON.stringify(JSON.parse(text))', { text });
  return fresh === JSON.stringify(ours) || holdsBackslashKey(node);
}

/** Tried where nothing was read before: the flaw shows while few shapes of objects are known. */
function isFlawed(): boolean {
  const texts = { first: String.raw`{"\\":1}`, second: String.raw`{"\u0061":1}` };
  const keys: unknown = runInNewContext(
    'JSON.parse(first); String(Object.keys(JSON.parse(second)))',
    texts,
  );
  return keys !== 'a';
}

function holdsBackslashKey(root: JsonNode): boolean {
  return [...walk(root)].some(
    ([, node]) => node.kind === 'object' && node.members.some(({ key }) => key === '\\'),
  );
}
