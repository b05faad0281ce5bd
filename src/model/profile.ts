import type { FateKind } from './reading.ts';

/** How a claim about a host is known. */
export interface Evidence {
  /** `silent`: the source was searched and says nothing; only an `unknown` may lean on it. */
  readonly kind: 'code' | 'docs' | 'measured' | 'issue' | 'inferred' | 'makers' | 'silent';
  /** Where it can be looked up: file at commit, page, measurement, issue. */
  readonly ref: string;
  /** Day it was looked up or measured, `YYYY-MM-DD`. */
  readonly date: string;
  readonly note?: string;
}

/** Whose request format the host fills; it decides the names of places. */
export type ApiFormat = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'unknown';

/**
 * What a host does with one kind of member: a fate, and the settings that its stage needs. Which
 * settings a rule may have, and what each means, is written in the JSON Schema of profiles.
 */
export interface Rule {
  readonly fate: FateKind;
  /** Name of the member in the API request, for a fate that renames. */
  readonly as?: string;
  /** A condition or a reason that the view prints with the fate. */
  readonly note?: string;

  /** A tool with one of these traits is not offered (`listing.hidden`). */
  readonly when?: readonly HiddenWhen[];
  /** Most tools that the host takes (`listing.limit`), in tools. */
  readonly max?: number;
  /** Members that the model sees before a tool search (`listing.deferral`). */
  readonly revealed?: readonly string[];
  /** Key in a tool's `_meta` that is true for tools that are never deferred. */
  readonly unlessMeta?: string;
  /** How names of tools are made (`toolName`). */
  readonly name?: NameForm;
  /** What stands for a missing description (`tool.description`): the title, or a template. */
  readonly fallback?: 'title' | { readonly text: string };
  /** What is left of a long value. */
  readonly limit?: Limit;
  /** Operations on the input schema, in order (`tool.inputSchema`). */
  readonly ops?: readonly SchemaOp[];
  /** Where instructions go: `system`, `first-user-message`, `namespace`, … */
  readonly place?: string;
  /** Added before and after the value. */
  readonly before?: string;
  readonly after?: string;
  /** Template that takes the place of the value. */
  readonly text?: string;
  /** How a content block arrives, when not in the API's own form. */
  readonly form?: BlockForm;
  /** JSON that stands for the block where the whole result is written as JSON. */
  readonly inJson?: string;
  /** A text of its own behind all others, because of this block; for `user-message` only once. */
  readonly trail?: string;
  /** Types of media that the host takes; all when absent. */
  readonly mimeTypes?: readonly string[];
  /** What becomes of media of other types. */
  readonly otherwise?: Rule;
  /** When the host uses structured content (`result.structured`). */
  readonly use?: StructuredUse;
  readonly json?: JsonStyle;
  /** A flag that is false is not sent (`result.isError`). */
  readonly onlyTrue?: boolean;
  /** Errors of the protocol and of the client get it too (`result.wrapper`). */
  readonly onErrors?: boolean;
  /** It is a text of its own, also beside a single text (`result.wrapper`). */
  readonly apart?: boolean;
  /** Between it and structured content that stands for all, which is one text with it. */
  readonly toStructured?: string;
  /** Put before each line but the first (`instructions`). */
  readonly indent?: string;
  /** How the host's SDK spells the members of results in JSON (`result.encode`, for blocks too). */
  readonly spelling?: Spelling;
  /** What a text becomes as one of a list of texts that is one JSON text (`result.encode`). */
  readonly item?: string;
  /** bare: a list of one is that one alone (`result.encode`; of `list-as-json` blocks too). */
  readonly single?: 'bare';
  /** Templates before and after media in a message of the user (`form: user-message`). */
  readonly userBefore?: string;
  readonly userAfter?: string;
  /** The block's text is an item of such a list already. */
  readonly isItem?: boolean;
  /** What stands for a result of which no block arrives, when it has blocks (`result.empty`). */
  readonly lost?: string;
  /** So does a result whose texts are nothing but white space (`result.empty`). */
  readonly blank?: boolean;
  /** The rule for a failed result that has an image (`result.isError`). */
  readonly withImages?: Rule;
  /** What stands for a failed result without a text (`result.isError`). */
  readonly empty?: string;
  /** A text that is a JSON object or list arrives without white space (`blocks.text`). */
  readonly respells?: boolean;
  /** A result with isError keeps its content. */
  readonly unlessError?: boolean;
  /** A tool that declares an outputSchema keeps its content. */
  readonly unlessOutputSchema?: boolean;
  /** only-text: of a tool that declares an outputSchema the text blocks arrive, in one text. */
  readonly promised?: 'only-text';
  /** `{"result": x}` arrives as x: the key. */
  readonly unwrap?: string;
  /** How content becomes the value in the API request (`result.encode`). */
  readonly encode?: Encode;
  readonly separator?: string;
  /** Members left out when a whole result is written as JSON. */
  readonly omit?: readonly string[];
  /** What a failed result puts into its template (`result.isError`). */
  readonly content?: FailedContent;
  /** Which tools the SDK checks (`sdk.outputSchema`). */
  readonly checks?: 'all' | 'last-page' | 'first-page';
  /** Error text when structured content is missing or does not match. */
  readonly missing?: string;
  /** The host stops; the model reads nothing of it. */
  readonly endsRun?: boolean;
  readonly mismatch?: string;
  readonly cuts?: readonly Cut[];
  /** Where resources or prompts are offered, and by what names. */
  readonly channels?: readonly string[];
}

