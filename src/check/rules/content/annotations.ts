import { at, type JsonNode, member } from '../../../model/json.ts';
import { findInLists, type ListedTool, toolName } from '../../evidence/tool-lists.ts';
import { defineRule, type Found } from '../../rule.ts';

/** Only verbs that always change something: `get_deleted`, `create_chart` and `update_check` do not. */
const CHANGES =
  /^(delete|remove|drop|destroy|erase|purge|wipe|kill|terminate|uninstall|overwrite|write|send|insert|move|rename|deploy|publish|upload|revoke)$/i;
const DESTROYS = /^(delete|remove|drop|destroy|erase|purge|wipe|overwrite|uninstall)$/i;

export const annotations = defineRule({
  id: 'content/annotations',
  severity: 'warning',
  side: 'server',
  summary: 'annotations of a tool that contradict its name, or each other',
  spec: {
    section: 'schema#toolannotations',
    revision: '2025-06-18',
    says: 'readOnlyHint says that a tool changes nothing; destructiveHint and idempotentHint mean something only where it does.',
  },
  hosts: 'Claude, VS Code and others run tools with readOnlyHint without asking the user first.',
  fix: 'Set readOnlyHint only for tools that change nothing, and destructiveHint true for those that destroy.',
  example: {
    bad: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"delete_room","description":"Deletes a room.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]}
`,
    good: `
handshake
→ 1 tools/list
← 1 result {"tools":[{"name":"delete_room","description":"Deletes a room.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}}]}
`,
  },
  find: (session) => findInLists(session, (tools) => tools.flatMap(contradictions)),
});

function contradictions(tool: ListedTool): Found[] {
  const [verb = ''] = (tool.name ?? '').replaceAll(/([a-z])([A-Z])/g, '$1_$2').split(/[^A-Za-z]+/);
  const isReadOnly = isTrue(at(tool.node, 'annotations', 'readOnlyHint'));
  const destructive = at(tool.node, 'annotations', 'destructiveHint');
  if (isReadOnly && CHANGES.test(verb))
    return [describe(tool, `says that it changes nothing, and is called ${verb}`, 'readOnlyHint')];
  if (isReadOnly && isTrue(destructive))
    return [
      describe(tool, 'says that it changes nothing, and that it destroys', 'destructiveHint'),
    ];
  const isHarmless = destructive?.kind === 'literal' && destructive.value === false;
  if (isHarmless && DESTROYS.test(verb))
    return [
      describe(tool, `says that it destroys nothing, and is called ${verb}`, 'destructiveHint'),
    ];
  return [];
}

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === 'literal' && node.value === true;
}

function describe(tool: ListedTool, what: string, hint: string): Found {
  const { place } = tool;
  const pointer = `${place.pointer ?? ''}/annotations${member(tool.node, 'annotations') ? `/${hint}` : ''}`;
  return { title: `${toolName(tool)} ${what}`, places: [{ ...place, pointer }] };
}
