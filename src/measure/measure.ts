import type { JsonValue } from '../model/json.ts';
import type { Measured, MeasuredMember, MeasuredResult, MeasuredTool } from '../model/measured.ts';
import { type Offered, textOf } from '../targets/canary/model/api.ts';
import { canarySession, markersIn, type Script } from '../targets/canary/table.ts';
import { findLeaf } from './arrival.ts';
import type { Asked } from './capture.ts';
import { type JsonMembers, type Leaf, leavesOf } from './leaves.ts';
import { type LocatedResult, locateResult, locateTools, resultLeaves } from './locate.ts';
import { shorter } from './shorter.ts';

/**
 * What became of every member that the canary sends, by what one host sent to the model. In: the
 * requests of one run (`readCapture`). Members of a tool that was not offered, of a call that was not
 * made, or whose host never came back, are `absent` with a note.
 */
export function measure(asked: readonly Asked[]): Measured {
  const tools = locateTools(asked);
  const results = locateResults(asked);
  const session = canarySession();
  const located = { everywhere: markedLeaves(asked), tools, results };
  const members = session.flatMap((script) => membersOf(script, located));
  return {
    api: asked[0]?.api ?? '',
    requests: asked.length,
    tools: measuredTools(tools, session),
    members,
    results: [...results].map(([tool, result]) => measuredResult(tool, result)),
  };
}

interface Located {
  /** All texts of the run that have a marker. */
  readonly everywhere: readonly Leaf[];
  readonly tools: ReadonlyMap<string, Offered>;
  /** By tool, for every call that was made; undefined when the host never came back. */
  readonly results: ReadonlyMap<string, LocatedResult | undefined>;
}

function locateResults(asked: readonly Asked[]): Located['results'] {
  const results = asked.flatMap(({ calls }, index) =>
    calls.map((call) => [call.tool, locateResult(asked, index, call)] as const),
  );
  return new Map(results);
}

function membersOf(script: Script, located: Located): MeasuredMember[] {
  const { about } = script;
  if (about.startsWith('tools/list')) return toolMembers(script, located);
  if (about.startsWith('call ')) return callMembers(script, located);
  return otherMembers(script, located);
}

/** Members of every tool of a page. */
function toolMembers({ about, answers }: Script, { tools }: Located): MeasuredMember[] {
  const listed = toolsIn(answers);
  return listed.flatMap((tool, index) => {
    const offered = tools.get(textOf(tool['name']));
    const base = `/result/tools/${index}`;
    if (!offered)
      return [{ about, pointer: base, arrival: 'absent', note: 'not offered' } as const];
    const leaves = leavesOf(offered.entry);
    const found = leavesOf(tool).map((leaf): MeasuredMember => {
      const { arrival, at, note } = findLeaf(leaf, leaves, placeOf(leaf[0], offered));
      const place = at === undefined ? {} : { at: offered.pointer + at };
      return { about, pointer: base + leaf[0], arrival, ...place, ...(note && { note }) };
    });
    return found.map((each) => (each.pointer === `${base}/name` ? nameOf(each, offered) : each));
  });
}

function toolsIn(answers: readonly JsonMembers[]): readonly JsonMembers[] {
  const result = answers.at(-1)?.['result'];
  // The canary's own answer, whose form is known.
  return (result as { tools: readonly JsonMembers[] }).tools;
}

/** Names under which APIs take the schema of the arguments. */
const SCHEMA_KEYS = ['input_schema', 'parameters', 'parametersJsonSchema', 'inputSchema'];

/** Where a member of a tool would be if nothing but the schema's name changed. */
function placeOf(pointer: string, { entry }: Offered): string {
  const key = SCHEMA_KEYS.find((each) => each in entry) ?? 'inputSchema';
  return pointer.replace(/^\/inputSchema/, `/${key}`);
}

function nameOf(member: MeasuredMember, { name, namespace }: Offered): MeasuredMember {
  const whole = namespace === undefined ? name : `${namespace} . ${name}`;
  const { about, pointer, at } = member;
  if (member.arrival === 'unchanged' && namespace === undefined) return member;
  return { about, pointer, arrival: 'renamed', ...(at === undefined ? {} : { at }), note: whole };
}

function callMembers({ about, answers }: Script, { results }: Located): MeasuredMember[] {
  const tool = about.slice('call '.length);
  const result = results.get(tool);
  const leaves = result ? resultLeaves(result) : [];
  const note = results.has(tool) ? 'the host did not come back' : 'not called';
  return answers.flatMap((answer) =>
    leavesOf(answer)
      .filter(([pointer]) => !/^\/(jsonrpc|id|method)$/.test(pointer))
      .map(([pointer, value]): MeasuredMember => {
        const key = 'method' in answer ? `${about}, ${textOf(answer['method'])}` : about;
        if (!result) return { about: key, pointer, arrival: 'absent', note };
        return { about: key, pointer, ...findLeaf([pointer, value], leaves) };
      }),
  );
}

/** Members that may be anywhere: only those with a marker can be told. */
function otherMembers({ about, answers }: Script, { everywhere }: Located): MeasuredMember[] {
  const marked = answers
    .flatMap((answer) => leavesOf(answer))
    .filter(([, value]) => isMarked(value));
  return marked.map((leaf) => ({ about, pointer: leaf[0], ...findLeaf(leaf, everywhere) }));
}

/** The texts with a marker of all requests, each once: a history repeats them in every request. */
function markedLeaves(asked: readonly Asked[]): Leaf[] {
  const texts = new Map<JsonValue, Leaf>();
  for (const { body } of asked)
    for (const leaf of leavesOf(body))
      if (isMarked(leaf[1]) && !texts.has(leaf[1])) texts.set(leaf[1], leaf);
  return [...texts.values()];
}

function isMarked(value: JsonValue): boolean {
  return typeof value === 'string' && markersIn(value).length > 0;
}

function measuredTools(
  tools: ReadonlyMap<string, Offered>,
  session: readonly Script[],
): Measured['tools'] {
  const listed = session
    .filter(({ about }) => about.startsWith('tools/list'))
    .flatMap(({ answers }) => toolsIn(answers));
  const measured = listed.flatMap((definition): [string, MeasuredTool][] => {
    const tool = textOf(definition['name']);
    const offered = tools.get(tool);
    return offered ? [[tool, measuredTool(definition, offered)]] : [];
  });
  return Object.fromEntries(measured);
}

function measuredTool(definition: JsonMembers, offered: Offered): MeasuredTool {
  const { name, namespace, entry } = offered;
  const sent = new Set(leavesOf(definition).map(([pointer]) => placeOf(pointer, offered)));
  const added = leavesOf(entry).filter(([pointer]) => !sent.has(pointer));
  return { name, ...(namespace === undefined ? {} : { namespace }), added };
}

function measuredResult(tool: string, result: LocatedResult | undefined): MeasuredResult {
  if (!result) return { tool, came: false, leaves: [] };
  const leaves = resultLeaves(result).map(
    ([pointer, value]) => [pointer, typeof value === 'string' ? shorter(value) : value] as const,
  );
  return { tool, came: true, leaves };
}
