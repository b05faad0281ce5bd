import { type JsonNode, pointerTo } from '../model/json.ts';
import { parseJson } from '../wire/json.ts';
import { nameBeside } from './beside.ts';
import { beginsAsText } from './encoded.ts';
import { KnownValues } from './known-values.ts';
import { isSecretName } from './names.ts';
import {
  betweenPlaceholders,
  isHarmless,
  outsidePlaceholders,
  Placeholders,
} from './placeholders.ts';
import { mayBeJson, redactJson, type Spot, stepsTo, type Verdict } from './redact-json.ts';
import { memberRule, redactText } from './redact-text.ts';
import type { Hit, RedactionRules } from './rules.ts';
import { settled } from './settled.ts';

/** A JSON pointer, made when it is asked for. */
type Place = () => string;

const NOWHERE: Place = () => '';

/** JSON inside a text inside JSON: deeper than anybody nests on purpose. */
const DEEPEST = 4;
/** The values of a schema's `properties` describe members, they do not hold their values. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
/** Members of the envelope: their values pair messages, and hold nothing of anybody. */
const ENVELOPE = new Set(['jsonrpc', 'id', 'method']);
/** Keys of the envelope: without them a message is none, even where somebody's password is such a word. */
const ENVELOPE_KEYS = new Set([...ENVELOPE, 'params', 'result', 'error']);
/** A shorter value of a variable may be a word that means something else elsewhere. */
const SHORTEST = 8;
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

  /**
   * A value that something else took out, and what stands in its place there: it is taken out from now on,
   * and under the same name. `secret` names it where nothing stands for it yet.
   */
  know(value: string, { placeholder, name = 'secret' }: Known): void {
    if (isHarmless(value)) return;
    if (placeholder === undefined) this.#placeholders.of(value, name);
    else this.#placeholders.know(value, placeholder);
    this.#known.add(value);
  }

  /** Values of variables that are named like a secret: whoever has them may say them anywhere. */
  knowEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
    if (!this.#rules.secrets) return;
    for (const [name, value = ''] of Object.entries(variables))
      if (value.length >= SHORTEST && isSecretName(name)) this.know(value, { name });
  }

  /** Numbers of new placeholders go on after those of a text that was redacted before. */
  skipPlaceholdersIn(text: string): void {
    this.#placeholders.skipThoseIn(text);
  }

  /** A text that is no message: a stray line, standard error, a header, a path. */
  text(text: string): string {
    return settled(text, (each) => this.#text(each, NOWHERE, 0));
  }

  /** What stands in the place of a text that goes as a whole. */
  whole(text: string, rule: string, name: string): string {
    return isHarmless(text) ? text : this.#takeOut(text, rule, name, NOWHERE);
  }

  /** The bytes of one JSON text; undefined when they are none. */
  json(bytes: Buffer): Buffer | undefined {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return undefined;
    const first = this.#json(bytes, parsed.node, NOWHERE, 0);
    return first === bytes ? bytes : settled(first, (each) => this.#again(each));
  }

  #again(bytes: Buffer): Buffer {
    const parsed = parseJson(bytes);
    return parsed.ok ? this.#json(bytes, parsed.node, NOWHERE, 0) : bytes;
  }

  /** `place` is where the text stands that these bytes are; needed for what is found alone. */
  #json(bytes: Buffer, root: JsonNode, place: Place, depth: number): Buffer {
    const placeOf = (spot: Spot) => () => stepsTo(spot).reduce(pointerTo, place());
    return redactJson(bytes, root, {
      whole: (spot) => this.#verdict(root, spot, depth),
      text: (text, spot, isKey) =>
        (isKey ? isEnvelopeKey(root, spot, depth, text) : isKept(root, spot, depth, text))
          ? text
          : this.#text(text, placeOf(spot), depth),
      scalar: (value, verdict, spot) => this.#scalar(value, verdict, placeOf(spot)),
    });
  }

  #verdict(root: JsonNode, spot: Spot, depth: number): Verdict | undefined {
    if (!spot.above) return undefined;
    const { step: name, node } = spot;
    const pointer = depth === 0 ? this.#pointerTo(root, spot) : undefined;
    if (pointer) return { rule: `pointer:/${pointer.join('/')}`, name };
    const rule = memberRule(name, this.#rules);
    // By its name alone only a text or number is a secret: `token: { type: "string" }` is none.
    const isValue = node.kind === 'string' || node.kind === 'number';
    // A schema is an object or a boolean; where a text stands, `properties` holds values after all.
    if (!isValue && SCHEMA_MAPS.has(spot.above.step)) return undefined;
    const isWhole = rule?.startsWith('member:') || isValue;
    if (rule !== undefined && isWhole) return { rule, name };
    return isValue ? this.#besideVerdict(spot) : undefined;
  }

  #pointerTo(root: JsonNode, spot: Spot): readonly string[] | undefined {
    const { pointers } = this.#rules;
    const below = root.kind === 'array' ? 1 : 0;
    if (!pointers.some(({ length }) => length === spot.depth - below)) return undefined;
    const steps = stepsTo(spot).slice(below);
    return pointers.find((each) => covers(each, steps));
  }

  #besideVerdict(spot: Spot): Verdict | undefined {
    const beside = nameBeside(spot);
    if (!beside) return undefined;
    const { name, isSecret } = beside;
    if (this.#rules.members.has(name)) return { rule: `member:${name}`, name };
    return this.#rules.secrets && isSecret ? { rule: 'secret:by-name', name } : undefined;
  }

  #scalar(value: string, { rule, name }: Verdict, place: Place): string {
    if (isHarmless(value)) return value;
    this.#known.add(value);
    return this.#takeOut(value, rule, name, place);
  }

  #text(text: string, place: Place, depth: number): string {
    // A text that was taken out whole goes whole, also where it could be looked into.
    if (mayBeJson(text) && depth < DEEPEST && !this.#known.has(text)) {
      const bytes = Buffer.from(text);
      const parsed = parseJson(bytes);
      // What is left of a value then goes over several parts of this one.
      if (parsed.ok)
        return this.#unknown(
          this.#json(bytes, parsed.node, place, depth + 1).toString('utf8'),
          place,
        );
    }
    return redactText(this.#unknown(text, place), this.#rules, (value, rule, name) =>
      this.#takeOut(value, rule, name, place),
    );
  }

  /** The text without the values that were taken out elsewhere. */
  #unknown(text: string, place: Place): string {
    return outsidePlaceholders(text, (piece) =>
      this.#known.replace(piece, (value) => this.#takeOut(value, 'again', 'value', place)),
    );
  }

  #takeOut(value: string, rule: string, name: string, place: Place): string {
    // What was taken out of the value before is no part of it: a placeholder is nobody's secret.
    return betweenPlaceholders(value, (piece) => {
      this.#hits.push({ rule, pointer: place(), value: piece });
      return this.#placeholders.of(piece, this.#labelOf(name));
    });
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

