import type { Micros } from '../../../model/frame.ts';
import { maxOf } from '../../../model/lists.ts';
import type { DialogueCost } from '../../../reading/requests/cost.ts';
import type { Counts } from '../../../reading/requests/counted.ts';
import type { Dialogue } from '../../../reading/requests/dialogue.ts';
import { type Part, type Step, stepsOf, type Turn } from '../../../reading/requests/steps.ts';
import { type ColourLevel, type Palette, paletteOf } from '../colour.ts';
import { escapeText } from '../escape.ts';
import { count, grouped } from '../format.ts';
import { cut, pad, widthOf } from '../width.ts';
import { wrapWords } from '../words.ts';
import { modelHeader } from './header.ts';
import { renderSums } from './sums.ts';
import { barOf, refText } from './words.ts';

export interface ModelViewOptions {
  readonly width: number;
  readonly colour: ColourLevel;
  readonly now: Micros;
  /** What the API of the model counted; the costs hold it already. */
  readonly counted?: Counts | undefined;
}

/**
 * The requests of a session, one after the other: what is new in each, what it costs, what the model
 * answered. Then the sums, and how to see more.
 */
export function* renderTurns(
  dialogue: Dialogue,
  cost: DialogueCost,
  options: ModelViewOptions,
): Generator<string> {
  const palette = paletteOf(options.colour);
  const width = Math.max(20, options.width);
  yield* modelHeader(dialogue, width, palette, options.now);
  yield '';
  const sizes = cost.turns.map((each) => each.total.tokens);
  const most = maxOf(sizes);
  for (const [index, turn] of dialogue.turns.entries()) {
    const own = cost.turns[index];
    if (!own) continue;
    const before = dialogue.turns[index - 1];
    if (before && before.conversation !== turn.conversation)
      yield palette.dim(
        cut('a new conversation: whether the host went on with the old one is not recorded', width),
      );
    yield turnLine(turn, before, { tokens: sizes[index] ?? 0, most, width, palette });
    yield* answerLines(turn, width, palette);
  }
  yield '';
  yield* renderSums(dialogue, cost, { ...options, width }, palette);
}

const LABEL = 9;
const NUMBER = 9;
const BAR = 16;
/** Below, one line holds no columns. */
const LEAST = 36;

interface Look {
  readonly tokens: number;
  readonly most: number;
  readonly width: number;
  readonly palette: Palette;
}

function turnLine(turn: Turn, before: Turn | undefined, look: Look): string {
  const { width, palette, tokens, most } = look;
  if (width < LEAST) return cut(`${turn.number} ${grouped(tokens)} ${newIn(turn, before)}`, width);
  const hasBar = width >= 76;
  const room = Math.max(10, Math.min(width, 120) - LABEL - NUMBER - (hasBar ? BAR + 2 : 0));
  const label = palette.strong(pad(`turn ${turn.number}`, LABEL));
  const text = pad(cut(newIn(turn, before), room), room);
  const number = pad(grouped(tokens), NUMBER, 'right');
  const bar = hasBar ? `  ${palette.good(barOf(tokens, most, BAR))}` : '';
  return `${label}${text}${number}${bar}`.trimEnd();
}

/** What this request holds that the one before did not. */
function newIn(turn: Turn, before: Turn | undefined): string {
  const isFirst = before?.history !== turn.history;
  const steps = stepsOf(turn).slice(isFirst ? 0 : before.length);
  const parts = [
    ...(isFirst && turn.instructions ? [`instructions ${refText(turn.instructions.target)}`] : []),
    ...toolsPart(turn, isFirst ? undefined : before),
    ...new Set(steps.flatMap(stepText)),
  ];
  return `${isFirst ? '' : '+ '}${parts.join(', ')}`;
}

function toolsPart(turn: Turn, before: Turn | undefined): string[] {
  const tools = turn.tools?.tools ?? [];
  if (before && before.tools === turn.tools) return [];
  if (!turn.tools) return ['no tools listed'];
  const hidden = tools.filter((each) => each.deferred && !turn.found.has(each.tool)).length;
  const deferred = hidden === 0 ? '' : ` (${hidden} deferred)`;
  const target = tools[0] ? ` ${refText(tools[0].target)}` : '';
  const again = before ? 'another list of ' : '';
  return [`${again}${count(tools.length, 'tool')}${target}${deferred}`];
}

function stepText(step: Step): string[] {
  switch (step.kind) {
    case 'said':
      return step.parts.map((part) => saidText(part, step.brought));
    case 'results':
      return step.calls.map(({ tool = 'a tool', result }) => {
        const name = escapeText(tool.slice(0, 200));
        if (result.answer) return `result of ${name} ${refText(result.answer)}`;
        const [part] = result.parts;
        return `no result of ${name}${part?.kind === 'open' ? ` (${escapeText(part.what)})` : ''}`;
      });
    case 'found':
      return step.tools.map(({ tool }) => `found ${escapeText(tool.slice(0, 200))}`);
    case 'calls':
    case 'search':
      return [];
  }
}

/** A prompt may have several messages, which are one thing that the user brought. */
function saidText(part: Part, brought = 'message'): string {
  return part.kind === 'open' ? `‹${escapeText(part.what)}›` : `${brought} ${refText(part.target)}`;
}

function* answerLines(turn: Turn, width: number, palette: Palette): Generator<string> {
  const { answer, unsure } = turn;
  const indent = ' '.repeat(Math.min(LABEL, Math.floor(width / 4)));
  const room = Math.min(width, 120) - indent.length - 2;
  const lines =
    answer.kind === 'calls'
      ? answer.calls.map(({ request, name, input }) => {
          const called =
            name.kind === 'text' ? name.text.text : name.kind === 'open' ? name.what : '';
          const args = input ? ` ${input.text}` : '';
          const ref = `  ${refText(request)}`;
          const text = escapeText(`${called.slice(0, 200)}${args.slice(0, 2000)}`, 'name');
          return palette.fate('wrote')(cut(text, room - widthOf(ref))) + palette.dim(ref);
        })
      : answer.kind === 'search'
        ? answer.tools.map(({ tool }) =>
            palette.dim(cut(`‹a tool search that finds ${escapeText(tool.slice(0, 200))}›`, room)),
          )
        : [palette.dim(cut('‹the model’s words›', room))];
  for (const line of lines) yield `${indent}→ ${line}`;
  if (unsure !== undefined)
    for (const line of wrapWords(unsure, room)) yield palette.caution(`${indent}  ${line}`);
}
