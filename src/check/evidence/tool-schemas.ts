import type { Place } from '../../model/finding.ts';
import { member, stringMember } from '../../model/json.ts';
import type { Exchange, Session } from '../../model/session.ts';
import type { SchemaText } from '../schemas/checker.ts';
import { perSession } from './per-session.ts';
import { type ListedTool, toolListsOf } from './tool-lists.ts';

/** One of the schemas of a tool, with its place in the list. */
export interface ToolSchema extends SchemaText {
  readonly which: 'inputSchema' | 'outputSchema';
  readonly place: Place;
}

/** The schemas of a tool that are objects; what is none has a finding of its own. */
export function schemasOf({ node, bytes, place }: ListedTool): ToolSchema[] {
  return (['inputSchema', 'outputSchema'] as const).flatMap((which) => {
    const schema = member(node, which);
    if (schema?.kind !== 'object') return [];
    return [
      {
        which,
        node: schema,
        bytes,
        place: { ...place, pointer: `${place.pointer ?? ''}/${which}` },
      },
    ];
  });
}

/**
 * The tool that a call means: as listed last before it, else as listed first after it. Undefined when
 * the server never listed it, or one list holds the name twice.
 */
export function toolOfCall(session: Session, { request }: Exchange): ListedTool | undefined {
  const name = stringMember(request.message.params, 'name');
  const all = name === undefined ? [] : (byName(session).get(name) ?? []);
  const found = all.findLast((each) => each.place.seq < request.seq) ?? all[0];
  const isTwice = all.some((each) => each !== found && each.place.seq === found?.place.seq);
  return isTwice ? undefined : found;
}

const byName = perSession((session: Session): ReadonlyMap<string, readonly ListedTool[]> => {
  const index = new Map<string, ListedTool[]>();
  for (const tool of toolListsOf(session).flat()) {
    if (tool.name === undefined) continue;
    const known = index.get(tool.name);
    if (known) known.push(tool);
    else index.set(tool.name, [tool]);
  }
  return index;
});
