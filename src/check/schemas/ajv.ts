import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { TimeLimit } from '../../reading/time-limit.ts';
import { parsed } from '../evidence/plain-json.ts';
import type { Mismatch, SchemaChecker, SchemaFlaw, SchemaText, Verdict } from './checker.ts';
import { type Dialect, dialectOf, namedDialect } from './dialect.ts';
import { brokenReferences } from './references.ts';

/** Bytes of a schema; the largest seen in the field has about 40 kB. */
const MOST_SCHEMA = 512 * 1024;
/** Bytes of a value; a larger one is data, and takes long. */
const MOST_VALUE = 4 * 1024 * 1024;
/** Milliseconds for one check, and for all checks of a session. */
const MOST_MS = { each: 500, all: 4_000 };

/** A checker for one session: its time is counted in all. `most` is in milliseconds. */
export function ajvChecker(most = MOST_MS): SchemaChecker {
  const limit = new TimeLimit(most.all, most.each);
  const compiled = new Map<string, Compiled | string>();
  return {
    flaws: (schema) => flawsOf(schema, limit),
    mismatches: (value, schema) => mismatchesOf(value, schema, limit, compiled),
  };
}

function flawsOf(schema: SchemaText, limit: TimeLimit): Verdict<SchemaFlaw> {
  const read = readSchema(schema);
  if (read.kind === 'not-checked') return read;
  const broken = brokenReferences(schema.node);
  const errors = attempt(limit, () => {
    const ajv = instanceOf(read.dialect);
    return ajv.validateSchema(read.value) === true ? [] : [...(ajv.errors ?? [])];
  });
  if (!errors) return TOO_SLOW;
  return { kind: 'done', found: [...schemaErrors(errors), ...broken] };
}

const TOO_SLOW = { kind: 'not-checked', why: 'it is broken, or takes too long to check' } as const;

/** A schema with one fault breaks several rules of its dialect; the deepest place is the fault. */
function schemaErrors(errors: readonly ErrorObject[]): SchemaFlaw[] {
  const own = errors.filter(({ keyword }) => keyword !== '$ref' && keyword !== 'if');
  const byPlace = new Map<string, SchemaFlaw>();
  for (const { instancePath, message = 'is not allowed' } of own)
    if (!byPlace.has(instancePath))
      byPlace.set(instancePath, { pointer: instancePath, what: message });
  const places = [...byPlace.keys()];
  return places
    .filter((each) => !places.some((other) => other !== each && other.startsWith(`${each}/`)))
    .slice(0, 5)
    .flatMap((each) => byPlace.get(each) ?? []);
}

function mismatchesOf(
  value: SchemaText,
  schema: SchemaText,
  limit: TimeLimit,
  compiled: Map<string, Compiled | string>,
): Verdict<Mismatch> {
  if (sizeOf(value) > MOST_VALUE) return { kind: 'not-checked', why: 'the value is too large' };
  const text = textOf(schema);
  const found = compiled.get(text) ?? compile(schema, limit);
  compiled.set(text, found);
  if (typeof found === 'string') return { kind: 'not-checked', why: found };
  const { validate, isTame } = found;
  const check = () =>
    validate(parsed(textOf(value))) === true ? [] : [...(validate.errors ?? [])];
  const errors = isTame && sizeOf(value) < SMALL ? check() : attempt(limit, check);
  if (!errors) return TOO_SLOW;
  const formatOnly = errors.every(({ keyword }) => keyword === 'format');
  return {
    kind: 'done',
    found: errors.map((error) => ({
      pointer: error.instancePath,
      what: phraseOf(error),
      formatOnly,
    })),
  };
}

interface Compiled {
  readonly validate: ValidateFunction;
  /** Its checks take time in proportion to schema and value: nothing has to watch them. */
  readonly isTame: boolean;
}

/** A value that a tame schema is done with at once. In bytes. */
const SMALL = 64 * 1024;
/** Words by which a check may take longer than its schema and value are long. */
const WILD = /"(pattern|patternProperties|format|uniqueItems|\$ref|\$dynamicRef|contains)"/;

/** The compiled schema, or why there is none. */
function compile(schema: SchemaText, limit: TimeLimit): Compiled | string {
  const read = readSchema(schema);
  if (read.kind === 'not-checked') return read.why;
  // A schema with a fault of its own throws here; it has a finding of its own.
  const validate = attempt(limit, () => instanceOf(read.dialect).compile(read.value));
  if (!validate) return TOO_SLOW.why;
  const isTame = sizeOf(schema) < SMALL && !WILD.test(textOf(schema));
  return { validate, isTame };
}

/** Undefined when it takes too long, or when it throws: nested deeper than the call stack, broken. */
function attempt<T>(limit: TimeLimit, work: () => T): T | undefined {
  try {
    return limit.run(limit.each, work);
  } catch {
    return undefined;
  }
}

function phraseOf({ keyword, message = 'does not match', params }: ErrorObject): string {
  // Which member is not allowed stands beside the message.
  const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof name === 'string') return `must not have the member "${name.slice(0, 60)}"`;
  return keyword === 'enum' ? 'must be one of the values that its schema lists' : message;
}

type ReadSchema =
  | { readonly kind: 'read'; readonly value: object; readonly dialect: Dialect }
  | { readonly kind: 'not-checked'; readonly why: string };

function readSchema(schema: SchemaText): ReadSchema {
  if (sizeOf(schema) > MOST_SCHEMA) return { kind: 'not-checked', why: 'the schema is too large' };
  const dialect = dialectOf(schema.node);
  if (!dialect)
    return { kind: 'not-checked', why: `its dialect ${namedDialect(schema.node)} is not known` };
  const value = parsed(textOf(schema));
  if (typeof value !== 'object' || value === null)
    return { kind: 'not-checked', why: 'it is no schema' };
  return { kind: 'read', value, dialect };
}

function sizeOf({ node }: SchemaText): number {
  return node.end - node.start;
}

function textOf({ node, bytes }: SchemaText): string {
  return bytes.toString('utf8', node.start, node.end);
}

/** As the clients on the SDKs check: unknown keywords pass, formats count. */
const OPTIONS: Options = {
  strict: false,
  validateSchema: false,
  // Else a schema with an `$id` would stay, and clash with the next one of that name.
  addUsedSchema: false,
  allErrors: false,
  logger: false,
};

/** One for each dialect: to make one takes as long as to check a hundred schemas. */
const instances = new Map<Dialect, Ajv>();

function instanceOf(dialect: Dialect): Ajv {
  const known = instances.get(dialect) ?? makeInstance(dialect);
  instances.set(dialect, known);
  return known;
}

function makeInstance(dialect: Dialect): Ajv {
  const ajv =
    dialect === '2020-12'
      ? new Ajv2020(OPTIONS)
      : dialect === '2019-09'
        ? new Ajv2019(OPTIONS)
        : new Ajv(OPTIONS);
  formats.default(ajv, { mode: 'fast' });
  return ajv;
}
