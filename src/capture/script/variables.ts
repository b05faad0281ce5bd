import type { JsonNode } from '../../model/json.ts';
import { fail, type Source } from './source.ts';
import { substitute, type Variables } from './substitute.ts';

/**
 * The same tree with `${NAME}` replaced in every text (not in keys).
 * @throws SadapError `script-invalid` at the text that names a variable without a value.
 */
export function withVariables(source: Source, node: JsonNode, variables: Variables): JsonNode {
  switch (node.kind) {
    case 'string':
      return { ...node, value: replaced(source, node, node.value, variables) };
    case 'array':
      return { ...node, items: node.items.map((item) => withVariables(source, item, variables)) };
    case 'object':
      return {
        ...node,
        members: node.members.map((each) => ({
          ...each,
          value: withVariables(source, each.value, variables),
        })),
      };
    case 'number':
    case 'literal':
      return node;
  }
}

function replaced(source: Source, node: JsonNode, text: string, variables: Variables): string {
  const result = substitute(text, variables);
  if (result.ok) return result.text;
  if (result.missing !== undefined)
    fail(
      source,
      node,
      `the variable ${result.missing} is not set`,
      `set it, or give a default: \${${result.missing}:-…}`,
    );
  return fail(
    source,
    node,
    `${result.malformed ?? '${'} is no variable`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shows the notation itself
    'expected ${NAME} or ${NAME:-default}; $${ writes ${ as it stands',
  );
}