/** One trait of a tool that hides it. */
export type HiddenWhen =
  /** A list in `_meta` at this path lacks this word. */
  | { readonly meta: string; readonly lacks: string }
  /** The member is missing or empty. */
  | { readonly without: string }
  /** The input schema's root has one of these keywords. */
  | { readonly rootHas: readonly string[] }
  /** The input schema is no object with type `object`. */
  | { readonly invalidSchema: true }
  /** The server's name has a character of this class. */
  | { readonly serverHas: string };

/** Which characters a part of a name keeps. */
export interface NameCharacters {
  /** Inside of a character class: `A-Za-z0-9_-`. Every other character is replaced. */
  readonly allowed: string;
  readonly replaceWith: string;
  /** A run of refused characters is replaced once. */
  readonly runs?: boolean;
  readonly lower?: boolean;
  /** Longest part, in characters; the rest is cut off. */
  readonly max?: number;
  /** A name that does not begin with such a character gets `prefix`. */
  readonly first?: { readonly allowed: string; readonly prefix: string };
}

/** How a host makes the name that the model sees. */
export interface NameForm {
  /** `{tool}`, `mcp__{server}__{tool}`. */
  readonly template: string;
  /** For APIs with namespaces: `mcp__{server}`; the template makes the name inside of it. */
  readonly namespace?: string;
  readonly server?: NameCharacters;
  readonly tool?: NameCharacters;
  readonly whole?: NameCharacters;
  /** Longest whole name in characters, a namespace with its two underscores included. */
  readonly max?: number;
  readonly overflow?: 'cut' | 'middle' | 'hash' | 'omit' | 'fails' | 'unknown';
  /** Characters kept before a marker or hash / after a marker. */
  readonly head?: number;
  readonly tail?: number;
  readonly marker?: string;
  /** `fnv1a-36`: FNV-1a of 32 bits in base 36. */
  readonly hash?: 'sha1' | 'sha256' | 'fnv1a-36' | 'unknown';
  readonly hashChars?: number;
  /** Template of what is hashed; the name before it was changed when absent. */
  readonly hashOf?: string;
  /** A name whose characters were replaced gets the hash too. */
  readonly hashWhenChanged?: boolean;
  /** Two tools with one name. */
  readonly collision?:
    | 'hash'
    | 'number'
    | 'last-wins'
    | 'first-wins'
    | 'keep'
    | 'fails'
    | 'unknown';
}

/** A size that a value is cut to. Tokens are taken as four bytes each. */
export interface Limit {
  readonly n: number;
  readonly unit: 'chars' | 'bytes' | 'tokens' | 'lines';
  readonly marker?: string;
  /** The marker counts towards the size. */
  readonly within?: boolean;
  /** Of several lines only the first is kept, without white space around it. */
  readonly firstLine?: boolean;
}

