import { object, type Reader, whole } from '../cover.ts';
import { description } from './description.ts';
import { inputSchema } from './schema.ts';
import { toolName } from './tool-name.ts';

/** One tool of a list: which of its members the host forwards into `place` of the API request. */
export function tool(serverLabel: string, place: string): Reader {
  const members = {
    name: toolName(serverLabel, place),
    description: description(place),
    inputSchema: inputSchema(place),
    title: whole('tool.title'),
    annotations: whole('tool.annotations'),
    icons: whole('tool.icons'),
    outputSchema: whole('tool.outputSchema'),
    execution: whole('tool.execution'),
    _meta: whole('tool.meta'),
  };
  return object(members, whole('tool.other'));
}
