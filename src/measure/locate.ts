import type { JsonValue } from '../model/json.ts';
import { type Offered, textOf } from '../targets/canary/model/api.ts';
import { APIS } from '../targets/canary/model/apis.ts';
import { parsed } from '../targets/canary/model/capture.ts';
import { deferredTools } from '../targets/canary/model/deferred.ts';
import { toolOf } from '../targets/canary/model/script.ts';
import { markedMembers } from '../targets/canary/table.ts';
import type { Asked } from './capture.ts';
import { type Leaf, leavesOf } from './leaves.ts';

/** What a capture says of the canary: the places of a run's requests where it left something. */
export interface Located {
  /** API format of the requests. */
  readonly api: string;
  /** A result shows that the host speaks 2026-07-28; a host that passes no envelope on shows nothing. */
  readonly isModern: boolean;
  /** Requests for an answer of the model. */
  readonly requests: number;
  /** By the name that the canary gave; a tool that is missing was not offered. */
  readonly tools: ReadonlyMap<string, Offered>;
  /** Declarations that a search gave back as text, which tell more than the line that announced them. */
  readonly found: ReadonlyMap<string, Offered>;
  /** By tool, for every call that was made; undefined when the host never came back. */
  readonly results: ReadonlyMap<string, LocatedResult | undefined>;
  /** Texts with a marker that belongs neither to a tool nor to a result, and where each is first. */
  readonly elsewhere: readonly Leaf[];
}

/** What came back of a call: the items of the history that follow it. */
export interface LocatedResult {
  readonly items: readonly JsonValue[];
  /** Pointer of the first item in the request's body. */
  readonly pointer: string;
}

/** Finds the canary in the requests of one run (`readCapture`). */
export function locate(asked: readonly Asked[]): Located {
  const located = asked.flatMap(({ calls }, index) =>
    calls.map((call) => [call.tool, locateResult(asked, index, call)] as const),
  );
  const results = new Map(located);
  return {
    api: asked[0]?.api ?? '',
    isModern: showsModern(results),
    requests: asked.length,
    tools: locateTools(asked),
    found: locateFound(asked),
    results,
    elsewhere: locateOthers(asked, results),
  };
}

/** The canary's tools as the first request that has any offers them. */
function locateTools(asked: readonly Asked[]): ReadonlyMap<string, Offered> {
  for (const { api, body } of asked) {
    const offered = APIS.find(({ name }) => name === api)?.offered(body) ?? [];
    const named = deferredTools(offered, body)?.tools ?? [];
    const found = [...offered, ...named].flatMap((each) => {
      const tool = toolOf(each);
      return tool === undefined ? [] : [[tool, each] as const];
    });
    if (found.length > 0) return new Map(found);
  }
  return new Map();
}

/** Declarations in texts such as `<function>{"name":…}</function>` (Qwen Code). */
function locateFound(asked: readonly Asked[]): ReadonlyMap<string, Offered> {
  const last = asked.at(-1)?.body ?? {};
  const texts = leavesOf(last).flatMap(([pointer, value]) =>
    typeof value === 'string' && value.includes(DECLARED[0]) ? [[pointer, value] as const] : [],
  );
  const declared = texts.flatMap(([pointer, text]) =>
    text
      .split(DECLARED[0])
      .slice(1)
      .flatMap((each) => {
        const entry = parsed(Buffer.from(each.split(DECLARED[1])[0] ?? ''));
        if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
        // Arrays are excluded above.
        const members = entry as { readonly [key: string]: JsonValue };
        const [name, description] = [textOf(members['name']), textOf(members['description'])];
        return [{ name, description, entry: members, pointer }];
      }),
  );
  return new Map(
    declared.flatMap((each) => {
      const tool = toolOf(each);
      return tool === undefined ? [] : [[tool, each] as const];
    }),
  );
}

/** What stands before and after the JSON of a declaration. */
const DECLARED = ['<function>', '</function>'] as const;

/**
 * What the host told the model about a call: in the first later request that names the call, all items
 * of the history behind the one that makes it. Undefined when the host never came back to it.
 */
function locateResult(
  asked: readonly Asked[],
  index: number,
  call: Asked['calls'][number],
): LocatedResult | undefined {
  const api = asked[index]?.api;
  for (const { api: other, body } of asked.slice(index + 1)) {
    const key = ['messages', 'input', 'contents'].find((each) => Array.isArray(body[each]));
    const items = key === undefined ? undefined : body[key];
    if (other !== api || !Array.isArray(items)) continue;
    const made = items.findLastIndex((item) => makesCall(item, call));
    const isNamed = made >= 0 || JSON.stringify(items).includes(`"${call.id}"`);
    const after = items.slice(made + 1);
    if (isNamed && after.length > 0) return { items: after, pointer: `/${key}/${made + 1}` };
  }
  return undefined;
}

/** Types of items that are calls (OpenAI Responses). */
const CALLS: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'tool_search_call',
]);

/** Is this item of a history the model's own, and does it make the call? */
function makesCall(item: JsonValue, { id, name }: Asked['calls'][number]): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  // Arrays are excluded above.
  const { role, type, parts } = item as { readonly [key: string]: JsonValue };
  const text = JSON.stringify(item);
  if (role === 'assistant' || CALLS.has(type)) return text.includes(`"${id}"`);
  // Gemini need not repeat ids.
  return role === 'model' && JSON.stringify(parts ?? []).includes(`"name":${JSON.stringify(name)}`);
}

/** Does a result hold what servers of 2026-07-28 put into each? */
export function showsModern(results: Located['results']): boolean {
  return [...results.values()].some((result) =>
    JSON.stringify(result?.items ?? '').includes(SERVER),
  );
}

const SERVER = 'io.modelcontextprotocol/serverInfo';

/** Each once: a history repeats them in every request. Results have their own, in the modern era. */
function locateOthers(asked: readonly Asked[], results: Located['results']): Leaf[] {
  const ofResults = new Set(
    [...results.values()].flatMap((result) =>
      leavesOf([...(result?.items ?? [])]).map(([, text]) => text),
    ),
  );
  const markers = markedMembers()
    .filter(({ about }) => !/^(tools\/list|call )/.test(about))
    .map(({ marker }) => marker);
  const texts = new Map<JsonValue, Leaf>();
  for (const { body } of asked)
    for (const leaf of leavesOf(body))
      if (
        !texts.has(leaf[1]) &&
        !ofResults.has(leaf[1]) &&
        markers.some((marker) => textOf(leaf[1]).includes(marker))
      )
        texts.set(leaf[1], leaf);
  return [...texts.values()];
}

/** The leaves of a result, their pointers counted from its first item. */
export function resultLeaves({ items }: LocatedResult): readonly Leaf[] {
  return leavesOf(items).filter(
    ([pointer]) => !/\/(tool_use_id|tool_call_id|call_id|id)$/.test(pointer),
  );
}
