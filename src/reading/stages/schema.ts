import { json, type Reader } from '../cover.ts';
import { ruleOf } from '../draft.ts';

/** A tool's input schema, which the API knows by another name. */
export function inputSchema(place: string): Reader {
  return (node, pointer, draft) => {
    const name = ruleOf(draft.profile, 'tool.inputSchema').as ?? 'inputSchema';
    json('tool.inputSchema', `${place}.${name}`)(node, pointer, draft);
  };
}
