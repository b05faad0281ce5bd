import { type JsonNode, pointerSteps, pointerTo } from '../model/json.ts';
import type { Recording } from '../model/recording.ts';
import { memberRule } from '../secrets/redact-text.ts';
import { Redactor } from '../secrets/redactor.ts';
import { EVERYTHING } from '../secrets/rules.ts';
import { withoutStumps } from '../secrets/stumps.ts';
import { RecordingRedactor } from './redact.ts';

/**
 * Makes what is said about recordings fit to be handed on: their secrets and personal values go wherever they
 * are quoted, also where a quotation was cut in the middle of one.
 */
export class Discreet {
  readonly #redactor = new Redactor(EVERYTHING);
  readonly #values = new Set<string>();

  constructor(recordings: readonly Recording[]) {
    const learner = new RecordingRedactor(this.#redactor, ({ rule, value }) => {
      // A user's name is one only in a path, and the first line of a key is in front of the rest of it.
      const isKnown = rule !== 'pattern:home' && !/^-----[^\n]*$/.test(value);
      if (isKnown && value.length >= SHORTEST) this.#values.add(value);
    });
    for (const recording of recordings) learn(learner, recording);
    for (const value of this.#values) this.#redactor.know(value, {});
  }

  text(text: string): string {
    const whole = withoutStumps(text, this.#values, (value) => this.#redactor.text(value));
    return this.#redactor.text(whole);
  }

  /**
   * A value of a message, at a pointer that ends with the value's own name; a number that goes becomes a text.
   * What is below `DEEPEST` is left out: nobody quotes so much.
   */
  node(node: JsonNode, pointer = '', depth = 0): JsonNode {
    const name = pointerSteps(pointer)?.at(-1) ?? '';
    if (node.kind === 'literal') return node;
    if (node.kind === 'string') return { ...node, value: this.#value(node.value, name) };
    if (node.kind === 'number') {
      const value = this.#value(node.text, name);
      return value === node.text ? node : { ...spanOf(node), kind: 'string', value };
    }
    if (depth > DEEPEST) return { ...spanOf(node), kind: 'literal', value: null };
    if (node.kind === 'array')
      return { ...node, items: node.items.map((each) => this.node(each, pointer, depth + 1)) };
    const members = node.members.map(({ key, start, value }) => ({
      key: this.text(key),
      start,
      value: this.node(value, pointerTo('', key), depth + 1),
    }));
    return { ...node, members };
  }

  #value(value: string, name: string): string {
    const rule = memberRule(name, EVERYTHING);
    return rule === undefined ? this.text(value) : this.#redactor.whole(value, rule, name);
  }
}

/** Each level takes three calls; twice as many levels as this come near the end of the call stack. */
const DEEPEST = 1000;

function spanOf({ start, end }: JsonNode) {
  return { start, end };
}

/** A shorter value is a word that means something else elsewhere. */
const SHORTEST = 6;

function learn(learner: RecordingRedactor, { header, items }: Recording): void {
  learner.header(header);
  for (const item of items) learner.entry(item.type === 'frame' ? item.entry : item);
}
