import type { JsonNode } from '../../model/json.ts';

/** What is wrong with a schema itself. */
export interface SchemaFlaw {
  /** JSON pointer in the schema. */
  readonly pointer: string;
  /** A phrase: `must be string,boolean`, `refers to #/$defs/Nope, which is not there`. */
  readonly what: string;
}

/** Where a value does not keep what its schema promises. */
export interface Mismatch {
  /** JSON pointer in the value. */
  readonly pointer: string;
  /** A phrase that follows the place: `must be number`. */
  readonly what: string;
  /** Only a `format` is not kept, which many validators do not look at. */
  readonly formatOnly: boolean;
}

/** What became of a check that takes a foreign schema. */
export type Verdict<T> =
  | { readonly kind: 'done'; readonly found: readonly T[] }
  /** Too large, too slow, or in a dialect that is not known: nothing is said about it. */
  | { readonly kind: 'not-checked'; readonly why: string };

/**
 * Looks at schemas and at values by them. Schemas come from servers: a check ends within a bounded
 * time whatever they hold (a hostile pattern, a thousand alternatives), and never throws.
 */
export interface SchemaChecker {
  /** Against the rules of its own dialect. */
  readonly flaws: (schema: SchemaText) => Verdict<SchemaFlaw>;
  readonly mismatches: (value: SchemaText, schema: SchemaText) => Verdict<Mismatch>;
}

/** A value in the frame that it came in: its bytes are read, so that nothing is spelled anew. */
export interface SchemaText {
  readonly node: JsonNode;
  readonly bytes: Buffer;
}
