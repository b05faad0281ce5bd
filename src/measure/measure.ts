import type { JsonValue } from '../model/json.ts';
import type { Measured, MeasuredMember, MeasuredResult, MeasuredTool } from '../model/measured.ts';
import { type Offered, textOf } from '../targets/canary/model/api.ts';
import { canarySession, markersIn, type Script } from '../targets/canary/table.ts';
import { findLeaf } from './arrival.ts';
import { type JsonMembers, leavesOf } from './leaves.ts';
import { type Located, type LocatedResult, resultLeaves } from './locate.ts';

/**
 * What became of every member that the canary sends, by what one host sent to the model. In: the
 * requests of one run (`locate`). Members of a tool that was not offered, of a call that was not
 * made, or whose host never came back, are `absent` with a note.
 */
export function measure(located: Located): Measured {
  const { api, requests, tools, results } = located;
  const session = canarySession({ modern: located.isModern });
  const members = session.flatMap((script) => membersOf(script, located));
  return {
    api,
    requests,
    tools: measuredTools(tools, session),
    members,
    results: [...results].map(([tool, result]) => measuredResult(tool, result)),
  };
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

export function toolsIn(answers: readonly JsonMembers[]): readonly JsonMembers[] {
  const result = answers.at(-1)?.['result'];
  // The canary's own answer, whose form is known.
  return (result as { tools: readonly JsonMembers[] }).tools;
}

/** Names under which APIs take the schema of the arguments. */
export const SCHEMA_KEYS = ['input_schema', 'parameters', 'parametersJsonSchema', 'inputSchema'];

/** Where a member of a tool would be if nothing but the schema's name changed. */
export function placeOf(pointer: string, { entry }: Offered): string {
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
      // Of an empty text nobody can tell where it went.
      .filter(([pointer, value]) => !/^\/(jsonrpc|id|method)$/.test(pointer) && value !== '')
      .map(([pointer, value]): MeasuredMember => {
        const key = 'method' in answer ? `${about}, ${textOf(answer['method'])}` : about;
        if (!result) return { about: key, pointer, arrival: 'absent', note };
        return { about: key, pointer, ...findLeaf([pointer, value], leaves) };
      }),
  );
}

/** Members that may be anywhere: only those with a marker can be told. */
function otherMembers({ about, answers }: Script, { elsewhere }: Located): MeasuredMember[] {
  const marked = answers
    .flatMap((answer) => leavesOf(answer))
    .filter(([, value]) => isMarked(value));
  return marked.map((leaf) => ({ about, pointer: leaf[0], ...findLeaf(leaf, elsewhere) }));
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
  return { tool, came: true, leaves: resultLeaves(result) };
}
