import {
  eachSchema,
  jsonOf,
  made,
  type SchemaNode,
  type SchemaObject,
  subschemas,
} from './tree.ts';

/**
 * Makes a schema smaller until its compact JSON has at most that many bytes, as Codex does: first all
 * descriptions go, then the definitions, then objects three levels down, then compositions.
 */
export function fitBudget(root: SchemaNode, bytes: number): void {
  for (const pass of PASSES) {
    if (Buffer.byteLength(jsonOf(root)) <= bytes) return;
    pass(root);
  }
}

type Pass = (root: SchemaNode) => void;

const PASSES: readonly Pass[] = [
  (root) => eachSchema(root, ({ members }) => members.delete('description')),
  dropDefinitions,
  (root) => collapse(root, 0),
  (root) =>
    eachSchema(root, ({ members }) => {
      for (const key of ['anyOf', 'oneOf', 'allOf']) members.delete(key);
    }),
];

/** References to what is gone become empty schemas. */
function dropDefinitions(root: SchemaNode): void {
  if (root.kind !== 'object') return;
  for (const list of ['$defs', 'definitions']) root.members.delete(list);
  eachSchema(root, ({ members }) => members.delete('$ref'));
}

const COLLAPSE_FROM = 3;

function collapse(node: SchemaNode, depth: number): void {
  if (node.kind !== 'object') return;
  for (const { node: below, replace } of subschemas(node)) {
    if (depth + 1 >= COLLAPSE_FROM && isComplex(below)) replace(made({}));
    else collapse(below, depth + 1);
  }
}

function isComplex(node: SchemaNode): node is SchemaObject {
  return node.kind === 'object' && subschemas(node).length > 0;
}
