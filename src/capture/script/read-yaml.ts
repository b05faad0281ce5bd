import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { JsonMember, JsonNode } from '../../model/json.ts';
import { DEEPEST, tooDeepAt } from './depth.ts';
import { fail, type Source } from './source.ts';

type Yaml = typeof import('yaml');

/** Aliases may multiply (`*a` inside `*b` …); a script is small. */
const MOST_NODES = 200_000;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * YAML 1.2 (core schema) as the same tree that JSON gives; `start` and `end` are offsets into the
 * script. Numbers that JSON can spell keep their spelling.
 * @throws SadapError `script-invalid` with the place of the first syntax error.
 */
export async function readYaml(source: Source): Promise<JsonNode> {
  // Loaded here, so that a session without a script starts without it.
  const yaml = await import('yaml');
  // The parser keeps a stack of its own; what makes values of its tokens calls itself for every level.
  const deep = tooDeepAt([...new yaml.Parser().parse(source.text)]);
  if (deep !== undefined) fail(source, deep, `nested deeper than ${DEEPEST} levels`);
  const document = yaml.parseDocument(source.text, { prettyErrors: false });
  const [error] = [...document.errors, ...document.warnings];
  if (error) fail(source, error.pos[0], error.message);
  return new Converter(yaml, source, document).convert(document.contents, 0);
}

class Converter {
  readonly #yaml: Yaml;
  readonly #source: Source;
  readonly #targets: ReadonlyMap<Alias, Node>;
  #nodes = 0;
  #depth = 0;

  constructor(yaml: Yaml, source: Source, document: Document.Parsed) {
    this.#yaml = yaml;
    this.#source = source;
    this.#targets = targetsOf(yaml, document);
  }

  /** `offset` is the place of what is missing when there is no node. */
  convert(node: Node | null | undefined, offset: number): JsonNode {
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) fail(this.#source, offset, 'the script is too large');
    if (!node) return { kind: 'literal', value: null, start: offset, end: offset };
    // Aliases may nest what is written flat, or stand within what they name.
    const start = startOf(node, offset);
    if (this.#depth > DEEPEST) fail(this.#source, start, `nested deeper than ${DEEPEST} levels`);
    this.#depth += 1;
    const converted = this.#node(node, offset);
    this.#depth -= 1;
    return converted;
  }

  #node(node: Node, offset: number): JsonNode {
    if (this.#yaml.isAlias(node)) return this.#alias(node, offset);
    if (this.#yaml.isMap(node)) return this.#map(node);
    if (this.#yaml.isSeq(node)) return this.#list(node);
    // `isScalar` leaves no other kind of node; the library's types cannot say so.
    return this.#scalar(node as Scalar, offset);
  }

  #alias(node: Alias, offset: number): JsonNode {
    const target = this.#targets.get(node);
    if (!target) fail(this.#source, startOf(node, offset), `unknown alias *${node.source}`);
    return this.convert(target, startOf(node, offset));
  }

  #map(node: YAMLMap): JsonNode {
    const start = startOf(node, 0);
    const members = node.items.map((pair) => this.#member(pair, start));
    return { kind: 'object', members, start, end: endOf(node, start) };
  }

  #member(pair: Pair, offset: number): JsonMember {
    // Pairs of a parsed document hold nodes or nothing.
    const key = this.convert(pair.key as Node | null, offset);
    const value = this.convert(pair.value as Node | null, key.end);
    return { key: this.#keyText(key), start: key.start, value };
  }

  #keyText(key: JsonNode): string {
    if (key.kind === 'string') return key.value;
    if (key.kind === 'number') return key.text;
    if (key.kind === 'literal' && key.value !== null) return String(key.value);
    return fail(this.#source, key, 'a key must be text');
  }

  #list(node: YAMLSeq): JsonNode {
    const start = startOf(node, 0);
    // Items of a parsed document are nodes or nothing.
    const items = node.items.map((item) => this.convert(item as Node | null, start));
    return { kind: 'array', items, start, end: endOf(node, start) };
  }

  #scalar(node: Scalar, offset: number): JsonNode {
    const start = startOf(node, offset);
    const span = { start, end: endOf(node, start) };
    const { value } = node;
    if (typeof value === 'string') return { kind: 'string', value, ...span };
    if (typeof value === 'boolean' || value === null) return { kind: 'literal', value, ...span };
    if (typeof value !== 'number') return fail(this.#source, start, 'not a value of JSON');
    const { source = '' } = node;
    if (JSON_NUMBER.test(source)) return { kind: 'number', text: source, ...span };
    if (!Number.isFinite(value)) fail(this.#source, start, `JSON has no number ${source}`);
    return { kind: 'number', text: String(value), ...span };
  }
}

/** What each alias stands for: the last node of that anchor before it. */
function targetsOf(yaml: Yaml, document: Document.Parsed): Map<Alias, Node> {
  const named = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  yaml.visit(document, {
    Node: (_, node) => {
      if (!yaml.isAlias(node)) {
        if (node.anchor !== undefined) named.set(node.anchor, node);
        return;
      }
      const target = named.get(node.source);
      if (target) targets.set(node, target);
    },
  });
  return targets;
}

function startOf(node: Node, otherwise: number): number {
  return node.range?.[0] ?? otherwise;
}

function endOf(node: Node, otherwise: number): number {
  return node.range?.[1] ?? otherwise;
}
