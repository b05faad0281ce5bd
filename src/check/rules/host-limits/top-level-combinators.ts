import { member } from '../../../model/json.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Legal JSON Schema and legal MCP; below the top level they are fine everywhere. */
export const topLevelCombinators = defineRule({
  id: 'host-limits/top-level-combinators',
  severity: 'problem',
  side: 'host',
  summary: 'an inputSchema with oneOf, anyOf or allOf at its top, which model APIs refuse',
  basis: 'Claude Messages API: input_schema takes no oneOf, anyOf and allOf at the top level',
  hosts:
    'Anthropic’s API, Bedrock and Vertex refuse the whole request; Copilot removes the keyword; Gemini CLI leaves the tool out.',
  fix: 'Put oneOf, anyOf and allOf below a property, or list the members of all forms.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","anyOf":[{"required":["id"]},{"required":["name"]}]}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"find","description":"Finds a room.","inputSchema":{"type":"object","properties":{"by":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}}]}
`,
  },
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
