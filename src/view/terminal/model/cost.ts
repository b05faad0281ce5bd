import { maxOf } from '../../../model/lists.ts';
import type { Amount } from '../../../reading/cost.ts';
import type { DialogueCost, Price } from '../../../reading/requests/cost.ts';
import type { Dialogue } from '../../../reading/requests/dialogue.ts';
import type { WireSplit } from '../../../reading/requests/split.ts';
import { type Palette, paletteOf } from '../colour.ts';
import { escapeText } from '../escape.ts';
import { count, grouped } from '../format.ts';
import { cut, cutMiddle, pad } from '../width.ts';
import { wrapWords } from '../words.ts';
import { modelHeader } from './header.ts';
import type { ModelViewOptions } from './turns.ts';
import { barOf, percent, refText } from './words.ts';

/**
 * What a session costs: the rent of each tool and the price of each result over all requests, the
 * dearest first, and what became of the bytes on the wire.
 */
export function* renderCost(
  dialogue: Dialogue,
  cost: DialogueCost,
  split: WireSplit,
  options: ModelViewOptions,
): Generator<string> {
  const palette = paletteOf(options.colour);
  const width = Math.max(20, options.width);
  yield* modelHeader(dialogue, width, palette, options.now);
  yield '';
  const rows = rowsOf(cost);
  const most = maxOf(
    rows.map((row) => row.price.total.tokens),
    0,
  );
  const table = { most, all: cost.total.tokens, width, palette, rows };
  yield* section('tools', 'each', tools(cost), table);
  yield* section('results', 'once', results(cost), table);
  yield* section('more', 'once', others(cost), table);
  const about = cost.tokenizer.exact || options.counted ? '' : 'about ';
  const total = `${count(dialogue.turns.length, 'request')}, ${about}${count(cost.total.tokens, 'token')} in all`;
  yield palette.strong(cut(total, width));
  yield '';
  yield* splitLines(split, width, palette);
  yield '';
  for (const line of wrapWords(explained(cost, options.counted !== undefined), width))
    yield palette.dim(line);
}

interface Row {
  readonly name: string;
  readonly price: Price;
  /** How often a tool was called. */
  readonly calls?: number;
}

function tools(cost: DialogueCost): Row[] {
  return cost.tools.map(({ name, calls, ...price }) => ({
    name: escapeText(name.slice(0, 200)),
    price,
    calls,
  }));
}

function results(cost: DialogueCost): Row[] {
  return cost.results.map(({ target, tool = '', ...price }) => ({
    name: `${refText(target)} ${escapeText(tool.slice(0, 200))}`,
    price,
  }));
}

function others({ instructions, calls, brought }: DialogueCost): Row[] {
  const rows: Row[] = [
    { name: 'instructions', price: instructions },
    { name: 'calls the model made', price: calls },
    { name: 'brought by the user', price: brought },
  ];
  return rows.filter(({ price }) => price.total.bytes > 0);
}

function rowsOf(cost: DialogueCost): Row[] {
  return [...tools(cost), ...results(cost), ...others(cost)];
}

interface Table {
  readonly most: number;
  readonly all: number;
  readonly width: number;
  readonly palette: Palette;
}

const COLUMN = 8;
const BAR = 10;
const MOST_ROWS = 20;
const LEAST_NAME = 14;

