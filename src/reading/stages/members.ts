import { stringMember } from '../../model/json.ts';
import { json, object, type Reader, whole } from '../cover.ts';
import { ruleOf, wayOf } from '../draft.ts';
import type { RuleName } from '../rules.ts';
import {
  description,
  fallbackDescription,
  titleAsDescription,
  titleIsDescription,
} from './description.ts';
import { inputSchema, schemaAt } from './schema.ts';
import { type ModelName, toolName } from './tool-name.ts';

/** A tool that the model is offered: its name there, and the host's name of the server. */
export interface OfferedTool {
  readonly name: (tool: string) => ModelName;
  readonly server: string;
}

/** One tool of a list: which of its members the host forwards into `place` of the API request. */
export function tool(offered: OfferedTool, place: string): Reader {
  return (node, pointer, draft) => {
    const title = titleIsDescription(node, draft) ? titleAsDescription(place) : undefined;
    object(members(offered, place, title), forwarded('tool.other', place))(node, pointer, draft);
    if (node.kind !== 'object') return;
    const names = { tool: stringMember(node, 'name') ?? '', server: offered.server };
    fallbackDescription(node, place, names, draft);
  };
}

function members(offered: OfferedTool, place: string, title: Reader | undefined) {
  return {
    name: toolName(offered.name, place),
    description: description(place),
    inputSchema: inputSchema(place),
    title: title ?? forwarded('tool.title', place),
    annotations: forwarded('tool.annotations', place),
    icons: forwarded('tool.icons', place),
    outputSchema: forwarded('tool.outputSchema', place),
    execution: forwarded('tool.execution', place),
    _meta: forwarded('tool.meta', place),
  };
}

/** A member that most hosts keep for themselves; one that forwards it names its place. */
function forwarded(rule: RuleName, place: string): Reader {
  return (node, pointer, draft) => {
    const { as, fate, ops } = ruleOf(draft.profile, rule);
    const isForwarded = as !== undefined && wayOf(fate) !== undefined;
    const to = ops ? schemaAt : json;
    const reader = isForwarded ? to(rule, `${place}.${as}`) : whole(rule);
    reader(node, pointer, draft);
  };
}
