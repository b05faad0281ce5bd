import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ConfigNode, Member, ParseResult, TableNode } from './document.ts';

/**
 * Parses JSON with comments and trailing commas, as editors write it. A text without any value is an
 * empty table, because hosts take an empty file as no configuration.
 */
export function parseJsonc(text: string): ParseResult {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true, allowEmptyContent: true };
  const tree = parseTree(text, errors, options);
  const [first] = errors;
  if (first) return { ok: false, offset: first.offset, detail: detailOf(first) };
  if (!tree) return { ok: true, root: { kind: 'table', members: [] } };
  const root = nodeOf(tree, text);
  if (root.kind === 'table') return { ok: true, root };
  return { ok: false, offset: tree.offset, detail: 'the file does not hold an object' };
}

function nodeOf(node: Node, text: string): ConfigNode {
  const span = { start: node.offset, end: node.offset + node.length };
  const children = node.children ?? [];
  switch (node.type) {
    case 'object':
      return tableOf(children, span, text);
    case 'array':
      return { kind: 'array', ...span, items: children.map((each) => nodeOf(each, text)) };
    case 'string':
      return { kind: 'string', ...span, value: String(node.value) };
    case 'number':
    case 'boolean':
    case 'null':
    case 'property':
      return { kind: 'other', ...span, text: text.slice(span.start, span.end) };
  }
}

function tableOf(
  children: readonly Node[],
  span: { start: number; end: number },
  text: string,
): TableNode {
  const members = children.flatMap(({ children: pair = [] }): Member[] => {
    const [key, value] = pair;
    if (!key || !value) return [];
    const member = { key: String(key.value), start: key.offset, prefix: '' };
    return [{ ...member, value: nodeOf(value, text), style: 'comma' }];
  });
  return { kind: 'table', span, members };
}

const DETAILS: { readonly [name: string]: string } = {
  CloseBraceExpected: 'a } or a comma is missing',
  CloseBracketExpected: 'a ] or a comma is missing',
  ColonExpected: 'a : is missing',
  CommaExpected: 'a comma is missing',
  EndOfFileExpected: 'there is more after the end of the object',
  InvalidCharacter: 'a control character inside a string',
  InvalidCommentToken: 'a comment that is not allowed',
  InvalidEscapeCharacter: 'an unknown escape inside a string',
  InvalidNumberFormat: 'a number that JSON does not know',
  InvalidSymbol: 'a word that JSON does not know',
  InvalidUnicode: 'an incomplete \\u escape',
  PropertyNameExpected: 'a key in double quotes is missing',
  UnexpectedEndOfComment: 'a comment that does not end',
  UnexpectedEndOfNumber: 'a number that does not end',
  UnexpectedEndOfString: 'a string that does not end on its line',
  ValueExpected: 'a value is missing',
};

function detailOf({ error }: ParseError): string {
  const name = printParseErrorCode(error);
  return DETAILS[name] ?? name;
}
