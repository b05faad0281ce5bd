import type { RequestPiece, RequestValue } from '../../model/model-request.ts';
import { placesOf } from '../places.ts';
import type { Dialogue } from './dialogue.ts';
import { namesOf, pieceOf } from './parts.ts';
import { type OfferedTool, type Part, type Step, stepsOf, type Turn } from './steps.ts';
import { open, openPiece, string } from './values.ts';

export interface RequestOptions {
  /** Name of the model; a placeholder when absent. */
  readonly model?: string | undefined;
  /** The API must take the body: what it refuses though the host sends it stands elsewhere. */
  readonly sendable?: boolean;
  /** Leave this tool out, as the server names it. */
  readonly without?: string;
}

/** What a request holds, before the format of an API gives it its form. */
export interface RequestFrame {
  readonly model: RequestValue;
  /** See `RequestOptions`. */
  readonly sendable: boolean;
  readonly system: readonly RequestPiece[];
  /** Instructions that stand in a message of the developer. */
  readonly developer: readonly RequestPiece[];
  /** Instructions that describe the namespace of the tools. */
  readonly namespace: RequestPiece | undefined;
  readonly tools: readonly OfferedTool[];
  /** Deferred, and not found yet. */
  readonly isHidden: (tool: OfferedTool) => boolean;
  /** The host has a tool that finds others. */
  readonly searches: boolean;
  /** Names have a namespace before the first dot. */
  readonly hasNamespaces: boolean;
  /** The model calls tools from programs that it writes: names are paths of an object. */
  readonly runsPrograms: boolean;
  /** Results are objects of the request, not texts. */
  readonly resultIsObject: boolean;
  /** Blocks of a result are blocks of the request, so a result without any is an empty list. */
  readonly resultIsList: boolean;
  /** Name of the schema in the definition of a tool. */
  readonly schemaKey: string;
  readonly steps: readonly Step[];
  readonly searchId: (tools: readonly OfferedTool[]) => string;
  /** What stands for a text of the model. */
  readonly words: string;
}

/** Sorts what a turn holds by its place in a request. */
export function frameOf(
  { profile }: Dialogue,
  turn: Turn,
  { model, sendable = false, without }: RequestOptions,
): RequestFrame {
  const tools = (turn.tools?.tools ?? []).filter((each) => each.tool !== without);
  const hasNamespaces = profile.rules['toolName']?.name?.namespace !== undefined;
  const { system, developer, namespace, user } = placed(turn, profile.rules['instructions']?.place);
  return {
    model: model === undefined ? open('model') : string([{ text: model, origin: { kind: 'api' } }]),
    sendable,
    system: [openPiece('the host’s own instructions'), ...system],
    developer,
    namespace,
    tools,
    isHidden: (tool) => tool.deferred !== undefined && !turn.found.has(tool.tool),
    searches: tools.some((each) => each.deferred !== undefined),
    hasNamespaces,
    runsPrograms: profile.rules['toolName']?.name?.template.startsWith('tools.') === true,
    resultIsObject: profile.rules['result.encode']?.encode === 'object',
    resultIsList: (profile.rules['result.encode']?.encode ?? 'blocks') === 'blocks',
    schemaKey: profile.rules['tool.inputSchema']?.as ?? placesOf(profile.api).schema,
    steps: withFirst(stepsOf(turn), user),
    searchId: (found) =>
      `search_${found[0]?.tool.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40) ?? ''}`,
    words: 'the model’s words, if any',
  };
}

/** The instructions of the server, at the place that the profile names. */
function placed({ instructions }: Turn, place = 'system') {
  const nothing = { system: [], developer: [], namespace: undefined, user: [] };
  if (!instructions) return nothing;
  const { text, target } = instructions;
  const piece = pieceOf(text, target);
  if (place.includes('user message'))
    return { ...nothing, user: [{ kind: 'text', text, target } as const] };
  if (place.includes('developer')) return { ...nothing, developer: [piece] };
  if (place.includes('namespace')) return { ...nothing, namespace: piece };
  return { ...nothing, system: [piece] };
}

/** What the host puts in front of the user's first words. */
function withFirst(steps: readonly Step[], parts: readonly Part[]): readonly Step[] {
  if (parts.length === 0) return steps;
  const [first, ...rest] = steps;
  if (first?.kind === 'said' && first.role === 'user')
    return [{ ...first, parts: [...parts, ...first.parts] }, ...rest];
  return [{ kind: 'said', role: 'user', parts }, ...steps];
}

/** The namespace that tools share, in the order in which namespaces first occur. */
export function byNamespace(
  tools: readonly OfferedTool[],
): (readonly [RequestPiece | undefined, readonly OfferedTool[]])[] {
  const groups = new Map<string, { piece: RequestPiece | undefined; tools: OfferedTool[] }>();
  for (const tool of tools) {
    const { namespace } = namesOf(tool.name, true);
    const group = groups.get(namespace?.text ?? '') ?? { piece: namespace, tools: [] };
    group.tools.push(tool);
    groups.set(namespace?.text ?? '', group);
  }
  return [...groups.values()].map(({ piece, tools: own }) => [piece, own] as const);
}
