import type { JsonNode } from '../model/json.ts';
import { parseJson } from '../wire/json.ts';
import { KnownValues } from './known-values.ts';
import { isHarmless, Placeholders } from './placeholders.ts';
import { mayBeJson, redactJson, type Verdict } from './redact-json.ts';
import { memberRule, redactText } from './redact-text.ts';
import type { Hit, RedactionRules } from './rules.ts';

/** JSON inside a text inside JSON: deeper than anybody nests on purpose. */
const DEEPEST = 4;
/** The values of a schema's `properties` describe members, they do not hold their values. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
/** Members of the envelope: their values pair messages, and hold nothing of anybody. */
const ENVELOPE = new Set(['jsonrpc', 'id', 'method']);
const BASE64 = /^[A-Za-z0-9+/_-]{256,}={0,2}$/;

/**
 * Takes values out of messages and texts by the given rules. Equal values get equal placeholders over all
 * that one redactor sees, and a value that a named member held goes wherever else it stands, once it
 * is known: run everything through it once before the run that counts (`learn`).
 */
export class Redactor {
  readonly #rules: RedactionRules;
  readonly #placeholders = new Placeholders();
  readonly #known = new KnownValues();
  #hits: Hit[] = [];

  constructor(rules: RedactionRules) {
    this.#rules = rules;
  }

  /** What was taken out since the last call. */
  takeHits(): readonly Hit[] {
    const hits = this.#hits;
    this.#hits = [];
    return hits;
  }

  /** Numbers of new placeholders go on after those of a text that was redacted before. */
  skipPlaceholdersIn(text: string): void {
    this.#placeholders.skipThoseIn(text);
  }

  /** A text that is no message: a stray line, standard error, a header, a path. */
  text(text: string): string {
    return this.#text(text, '', 0);
  }

  /** The bytes of one JSON text; undefined when they are none. */
  json(bytes: Buffer): Buffer | undefined {
    const parsed = parseJson(bytes);
    return parsed.ok ? this.#json(bytes, parsed.node, '', 0) : undefined;
  }

  #json(bytes: Buffer, root: JsonNode, base: string, depth: number): Buffer {
    return redactJson(bytes, root, {
      whole: (steps, node) => this.#verdict(root, steps, node, depth),
      text: (text, pointer, key) =>
        isEnvelope(root, pointer, key, depth) || isData(key, text)
          ? text
          : this.#text(text, base + pointer, depth),
      scalar: (value, verdict, pointer) => this.#scalar(value, verdict, base + pointer),
    });
  }

  #verdict(
    root: JsonNode,
    steps: readonly string[],
    node: JsonNode,
    depth: number,
  ): Verdict | undefined {
    const name = steps.at(-1);
    if (name === undefined) return undefined;
    const place = depth > 0 || root.kind !== 'array' ? steps : steps.slice(1);
    const pointer =
      depth === 0 ? this.#rules.pointers.find((each) => covers(each, place)) : undefined;
    if (pointer) return { rule: `pointer:/${pointer.join('/')}`, name };
    const rule = memberRule(name, this.#rules);
    // By its name alone only a text or number is a secret: `token: { type: "string" }` is none.
    const isValue = node.kind === 'string' || node.kind === 'number';
    // A schema is an object or a boolean; where a text stands, `properties` holds values after all.
    if (!isValue && SCHEMA_MAPS.has(steps.at(-2) ?? '')) return undefined;
    const isWhole = rule?.startsWith('member:') || isValue;
    return rule !== undefined && isWhole ? { rule, name } : undefined;
  }

  #scalar(value: string, { rule, name }: Verdict, pointer: string): string {
    if (isHarmless(value)) return value;
    this.#known.add(value);
    return this.#takeOut(value, rule, name, pointer);
  }

  #text(text: string, pointer: string, depth: number): string {
    // A text that was taken out whole goes whole, also where it could be looked into.
    if (mayBeJson(text) && depth < DEEPEST && !this.#known.has(text)) {
      const bytes = Buffer.from(text);
      const parsed = parseJson(bytes);
      if (parsed.ok) return this.#json(bytes, parsed.node, pointer, depth + 1).toString('utf8');
    }
    const known = this.#known.replace(text, (value) =>
      this.#takeOut(value, 'again', 'value', pointer),
    );
    return redactText(known, this.#rules, (value, rule, name) =>
      this.#takeOut(value, rule, name, pointer),
    );
  }

  #takeOut(value: string, rule: string, name: string, pointer: string): string {
    this.#hits.push({ rule, pointer, value });
    return this.#placeholders.of(value, this.#labelOf(name));
  }

  /** A placeholder carries the name of its member, unless that is or holds a secret itself. */
  #labelOf(name: string): string {
    let holdsSecret = false;
    const found = (value: string) => {
      holdsSecret = true;
      return value;
    };
    redactText(this.#known.replace(name, found), this.#rules, found);
    return holdsSecret ? 'value' : name;
  }
}

function covers(pointer: readonly string[], steps: readonly string[]): boolean {
  return (
    pointer.length === steps.length &&
    pointer.every((step, index) => step === '*' || step === steps[index])
  );
}

/** The pairing of messages must survive, whatever their ids look like. */
function isEnvelope(
  root: JsonNode,
  pointer: string,
  key: string | undefined,
  depth: number,
): boolean {
  if (depth > 0 || key === undefined) return false;
  const level = pointer.split('/').length - (root.kind === 'array' ? 2 : 1);
  return (level === 1 && ENVELOPE.has(key)) || key === 'progressToken' || key === 'requestId';
}

/** Pictures and sounds: no text, and long. */
function isData(key: string | undefined, text: string): boolean {
  return (key === 'data' || key === 'blob') && BASE64.test(text);
}
