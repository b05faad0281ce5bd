import { at, type JsonNode, member, stringMember } from '../model/json.ts';
import { groupBy } from '../model/lists.ts';
import type { Located } from '../model/message.ts';
import type { Reading } from '../model/reading.ts';
import { canonical } from '../protocol/canonical.ts';
import type { MappingRow, OutputPlace, Source, ToolPart } from './document.ts';
import { parseInner } from './inner-json.ts';
import { memberRows } from './members.ts';
import { examplesOf, latencyOfAll, type Seen } from './methods.ts';
import { scalarText } from './shape.ts';

/** A tool as one message of one recording defines it. */
interface Definition {
  readonly name: string;
  readonly node: JsonNode;
  readonly pointer: string;
  readonly located: Located;
  readonly source: Source;
}

/** Every tool that was listed or called, in the order of the first list. */
export function toolParts(seen: readonly Seen[]): ToolPart[] {
  const definitions = groupBy(seen.flatMap(definitionsIn), ({ name }) => name);
  const calls = groupBy(
    seen.filter(({ method }) => method === 'tools/call'),
    ({ subject }) => subject,
  );
  const names = new Set([...definitions.keys(), ...calls.keys()]);
  const read = readingsByTool();
  return [...names].flatMap((name) =>
    name === undefined
      ? []
      : [toolPart(name, definitions.get(name) ?? [], calls.get(name) ?? [], read)],
  );
}

function definitionsIn({ method, located, source }: Seen): Definition[] {
  const { message } = located;
  if (method !== 'tools/list' || message.kind !== 'result') return [];
  const tools = member(message.result, 'tools');
  if (tools?.kind !== 'array') return [];
  return tools.items.flatMap((node, index) => {
    const name = stringMember(node, 'name');
    return name === undefined
      ? []
      : [{ name, node, pointer: `/result/tools/${index}`, located, source }];
  });
}

function toolPart(
  name: string,
  definitions: readonly Definition[],
  calls: readonly Seen[],
  read: (definition: Definition) => ToolReading,
): ToolPart {
  const [first] = definitions;
  const reading = first && read(first);
  const results = calls.flatMap(({ located: { message } }) =>
    message.kind === 'result' ? [message.result] : [],
  );
  const passed = calls.flatMap(({ located: { message } }) => argumentsOf(message));
  return {
    name,
    modelName: reading?.texts.find(({ from }) => from === `${first?.pointer}/name`)?.text,
    description: first && stringMember(first.node, 'description'),
    mapping: first && reading ? mappingOf(first, reading) : [],
    differsIn: differing(definitions),
    rent: first && reading ? rentOf(first, reading) : 0,
    calls: passed.length,
    failures: calls.filter(({ label }) => label.startsWith('error') || label === FAILED).length,
    arguments: memberRows(first && member(first.node, 'inputSchema'), passed),
    output: outputOf(first && member(first.node, 'outputSchema'), results),
    examples: examplesOf(calls),
    latency: latencyOfAll(calls),
  };
}

/** What a host makes of one tool of a list. */
type ToolReading = Pick<Reading, 'fates' | 'texts'>;

/** Each list is read and gone through once: it may have thousands of tools. */
function readingsByTool(): (definition: Definition) => ToolReading {
  const lists = new Map<Located, (pointer: string) => ToolReading>();
  return ({ located, source, pointer }) => {
    const list = lists.get(located) ?? toolsOf(source.reading(located));
    lists.set(located, list);
    return list(pointer);
  };
}

function toolsOf({ fates, texts }: Reading): (pointer: string) => ToolReading {
  const fatesOf = groupBy(fates, ({ pointer }) => toolPointer(pointer));
  const textsOf = groupBy(texts, ({ from }) => toolPointer(from ?? ''));
  // What holds for the list as a whole, or for what holds it.
  const above = fatesOf.get(undefined) ?? [];
  return (pointer) => ({
    fates: [...above, ...(fatesOf.get(pointer) ?? [])],
    texts: textsOf.get(pointer) ?? [],
  });
}

function toolPointer(pointer: string): string | undefined {
  return /^\/result\/tools\/\d+(?=\/|$)/.exec(pointer)?.[0];
}

const FAILED = 'result with isError';

/** A call without arguments is one with none. */
function argumentsOf(message: Located['message']): JsonNode[] {
  if (message.kind !== 'request') return [];
  return [member(message.params, 'arguments') ?? { kind: 'object', members: [], start: 0, end: 0 }];
}

function rentOf({ pointer, source }: Definition, { texts }: ToolReading): number {
  return texts
    .filter(({ from, way }) => way === 'read' && isBelow(from, pointer))
    .reduce((sum, { text }) => sum + source.countTokens(text), 0);
}

function isBelow(pointer: string | undefined, parent: string): boolean {
  return pointer === parent || pointer?.startsWith(`${parent}/`) === true;
}

/** Member by member of the definition, what becomes of it. */
function mappingOf({ node, pointer }: Definition, { fates }: ToolReading): MappingRow[] {
  if (node.kind !== 'object') return [];
  return node.members.map(({ key, value }) => {
    const place = `${pointer}/${key}`;
    const here = fates.filter(
      (fate) => isBelow(fate.pointer, place) || isBelow(place, fate.pointer),
    );
    const notes = new Set(here.flatMap(({ note }) => (note === undefined ? [] : [note])));
    return {
      member: key,
      value: shortValue(value),
      bytes: value.end - value.start,
      kinds: [...new Set(here.map(({ kind }) => kind))],
      note: notes.size === 0 ? undefined : [...notes].slice(0, 3).join('; '),
    };
  });
}

function shortValue(node: JsonNode): string {
  if (node.kind === 'object') return `object of ${node.members.length}`;
  if (node.kind === 'array') return `list of ${node.items.length}`;
  return scalarText(node);
}

function differing(definitions: readonly Definition[]): string[] {
  const [first, ...others] = definitions;
  if (!first) return [];
  const text = canonical(first.node);
  const names = others
    .filter(({ node }) => canonical(node) !== text)
    .map((each) => each.source.name);
  return [...new Set(names)].filter((name) => name !== first.source.name);
}

/** Structured content is data by its nature; of texts only those that are JSON. */
function outputOf(schema: JsonNode | undefined, results: readonly JsonNode[]): ToolPart['output'] {
  const good = results.filter((result) => !isFailed(result));
  const structured = good.flatMap((result) => member(result, 'structuredContent') ?? []);
  if (structured.length > 0 || schema)
    return { from: 'structuredContent', rows: memberRows(schema, structured) };
  const inner = good.flatMap((result) => parseInner(at(result, 'content', 0, 'text')) ?? []);
  const from: OutputPlace = inner.length > 0 ? 'the text, which is JSON' : 'nowhere';
  return { from, rows: memberRows(undefined, inner) };
}

function isFailed(result: JsonNode): boolean {
  const flag = member(result, 'isError');
  return flag?.kind === 'literal' && flag.value === true;
}
