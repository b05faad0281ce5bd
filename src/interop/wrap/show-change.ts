import { maskCommand } from '../../recording/mask-command.ts';
import type { Config } from './config.ts';
import { type DiffLine, diffLines } from './diff.ts';
import {
  type ArrayNode,
  type ConfigNode,
  memberOf,
  type Span,
  spanOf,
  type TableNode,
} from './document.ts';
import { applyEdits, type Edit, lineEnd, lineStart, quoted } from './edits.ts';
import type { Entry } from './entries.ts';
import { serverStart } from './marks.ts';
import { maskAddress } from './mask-address.ts';
import type { Change, Plan } from './plan.ts';

/**
 * A change of one server as lines to print: the lines with its command, arguments or URL, and what
 * stands between them. Comments are left out; secrets are masked: everything but command, arguments
 * and URL as a whole, in these what their place or shape gives away.
 */
export function showChange({ before, after }: Change, plan: Plan): DiffLine[] {
  const [was, is] = [shown(before, plan.before), shown(after, plan.after)];
  const indent = commonIndent([...was, ...is]);
  return diffLines(
    was.map((line) => line.slice(indent)),
    is.map((line) => line.slice(indent)),
  );
}

function shown(entry: Entry, config: Config): string[] {
  const region = regionOf(entry, config.text);
  const literals = literalsIn(region, entry, config);
  const masks = [...literals, ...commentsBetween(region, literals, config.text)];
  const moved = masks.map(({ start, end, text }) => {
    return { start: start - region.start, end: end - region.start, text };
  });
  return applyEdits(config.text.slice(region.start, region.end), moved)
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
}

/** The whole lines that hold what may change, but nothing of the neighbours on the same line. */
function regionOf({ node, launch, link }: Entry, text: string): Span {
  const owner = launch?.owner ?? node;
  const keys = launch ? [launch.key, 'args'] : [link?.key ?? ''];
  const members = keys.flatMap((key) => memberOf(owner, key) ?? []);
  const limits = node.span ?? { start: 0, end: text.length };
  const ends = members.map(({ value }) => spanOf(value)?.end ?? 0);
  return {
    start: Math.max(limits.start, lineStart(text, Math.min(...members.map(({ start }) => start)))),
    end: Math.min(limits.end, lineEnd(text, Math.max(...ends))),
  };
}

/** What to show in place of every literal there, whosever it is: lines of others may stand between. */
function literalsIn(region: Span, entry: Entry, { root, text }: Config): Edit[] {
  const known = knownTexts(entry);
  return leavesIn(region, root).map((leaf) => {
    const value = known.get(leaf);
    const isSame = value === undefined ? false : leaf.kind === 'other' || leaf.value === value;
    const literal = isSame ? text.slice(leaf.start, leaf.end) : quoted(value ?? '…');
    return { start: leaf.start, end: leaf.end, text: literal };
  });
}

/** What may be printed of an entry: its command line and URL without secrets, its switches. */
function knownTexts({ node, launch, link }: Entry): ReadonlyMap<ConfigNode, string> {
  const known = new Map<ConfigNode, string>();
  for (const { key, value } of node.members) {
    if (value.kind === 'other') known.set(value, value.text);
    if (value.kind === 'string' && HARMLESS.has(key)) known.set(value, value.value);
  }
  if (link) known.set(link.url, maskAddress(link.url.value));
  if (!launch) return known;
  const argv = maskArgv(launch.argv);
  for (const [index, each] of [launch.command, ...(launch.args?.items ?? [])].entries())
    if (each.kind === 'string') known.set(each, argv[index] ?? '');
  return known;
}

const HARMLESS: ReadonlySet<string> = new Set(['type', 'source', 'cwd']);

/** The part behind `--` by the rules of its own program, since `-e` means other things to `node`. */
function maskArgv(argv: readonly string[]): string[] {
  const start = serverStart(argv) ?? -1;
  if (start < 0) return maskCommand(argv);
  return [...maskCommand(argv.slice(0, start)), ...maskCommand(argv.slice(start))];
}

type Leaf = Exclude<ConfigNode, TableNode | ArrayNode>;

function leavesIn(region: Span, node: ConfigNode): Leaf[] {
  // An array of TOML tables has no place of its own.
  const span = node.kind === 'array' ? undefined : spanOf(node);
  if (span && (span.end <= region.start || span.start >= region.end)) return [];
  if (node.kind === 'table') return node.members.flatMap(({ value }) => leavesIn(region, value));
  return node.kind === 'array' ? node.items.flatMap((item) => leavesIn(region, item)) : [node];
}

/** Comments can hold anything, an old key too. */
function commentsBetween(region: Span, literals: readonly Edit[], text: string): Edit[] {
  const starts = [region.start, ...literals.map(({ end }) => end)].toSorted((a, b) => a - b);
  const ends = [...literals.map(({ start }) => start), region.end].toSorted((a, b) => a - b);
  return starts.flatMap((start, index) => {
    const gap = text.slice(start, ends[index]);
    // A region may start inside a comment of several lines.
    const pattern = index === 0 ? new RegExp(`${OPEN.source}|${COMMENT.source}`, 'g') : COMMENT;
    return [...gap.matchAll(pattern)].map((found) => {
      const at = start + found.index;
      return { start: at, end: at + found[0].length, text: ' … ' };
    });
  });
}

const OPEN = /^(?:(?!\/\*)[\s\S])+?(?=\*\/)/;
const COMMENT = /(?<=\/\/|#).+|(?<=\/\*)[\s\S]*?(?=\*\/)/g;

function commonIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  return Math.min(...indents, 80);
}