function* section(
  title: string,
  once: string,
  rows: readonly Row[],
  table: Table,
): Generator<string> {
  if (rows.length === 0) return;
  const { width, palette, most, all } = table;
  // What counts is the sum; the rest is for screens with room.
  const isNarrow = width < 64;
  const columns = isNarrow
    ? ['in all']
    : [once, 'turns', 'in all', title === 'tools' ? 'calls' : ''];
  const hasBar = width >= 80;
  const name = nameColumns(width, columns.length, hasBar);
  yield titleLine(pad(title, name), cellsOf(...columns), width, palette);
  for (const { name: own, price, calls } of rows.slice(0, MOST_ROWS)) {
    const { tokens, turns, total } = price;
    const called = calls === undefined ? '' : calls === 0 ? 'never' : grouped(calls);
    const numbers = isNarrow
      ? [grouped(total.tokens)]
      : [...[tokens, turns, total.tokens].map(grouped), called];
    const line = pad(cutMiddle(own, name - 1, 0.3), name) + cellsOf(...numbers);
    const share = pad(percent(total.tokens, all), 6, 'right');
    const bar = hasBar ? `  ${barOf(total.tokens, most, BAR)}` : '';
    yield `${cut(line + share, width)}${palette.good(bar)}`.trimEnd();
  }
  const rest = rows.slice(MOST_ROWS);
  if (rest.length > 0) {
    const sum = rest.reduce((tokens, each) => tokens + each.price.total.tokens, 0);
    yield palette.dim(cut(`and ${rest.length} more, ${grouped(sum)} in all`, width));
  }
  yield '';
}

function titleLine(title: string, columns: string, width: number, palette: Palette): string {
  const shown = cut(title, width);
  return (palette.strong(shown) + palette.dim(cut(columns, width - title.length))).trimEnd();
}

function nameColumns(width: number, numbers: number, hasBar: boolean): number {
  return Math.max(LEAST_NAME, Math.min(48, width - numbers * COLUMN - 6 - (hasBar ? BAR + 2 : 0)));
}

/** The classes of the wire, the largest first; what the host adds is not of the wire. */
function* splitLines(split: WireSplit, width: number, palette: Palette): Generator<string> {
  const rows = CLASSES.map(([key, text]) => [text, split[key]] as const)
    .filter(([, amount]) => amount.bytes > 0)
    .toSorted((one, other) => other[1].bytes - one[1].bytes);
  const all = rows.reduce((sum, [, amount]) => sum + amount.bytes, 0);
  const isNarrow = width < 52;
  const name = nameColumns(width, isNarrow ? 1 : 2, width >= 80);
  const head = isNarrow ? ['bytes'] : ['bytes', 'tokens'];
  yield titleLine(pad('on the wire, once', name), cellsOf(...head), width, palette);
  const numbersOf = ({ bytes, tokens }: Amount) =>
    (isNarrow ? [bytes] : [bytes, tokens]).map(grouped);
  for (const [text, amount] of rows) {
    const line = pad(text, name) + cellsOf(...numbersOf(amount));
    const share = pad(percent(amount.bytes, all), 6, 'right');
    const bar = width >= 80 ? `  ${barOf(amount.bytes, all, BAR)}` : '';
    yield `${cut(line + share, width)}${palette.good(bar)}`.trimEnd();
  }
  if (split.added.bytes > 0)
    yield cut(pad(ADDED, name) + cellsOf(...numbersOf(split.added)), width);
}

const ADDED = 'words of the host around it';

const CLASSES = [
  ['read', 'read by the model'],
  ['wrote', 'written by the model'],
  ['dropped', 'dropped by the host'],
  ['host', 'used by the host alone'],
  ['deferred', 'only after a tool search'],
  ['fails', 'refused by the host'],
  ['unknown', 'unknown'],
  ['envelope', 'envelope: protocol and syntax'],
] as const;

function cellsOf(...texts: readonly string[]): string {
  return texts.map((each) => pad(each, COLUMN, 'right')).join('');
}

function explained({ tokenizer }: DialogueCost, isCounted: boolean): string {
  const counted = isCounted
    ? ' The sum and the rent of each tool are those that the API counted, with all that it adds; the rest is estimated.'
    : '';
  return `A tool is sent in every request while it is offered, a result in every request after it came.${counted} Tokens of the texts alone, by ${escapeText(tokenizer.name)}; those of the envelope are a rough estimate. Bytes on the wire are those of values as they are spelled there, with quotes and escapes; sadap show counts the text as it arrives.`;
}