export type BlockForm =
  /** As text of the rule's template; members that it does not name are dropped. */
  | 'text'
  /** As JSON text of the whole block. */
  | 'json'
  /** As an item of a JSON list of parts, which the whole result then is. */
  | 'part'
  /** As an image, sound, document or file of the API; with `text` before it, if there is one. */
  | 'media'
  /** Turns the whole list of blocks into one JSON text. */
  | 'list-as-json'
  /** Media behind the result, in a message of the user; `text` stands in its place. */
  | 'user-message';

export type StructuredUse =
  /** Text blocks give way; images and all else stay. */
  | 'instead-of-text'
  | 'instead-of-all'
  | 'if-content-empty'
  | 'if-all-text'
  | 'append'
  | 'prepend'
  /** A single text block becomes JSON with both (LangChain JS). */
  | 'merge-into-single-text';

/**
 * What is the content of a failed result: texts that its blocks give; the same, with an empty text for
 * a block that gives none; structured content, else texts; JSON.
 */
export type FailedContent =
  | 'text'
  | 'only-text'
  | 'text-of-each'
  | 'structured-or-text'
  | 'json-of-content'
  | 'json-of-result';

/** What a spelling says of one kind of object. */
export type SpelledKind =
  | 'result'
  | 'result_meta'
  | 'server_info'
  | 'text'
  | 'image'
  | 'audio'
  | 'resource'
  | 'resource_link'
  | 'contents'
  | 'annotations';

/** How an SDK that reads results into objects of its own writes them as JSON. */
export interface Spelling {
  /** Members in the order written, others behind them; one that ends in `?` gets no null. */
  readonly keys: { readonly [kind in SpelledKind]?: readonly string[] };
  /** Other names: `mimeType` as `mime_type`. */
  readonly names?: { readonly [key: string]: string };
  /** Members that are missing are written as null. */
  readonly nulls?: boolean;
  /**
   * How numbers are spelled after they were read from JSON. javascript: what a double makes of them,
   * `1.0` as `1`; python: integers as they are, others as its floats, `1e2` as `100.0`; rust: as they
   * are, but `1e2` as `1e+2`. As they were sent when absent.
   */
  readonly numbers?: 'javascript' | 'python' | 'rust';
}

export type JsonStyle =
  | 'compact'
  /** Keys sorted. */
  | 'sorted'
  /** Two spaces. */
  | 'pretty'
  /** As Python's json.dumps writes: a space after commas and colons. */
  | 'python';

export type Encode =
  /** Each block is a block of the API. */
  | 'blocks'
  /** All texts in one, with `separator` between. */
  | 'joined'
  | 'json-of-content'
  | 'json-of-result'
  /** The result as an object of the API request, not as text. */
  | 'object'
  /** The printed form of the host's own object; its details are not known. */
  | 'repr';

/** A rule that cuts what the model gets of a result. The first that applies is used. */
export interface Cut {
  /**
   * all: the whole text; each: each text block alone; single: a result that is one text block;
   * in-turn: the texts share the size, the first that does not fit is cut and those behind it go.
   */
  readonly of: 'all' | 'each' | 'single' | 'in-turn';
  readonly over: Limit;
  /** replace: nothing of it is kept but what `text` says. */
  readonly keep: 'head' | 'tail' | 'middle-out' | 'replace';
  /** Share of the kept size at the start, for `middle-out`; half when absent. */
  readonly headShare?: number;
  /** Characters kept in place of the limit. */
  readonly kept?: Limit;
  /**
   * Keeps no half line: only-whole drops a line that does not fit, last-break goes back to the last
   * line break, if there is one.
   */
  readonly lines?: 'only-whole' | 'last-break';
  /** The marker counts towards what is kept; both halves have the same size. */
  readonly within?: boolean;
  /** What was cut, marker included, is cut once more when it is larger than this. */
  readonly again?: Limit;
  /** What stands at the cut; the slots are in the schema. */
  readonly marker?: string;
  /** Stands for texts that are left out; `{n}`: how many (`in-turn`). */
  readonly omitted?: string;
  /** Added before and after what is kept. */
  readonly before?: string;
  readonly after?: string;
}

