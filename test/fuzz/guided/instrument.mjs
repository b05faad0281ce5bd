// Counts, in the code of src, how often each branch is taken: a number goes up at the start of every
// function, branch, loop body, case, and operand that may be skipped, and for each result of a comparison.
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { parseAst } from 'vite';

/**
 * A plugin for esbuild. `counted.places` is the number of counters when the build is done, `counted.words`
 * the string literals of the code, which are the words of the formats that it reads.
 * @param {readonly string[]} sources folders and files whose code is counted
 * @param {{ places: number, words: Set<string> }} counted
 */
export function countBranches(sources, counted) {
  return {
    name: 'count-branches',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (sources.every((source) => relative(source, path).startsWith('..'))) return undefined;
        const options = { loader: path.endsWith('x') ? 'tsx' : 'ts', target: 'node20' };
        const { code } = await transform(readFileSync(path, 'utf8'), options);
        return {
          contents: instrumented(code, counted),
          loader: 'js',
          resolveDir: path.slice(0, path.lastIndexOf(sep)),
        };
      });
    },
  };
}

/** The module with its counters. */
function instrumented(code, counted) {
  const edits = [];
  visit(parseAst(code), edits, counted);
  // Of two at one place the outer one, which came first, opens first and closes last.
  const order = edits.map((edit, index) => ({ ...edit, index }));
  order.sort(
    (a, b) =>
      a.at - b.at ||
      (a.closes === b.closes
        ? a.closes
          ? b.index - a.index
          : a.index - b.index
        : a.closes
          ? -1
          : 1),
  );
  let done = '';
  let from = 0;
  for (const { at, text } of order) {
    done += code.slice(from, at) + text;
    from = at;
  }
  return `const __hits = globalThis.__fuzzHits;\n${done}${code.slice(from)}`;
}

function visit(node, edits, counted) {
  if (node.type === 'Literal' && typeof node.value === 'string') keepWord(node.value, counted);
  // What a module is called is no word of a format.
  if (/^(Import|Export).*Declaration$/.test(node.type) && node.source) return;
  if (node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator))
    compare(node, edits, counted);
  for (const child of branchesOf(node)) count(child, edits, counted);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    if (Array.isArray(value)) for (const each of value) visitChild(each, edits, counted);
    else visitChild(value, edits, counted);
  }
}

function visitChild(value, edits, counted) {
  if (value && typeof value === 'object' && typeof value.type === 'string')
    visit(value, edits, counted);
}

function keepWord(word, { words }) {
  if (word.length > 1 && word.length <= 48) words.add(word);
}

/** What of a node runs or does not, as its value decides. */
function branchesOf(node) {
  switch (node.type) {
    case 'IfStatement':
      return [node.consequent, node.alternate];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'LogicalExpression':
      return [node.right];
    case 'SwitchStatement':
      return node.cases;
    case 'CatchClause':
      return [node.body];
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [node.body];
    default:
      return [];
  }
}

function compare(node, edits, counted) {
  const [yes, no] = [hitOf(counted), hitOf(counted)];
  edits.push({ at: node.start, text: '(', closes: false });
  edits.push({ at: node.end, text: ` ? (${yes}, true) : (${no}, false))`, closes: true });
}

function hitOf(counted) {
  return `__hits[${counted.places++}]++`;
}

function count(node, edits, counted) {
  if (!node) return;
  const hit = hitOf(counted);
  const put = (at, text, closes = false) => edits.push({ at, text, closes });
  if (node.type === 'BlockStatement') put(node.start + 1, `${hit};`);
  else if (node.type === 'SwitchCase') {
    if (node.consequent.length > 0) put(node.consequent[0].start, `${hit};`);
  } else if (node.type.endsWith('Statement') || node.type.endsWith('Declaration')) {
    put(node.start, `{${hit};`);
    put(node.end, '}', true);
  } else {
    put(node.start, `(${hit},`);
    put(node.end, ')', true);
  }
}
