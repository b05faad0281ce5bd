import { member } from '../../../model/json.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Legal JSON Schema and legal MCP; below the top level they are fine everywhere. */
export const topLevelCombinators = defineRule({
  id: 'host-limits/top-level-combinators',
  severity: 'problem',
  side: 'host',
  summary: 'an inputSchema with oneOf, anyOf or allOf at its top, which model APIs refuse',
  find: (session) => findInLists(session, (tools) => tools.flatMap(combined)),
});

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'] as const;

function combined(tool: ListedTool): Found[] {
  const schema = member(tool.node, 'inputSchema');
  const [word] = COMBINATORS.filter((each) => member(schema, each));
  if (word === undefined) return [];
  return [
    {
      title: `${toolName(tool)} has ${word} at the top of its inputSchema: MCP allows it, but the Claude Messages API refuses the whole request, with all other tools`,
      places: [{ ...tool.place, pointer: `${tool.place.pointer ?? ''}/inputSchema/${word}` }],
      fix: `Move ${word} into a property, or say in the description which arguments go together; hosts can leave it out.`,
    },
  ];
}