/** Which schemas in a schema an operation changes. */
export interface SchemaWhere {
  /** Only the outermost. */
  readonly root?: boolean;
  /** The value of `type`. */
  readonly type?: string;
  /** Keywords of which it has one; of which it has none. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** Keywords whose schemas are left alone, with all in them. */
  readonly outside?: readonly string[];
}

/** Operations on a JSON Schema. */
export type SchemaOp =
  | {
      /** unless-schema: a keyword that holds a schema stays. */
      readonly op: 'set';
      readonly where?: SchemaWhere;
      readonly key: string;
      readonly value: unknown;
      readonly mode: 'force' | 'default' | 'unless-schema';
    }
  | { readonly op: 'drop'; readonly where?: SchemaWhere; readonly keys: readonly string[] }
  | { readonly op: 'renameKey'; readonly from: string; readonly to: string }
  /** Other words for types; a type that is not named stays. */
  | { readonly op: 'mapTypes'; readonly types: { readonly [type: string]: string } }
  /** Takes these members of the schemas under a keyword into the schema itself; the keyword goes. */
  | {
      readonly op: 'merge';
      readonly from: string;
      readonly members: readonly string[];
      readonly where?: SchemaWhere;
    }
  /** A choice between one schema and null becomes that schema with `nullable`. */
  | { readonly op: 'nullableChoice' }
  /** A reference with members beside it becomes a choice of one. */
  | { readonly op: 'wrapRefs' }
  /** A schema without properties is not sent at all. */
  | { readonly op: 'omitEmpty' }
  | { readonly op: 'keepOnlyKeys'; readonly keys: readonly string[]; readonly at: 'root' | 'all' }
  | { readonly op: 'dropKeys'; readonly keys: readonly string[]; readonly at: 'root' | 'all' }
  | {
      readonly op: 'setRoot';
      readonly key: string;
      readonly value: unknown;
      readonly mode: 'force' | 'default';
    }
  | { readonly op: 'closeObjects' }
  | { readonly op: 'orderKeys'; readonly keys: readonly string[]; readonly at: 'root' | 'all' }
  | { readonly op: 'sortNames' }
  | { readonly op: 'emptyUntyped' }
  | { readonly op: 'typeArray'; readonly to: 'anyOf' | 'nullable' | 'first' }
  | { readonly op: 'constToEnum' }
  | { readonly op: 'boolSchemaToString' }
  | { readonly op: 'inferType' }
  | { readonly op: 'fillItems' }
  | { readonly op: 'pruneDefs' }
  | { readonly op: 'tupleItemsToAnyOf' }
  | { readonly op: 'flattenComposition' }
  | { readonly op: 'resolveRefs' }
  | { readonly op: 'filterFormat'; readonly allowed: readonly string[] }
  | { readonly op: 'truncateDescriptions'; readonly max: number }
  | { readonly op: 'budget'; readonly bytes: number }
  | {
      readonly op: 'addProperty';
      readonly name: string;
      readonly schema: unknown;
      readonly required?: boolean;
    }
  | { readonly op: 'emptySchemaTo'; readonly value: unknown }
  /** A round trip whose details are not known: the schema is rewritten, its text is not shown. */
  | { readonly op: 'opaque'; readonly what: string };

/** When a variant of a profile holds. What is absent does not matter. */
export interface Condition {
  readonly api?: ApiFormat;
  readonly model?: string;
  readonly transport?: 'stdio' | 'http';
  readonly version?: string;
  readonly option?: string;
}

/** Another way in which the host behaves; its rules replace those of the profile. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly when: Condition;
}

/** The declarative description of one host's rules. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  /** One line: whose rules these are and how firm. */
  readonly about: string;
  /** Versions of the host that it holds for; undefined: not said. */
  readonly versions: string | undefined;
  readonly verifiedAt: string;
  readonly api: ApiFormat;
  /** By rule name. */
  readonly rules: { readonly [rule: string]: Rule };
  /** By rule name; a rule whose fate is unknown may have none. */
  readonly evidence: { readonly [rule: string]: Evidence | undefined };
  /** Rules that the profile answers itself; the others come from what holds for every host. */
  readonly own: ReadonlySet<string>;
  /** All variants that the document has. */
  readonly variants: readonly Variant[];
  /** Those that were chosen. */
  readonly chosen: readonly string[];
}