/** How a value is known from elsewhere. */
export interface Known {
  readonly placeholder?: string;
  readonly name?: string;
}

function covers(pointer: readonly string[], steps: readonly string[]): boolean {
  return (
    pointer.length === steps.length &&
    pointer.every((step, index) => step === '*' || step === steps[index])
  );
}

function isKept(root: JsonNode, spot: Spot, textDepth: number, text: string): boolean {
  return isEnvelope(root, spot, textDepth) || isData(spot.step, text);
}

/** `spot` is the object that has the key. */
function isEnvelopeKey(root: JsonNode, spot: Spot, textDepth: number, key: string): boolean {
  const level = spot.depth - (root.kind === 'array' ? 1 : 0);
  return textDepth === 0 && level === 0 && ENVELOPE_KEYS.has(key);
}

/** The pairing of messages must survive, whatever their ids look like. */
function isEnvelope(root: JsonNode, { step, above, depth }: Spot, textDepth: number): boolean {
  if (textDepth > 0 || !above) return false;
  const level = depth - (root.kind === 'array' ? 1 : 0);
  return (level === 1 && ENVELOPE.has(step)) || step === 'progressToken' || step === 'requestId';
}

/** Pictures and sounds: no text, and long. */
function isData(key: string, text: string): boolean {
  return (key === 'data' || key === 'blob') && BASE64.test(text) && !beginsAsText(text);
}
